// Must parse under Node 20. Fetches the model runtime, once, into the package's own folder.
//
// As a dependency of the package npm would run its install script, which loads a graphics card's libraries from a host
// that is no registry, and fails where it cannot. So the package carries a lock file for it, and npm installs by that:
// exact version, hash checked, no script.
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

const NAME = 'onnxruntime-node'
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

export function fetchModelRuntime(root, say = (line) => process.stderr.write(`lyra: ${line}\n`)) {
  const lock = join(root, 'runtime')
  if (isPresent(root) || !existsSync(join(lock, 'package-lock.json'))) return
  const { dependencies } = JSON.parse(readFileSync(join(lock, 'package.json'), 'utf8'))
  const npm = findNpm()
  if (npm === null) return say(`${NAME} ${dependencies[NAME]} is missing and npm was not found: ${consequence(root)}`)
  say(`fetching ${NAME} ${dependencies[NAME]} through npm (about 100 MB, once)`)
  let work
  try {
    work = mkdtempSync(join(root, 'fetch-'))
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(lock, file), join(work, file))
    const { status } = spawnSync(process.execPath, [npm, 'ci', ...FLAGS], {
      cwd: work,
      env: environment(),
      stdio: ['ignore', 2, 2],
    })
    if (status !== 0) return say(`npm could not fetch ${NAME} (exit ${status}): ${consequence(root)}`)
    leaveOtherPlatforms(join(work, 'node_modules', NAME, 'bin'))
    moveInto(join(root, 'node_modules'), join(work, 'node_modules'), Object.keys(dependencies))
  } catch (error) {
    say(`${NAME} could not be put into ${root} (${error.code ?? error.message}): ${consequence(root)}`)
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

function consequence(root) {
  return `searches cannot be ranked or judged until it is there. Try again, or run \`npm install --ignore-scripts ${NAME}\` in ${root}`
}

function isPresent(root) {
  try {
    createRequire(join(root, 'package.json')).resolve(NAME)
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
function leaveOtherPlatforms(bin) {
  for (const api of readdirSync(bin))
    for (const platform of readdirSync(join(bin, api)))
      for (const arch of readdirSync(join(bin, api, platform)))
        if (platform !== process.platform || arch !== process.arch)
          rmSync(join(bin, api, platform, arch), { recursive: true })
}

// Another process may have been quicker: what it put there is the same.
function moveInto(target, from, names) {
  mkdirSync(target, { recursive: true })
  // The runtime last: its presence says that all is there.
  for (const name of [...names].sort((a) => (a === NAME ? 1 : -1))) {
    if (existsSync(join(target, name))) continue
    try {
      renameSync(join(from, name), join(target, name))
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
