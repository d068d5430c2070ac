import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { crc32, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { bundleFiles } from '../../../scripts/mcpb/bundle.ts'
import { asJson, mcpbManifest, packageSchema, registryManifest } from '../../../scripts/mcpb/manifests.ts'
import { loadSettings } from '../../../src/app/config.ts'
import { TOOLS } from '../../../src/app/use-cases.ts'
import { packZip, type ZipEntry } from '../../../src/archive/zip/pack-zip.ts'
import { ROOT } from '../fake-world.ts'
import { fakeHome } from './fake-home.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const FACTS = packageSchema.parse(JSON.parse(read('package.json')))

/** What the published schema of manifest 0.3 allows of the fields that we use; anything else is refused. */
const manifestSchema = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string(),
  display_name: z.string(),
  version: z.string(),
  description: z.string(),
  long_description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
  server: z.strictObject({
    type: z.enum(['python', 'node', 'binary']),
    entry_point: z.string(),
    mcp_config: z.strictObject({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  tools_generated: z.boolean(),
  prompts_generated: z.boolean(),
  user_config: z.record(
    z.string(),
    z.strictObject({
      type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
      title: z.string(),
      description: z.string(),
      required: z.boolean(),
      default: z.union([z.string(), z.number(), z.boolean()]),
      min: z.number().optional(),
    }),
  ),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
})

/** The same for server.json of 2025-12-11: names, lengths, and no range or "latest" as a version. */
const registrySchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.literal('lyra-research'),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      runtimeHint: z.literal('npx'),
      runtimeArguments: z.array(z.strictObject({ type: z.literal('named'), name: z.string() })),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          format: z.enum(['string', 'number', 'boolean', 'filepath']),
          isRequired: z.boolean(),
        }),
      ),
    }),
  ),
})

const bundle = () => [...bundleFiles(ROOT, FACTS, null)]

test('LYRA 8.2: the manifest of the bundle keeps to version 0.3 and has every tool', () => {
  const manifest = manifestSchema.parse(mcpbManifest(FACTS, { entryPoint: 'server/index.js', platforms: ['linux'] }))
  assert.equal(manifest.version, FACTS.version)
  assert.deepEqual(
    manifest.tools.map(({ name }) => name),
    TOOLS.map(({ name }) => name),
  )
})

test('LYRA 8.2: what the bundle asks the user are settings, with their defaults', () => {
  const { server, user_config } = manifestSchema.parse(
    mcpbManifest(FACTS, { entryPoint: 'server/index.js', platforms: ['linux'] }),
  )
  const environment = Object.fromEntries(
    Object.entries(server.mcp_config.env).map(([name, value]) => {
      const asked = user_config[value.slice('${user_config.'.length, -1)]
      return [name, String(asked?.default).replace(`\${HOME}`, '/home/ann')]
    }),
  )

  const settings = loadSettings({ packageRoot: ROOT, environment, flags: {} })

  assert.deepEqual(environment, {
    LYRA_HOME: '/home/ann/.lyra',
    LYRA_TASK__MAX_PAGES: '120',
    LYRA_TASK__MAX_SECONDS: '1200',
  })
  assert.deepEqual([settings.home, settings.task.max_pages], ['/home/ann/.lyra', 120])
})

test('LYRA 8.2: server.json is the one that `npm run mcpb` writes, for this version and the name of package.json', () => {
  const text = read('server.json')
  assert.equal(text, asJson(registryManifest(FACTS)))
  const server = registrySchema.parse(JSON.parse(text))
  assert.deepEqual(
    [server.name, server.version, server.packages[0]?.version],
    [FACTS.mcpName, FACTS.version, FACTS.version],
  )
})

test('LYRA 8.2: the bundle is a ZIP file with the manifest first, the same bytes each time', () => {
  const pieces: Buffer[] = []
  const again: Buffer[] = []
  const size = packZip(bundle(), (piece) => void pieces.push(piece))
  packZip(bundle(), (piece) => void again.push(piece))
  const file = Buffer.concat(pieces)

  assert.equal(size, file.length)
  assert.deepEqual(file, Buffer.concat(again))
  const found = unzipped(file)
  assert.deepEqual(
    found.map(({ name }) => name),
    ['manifest.json', 'LICENSE', 'server/index.js', 'server/package.json'],
  )
  assert.deepEqual(
    found,
    bundle().map(({ name, bytes }) => ({ name, bytes })),
  )
})

test('LYRA 8.2: a bundle of an installed package holds its files and starts its program', (t) => {
  const { folder } = fakeHome(t)
  mkdirSync(join(folder, 'node_modules/lyra-research/bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/lyra-research/bin/lyra'), '#!/usr/bin/env node\n', { mode: 0o755 })

  const files = [...bundleFiles(ROOT, FACTS, folder)]

  const manifest = manifestSchema.parse(JSON.parse(String(files[0]?.bytes)))
  assert.deepEqual(
    files.map(({ name, isProgram }) => `${name} ${isProgram}`),
    ['manifest.json false', 'LICENSE false', 'node_modules/lyra-research/bin/lyra true'],
  )
  assert.equal(manifest.server.mcp_config.args[0], `\${__dirname}/node_modules/lyra-research/bin/lyra`)
})

const unix = { skip: process.platform === 'win32' ? 'a shell script stands for npx' : false }

test('LYRA 8.2: the program of the bundle hands its arguments to npx, for the version of the bundle', unix, (t) => {
  const { folder } = fakeHome(t)
  const program = bundle().find(({ name }) => name === 'server/index.js')
  writeFileSync(join(folder, 'index.mjs'), program?.bytes ?? '')
  // The folder of Node comes first, so that a client's own npx is taken before the user's.
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\necho "$@"\nexit 3\n', { mode: 0o755 })
  const node = join(folder, 'node')
  writeFileSync(node, `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 })

  const path = [folder, '/usr/bin', '/bin'].join(delimiter)
  const script = `Object.defineProperty(process, 'execPath', { value: ${JSON.stringify(node)} })`
  const preload = `data:text/javascript,${encodeURIComponent(script)}`
  const args = ['--import', preload, join(folder, 'index.mjs'), 'mcp']
  const result = spawnSync(process.execPath, args, { encoding: 'utf8', env: { PATH: path } })

  assert.deepEqual([result.status, result.stdout], [3, `-y --prefer-offline lyra-research@${FACTS.version} mcp\n`])
})

/** The entries of a ZIP file as its directory tells them, checked against their sums. */
function unzipped(file: Buffer): readonly Pick<ZipEntry, 'name' | 'bytes'>[] {
  const end = file.length - 22
  assert.equal(file.toString('latin1', end, end + 4), 'PK\x05\x06')
  let at = file.readUInt32LE(end + 16)
  return Array.from({ length: file.readUInt16LE(end + 10) }, () => {
    const [sum, packed, length] = [16, 20, 28].map((offset) =>
      offset === 28 ? file.readUInt16LE(at + offset) : file.readUInt32LE(at + offset),
    )
    const name = file.toString('utf8', at + 46, at + 46 + (length ?? 0))
    const start = file.readUInt32LE(at + 42) + 30 + (length ?? 0)
    const bytes = inflateRawSync(file.subarray(start, start + (packed ?? 0)))
    assert.equal(crc32(bytes), sum)
    at += 46 + (length ?? 0)
    return { name, bytes }
  })
}
