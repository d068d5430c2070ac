import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { olderNode } from '../../scripts/node-binaries.ts'
import { ROOT } from '../architecture/source-files.ts'

const HERE = `${process.platform}/${process.arch}`

const NODE = `node-${process.platform}-${process.arch}`

/** npm as far as the launcher sees it: notes how it was called, and installs a runtime for two platforms. */
const NPM = `
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
const call = process.env.npm_config_call ?? null
writeFileSync(process.env.NOTES, JSON.stringify({ args: process.argv.slice(2), call }))
if (process.env.FAILS) process.exit(1)
const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
if (!('node_modules/onnxruntime-node' in wanted)) {
  mkdirSync('node_modules/${NODE}/bin', { recursive: true })
  writeFileSync('node_modules/${NODE}/package.json', '{}')
  symlinkSync(process.env.NEW_NODE, 'node_modules/${NODE}/bin/node')
  process.exit(0)
}
for (const platform of ['${HERE}', 'beos/mips']) {
  mkdirSync('node_modules/onnxruntime-node/bin/napi-v6/' + platform, { recursive: true })
  writeFileSync('node_modules/onnxruntime-node/bin/napi-v6/' + platform + '/library', '')
}
writeFileSync('node_modules/onnxruntime-node/package.json', '{"main":"index.js"}')
writeFileSync('node_modules/onnxruntime-node/index.js', '')
mkdirSync('node_modules/onnxruntime-common', { recursive: true })
console.log('added 2 packages')
`

/** The package as npx has installed it, with a program that tells its arguments. */
function installedPackage(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-installed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const root = join(folder, 'package')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('npm/npm-cli.js', NPM)
  write('npm/package.json', '{"type":"module"}')
  write('package/package.json', '{"type":"module"}')
  write('package/dist/cli/main.js', 'export const main = (args) => console.log(JSON.stringify(args))')
  for (const [part, name, version] of [
    ['models', 'onnxruntime-node', '1.30.0'],
    ['node', NODE, '24.21.0'],
  ]) {
    write(`package/runtime/${part}/package.json`, '{}')
    write(`package/runtime/${part}/package-lock.json`, `{"packages":{"node_modules/${name}":{"version":"${version}"}}}`)
  }
  mkdirSync(join(root, 'bin'))
  for (const file of ['lyra', 'complete-installation.js'])
    copyFileSync(join(ROOT, 'bin', file), join(root, 'bin', file))
  const notes = join(folder, 'notes.json')
  const run = (args: readonly string[], env: Record<string, string> = {}, node = process.execPath) =>
    spawnSync(node, [join(root, 'bin', 'lyra'), ...args], {
      encoding: 'utf8',
      env: {
        PATH: '/nowhere',
        npm_execpath: join(folder, 'npm', 'npx-cli.js'),
        NOTES: notes,
        NEW_NODE: process.execPath,
        ...env,
      },
    })
  return { root, notes, run }
}

test('LYRA 4.1: the package brings the model runtime by its lock file, without scripts, and only for this platform', (t) => {
  const { root, notes, run } = installedPackage(t)

  const first = run(['mcp'], { npm_config_call: 'lyra mcp' })
  const { args, call } = JSON.parse(readFileSync(notes, 'utf8'))
  rmSync(notes)
  const second = run(['mcp'])

  assert.deepEqual([first.status, first.stdout], [0, '["mcp"]\n'])
  assert.equal(
    first.stderr,
    'lyra: fetching onnxruntime-node 1.30.0 through npm (about 114 MB, once)\nadded 2 packages\n',
  )
  assert.deepEqual([args.slice(0, 2), call], [['ci', '--ignore-scripts'], null])
  assert.deepEqual(readdirSync(join(root, 'dist', 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6')).sort(), [
    ...new Set(['beos', process.platform]),
  ])
  assert.deepEqual(readdirSync(join(root, 'dist', 'node_modules', 'onnxruntime-node', 'bin', 'napi-v6', 'beos')), [])
  assert.deepEqual(
    readdirSync(root).filter((name) => name.startsWith('fetch-')),
    [],
  )
  assert.deepEqual([second.status, second.stderr, existsSync(notes)], [0, '', false])
})

test('bin/lyra: a question about the program fetches nothing', (t) => {
  const { notes, run } = installedPackage(t)

  const questions = [['--version'], ['help'], [], ['install'], ['install', 'cursor', '--dry-run']]
  const results = questions.map((args) => run(args))

  assert.deepEqual(
    results.map(({ status, stderr }) => [status, stderr]),
    questions.map(() => [0, '']),
  )
  assert.equal(existsSync(notes), false)
})

test('LYRA 4.1: an install for a client fetches the model runtime first, so that the client need not wait', (t) => {
  const { notes, run } = installedPackage(t)

  const { status, stderr } = run(['install', 'cursor'])

  assert.deepEqual([status, existsSync(notes)], [0, true])
  assert.match(stderr, /^lyra: fetching onnxruntime-node 1\.30\.0 through npm \(about 114 MB, once\)\n/)
})

test('bin/lyra: starts without the model runtime where npm cannot fetch it, and says what is missing', (t) => {
  const { root, run } = installedPackage(t)

  const result = run(['mcp'], { FAILS: '1' })

  assert.deepEqual([result.status, result.stdout], [0, '["mcp"]\n'])
  assert.match(
    result.stderr,
    /npm could not fetch onnxruntime-node \(exit 1\): searches cannot be ranked or judged until it is there/,
  )
  assert.deepEqual(
    readdirSync(root).filter((name) => name.startsWith('fetch-')),
    [],
  )
})

const older = olderNode(24)
const needsOlder = { skip: older === null ? 'no Node older than 24 on this machine' : false }

test('bin/lyra: the package brings its Node where the one that starts it is older, and only there', needsOlder, (t) => {
  const { root, run } = installedPackage(t)

  const newer = run(['--version'])
  const before = existsSync(join(root, 'dist', 'node_modules', NODE))
  const first = run(['--version'], {}, older ?? '')
  const second = run(['--version'], {}, older ?? '')

  assert.deepEqual([newer.stderr, before], ['', false])
  assert.deepEqual(
    [first.status, first.stdout, first.stderr],
    [0, '["--version"]\n', `lyra: fetching ${NODE} 24.21.0 through npm (about 53 MB, once)\n`],
  )
  assert.deepEqual([second.status, second.stdout, second.stderr], [0, '["--version"]\n', ''])
})

test('bin/lyra: the package without a Node new enough says what to do', needsOlder, (t) => {
  const { run } = installedPackage(t)

  const result = run(['--version'], { FAILS: '1' }, older ?? '')

  assert.equal(result.status, 17)
  assert.match(
    result.stderr,
    /this Node is too old to run Lyra\. Try again, or run `npm install --ignore-scripts node-/,
  )
  assert.match(result.stderr, /^lyra needs Node 24 or newer; this is v\d+\.\d+\.\d+\.\nStart it once while/m)
})

test(
  'bin/lyra: where npm has no Node for the machine, as on Apple silicon, only an own Node is named',
  needsOlder,
  (t) => {
    const { root, run } = installedPackage(t)
    writeFileSync(join(root, 'runtime', 'node', 'package-lock.json'), '{"packages":{"node_modules/node-beos-mips":{}}}')

    const { status, stderr } = run(['--version'], {}, older ?? '')

    assert.equal(status, 17)
    assert.match(
      stderr,
      /\nInstall Node 24 from https:\/\/nodejs\.org: there is none that npm could bring for [\w-]+\.\n$/,
    )
  },
)
