// Must parse under Node 20. Fetches what the package runs on, once, into its own folder.
//
// As a dependency of the package npm would run the model runtime's install script, which loads a graphics card's
// libraries from a host that is no registry, and fails where it cannot. A Node among the dependencies would become the
// `node` of every script of the project that installs Lyra. So the package carries a lock file for each, and npm
// installs by that: exact version, hash checked, no script.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

// What an outer `npx` or `npm run` was told is not meant for this installation.
const NOT_INHERITED = [
  'package',
  'call',
  'local_prefix',
  'global',
  'workspace',
  'workspaces',
  'dry_run',
  'omit',
  'include',
]
// The compiled files find it there, and npm, which would delete from the package's own node_modules what it did not
// install, does not look there.
const PLACE = 'dist'

export function fetchModelRuntime(root) {
  const name = 'onnxruntime-node'
  if (isPresent(root, name)) return
  const without = 'searches cannot be ranked or judged until it is there'
  fetchPart(root, { part: 'models', name, size: 114, without, unpacked: leaveOtherPlatforms })
}

export function fetchNode(root, name) {
  if (isPresent(root, `${name}/package.json`)) return
  fetchPart(root, { part: 'node', name, size: 53, without: 'this Node is too old to run Lyra', unpacked: () => {} })
}

function fetchPart(root, { part, name, size, without, unpacked }) {
  const say = (line) => process.stderr.write(`lyra: ${line}\n`)
  const lock = join(root, 'runtime', part)
  if (!existsSync(join(lock, 'package-lock.json'))) return
  const { packages } = JSON.parse(readFileSync(join(lock, 'package-lock.json'), 'utf8'))
  const version = packages[`node_modules/${name}`]?.version
  if (version === undefined) return
  const repair = `${without}. Try again, or run \`npm install --ignore-scripts ${name}@${version}\` beside it`
  const npm = findNpm()
  if (npm === null) return say(`${name} ${version} is missing and npm was not found: ${repair}`)
  say(`fetching ${name} ${version} through npm (about ${size} MB, once)`)
  let work
  try {
    work = mkdtempSync(join(root, 'fetch-'))
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(lock, file), join(work, file))
    const options = { cwd: work, env: environment(), stdio: ['ignore', 2, 2] }
    const { status } = spawnSync(process.execPath, [npm, 'ci', ...FLAGS], options)
    if (status !== 0) return say(`npm could not fetch ${name} (exit ${status}): ${repair}`)
    unpacked(join(work, 'node_modules', name))
    moveInto(join(root, PLACE, 'node_modules'), join(work, 'node_modules'), name)
  } catch (error) {
    say(`${name} could not be put into ${root} (${error.code ?? error.message}): ${repair}`)
  } finally {
    if (work !== undefined) rmSync(work, { recursive: true, force: true })
  }
}

const FLAGS = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--loglevel=error',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=2000',
]

function isPresent(root, name) {
  try {
    createRequire(join(root, PLACE, 'package.json')).resolve(name)
    return true
  } catch {
    return false
  }
}

function environment() {
  const left = NOT_INHERITED.map((name) => `npm_config_${name}`)
  const kept = Object.entries(process.env).filter(([name]) => !left.includes(name.toLowerCase()))
  // npm keeps compiled code in the temporary folder otherwise, for no later run.
  return { ...Object.fromEntries(kept), NODE_DISABLE_COMPILE_CACHE: '1' }
}

// The package holds the libraries of five platforms, 288 MB; one of them is used.
function leaveOtherPlatforms(folder) {
  const bin = join(folder, 'bin')
  for (const api of readdirSync(bin))
    for (const platform of readdirSync(join(bin, api)))
      for (const arch of readdirSync(join(bin, api, platform)))
        if (platform !== process.platform || arch !== process.arch)
          rmSync(join(bin, api, platform, arch), { recursive: true })
}

// Another process may have been quicker: what it put there is the same.
function moveInto(target, from, name) {
  mkdirSync(target, { recursive: true })
  const names = readdirSync(from).filter((each) => !each.startsWith('.') && each !== name)
  // The one that is looked for comes last: its presence says that all is there.
  for (const each of [...names, name]) {
    try {
      if (!existsSync(join(target, each))) renameSync(join(from, each), join(target, each))
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error
    }
  }
}

// The npm that started this, the one beside this Node, or the one on PATH; as a file, since Windows starts no `npm`.
function findNpm() {
  const started = process.env.npm_execpath
  const beside = dirname(process.execPath)
  const places = [
    ...(started === undefined ? [] : [join(dirname(started), 'npm-cli.js')]),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...(process.env.PATH ?? '')
      .split(delimiter)
      .flatMap((folder) => [join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js'), target(join(folder, 'npm'))]),
  ]
  return places.find((file) => file.endsWith('npm-cli.js') && existsSync(file)) ?? null
}

function target(link) {
  try {
    return realpathSync(link)
  } catch {
    return ''
  }
}
