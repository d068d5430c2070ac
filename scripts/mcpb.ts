import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packZip } from '../src/archive/zip/pack-zip.ts'
import { bundleFiles } from './mcpb/bundle.ts'
import { asJson, packageSchema, registryManifest } from './mcpb/manifests.ts'

/**
 * `npm run mcpb` writes lyra-research-<version>.mcpb and server.json. `--from <folder>` puts the package that was
 * installed there into the bundle; `--validate` has the official tool look at the manifest (fetched by npx).
 */
const { values } = parseArgs({ options: { from: { type: 'string' }, validate: { type: 'boolean' } } })
const root = join(import.meta.dirname, '..')
const facts = packageSchema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

writeFileSync(join(root, 'server.json'), asJson(registryManifest(facts)))
const file = join(root, `${facts.name}-${facts.version}.mcpb`)
const descriptor = openSync(file, 'w')
const size = packZip(bundleFiles(root, facts, values.from === undefined ? null : resolve(values.from)), (piece) => {
  for (let written = 0; written < piece.length; ) written += writeSync(descriptor, piece, written)
})
closeSync(descriptor)
process.stdout.write(`Wrote server.json and ${file} (${size} bytes)\n`)
if (values.validate === true) validate()

function validate(): void {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-mcpb-'))
  const [manifest] = bundleFiles(root, facts, null)
  try {
    writeFileSync(join(folder, 'manifest.json'), manifest?.bytes ?? '')
    const args = ['-y', '@anthropic-ai/mcpb@2', 'validate', join(folder, 'manifest.json')]
    process.exitCode = spawnSync('npx', args, { stdio: 'inherit' }).status ?? 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
