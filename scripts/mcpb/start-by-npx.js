// What a bundle without the package starts: npx, which fetches and runs the version that the bundle is for.
// Must run under the Node that a client brings, which may be old and may know nothing of the user's PATH.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const PACKAGE = 'lyra-research@VERSION'
const windows = process.platform === 'win32'
const program = windows ? 'npx.cmd' : 'npx'
const usual = windows ? [] : ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin']
const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter), ...usual]
const npx = folders.map((folder) => join(folder, program)).find((path) => existsSync(path))

if (npx === undefined) {
  process.stderr.write('Lyra needs npx, which comes with Node 20 or newer: https://nodejs.org\n')
  process.exitCode = 17
} else {
  const path = [dirname(npx), process.env.PATH ?? ''].join(delimiter)
  const child = spawn(windows ? `"${npx}"` : npx, ['-y', '--prefer-offline', PACKAGE, ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, PATH: path },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${npx}: ${error.message}\n`)
    process.exitCode = 17
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}
