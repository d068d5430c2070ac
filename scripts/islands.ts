import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIslands } from './islands/build-islands.ts'

/**
 * `npm run islands [-- --check]`: bundles what runs in the browser (src/web/islands) into files that are checked in, so
 * that a checkout runs without a build. With `--check`, says whether they are what the sources give.
 */
const root = join(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
let stale = 0
for (const { path, bytes, packed } of await buildIslands(root)) {
  const file = join(root, path)
  if (isCheck) {
    if (!Buffer.from(bytes).equals(readFileSync(file))) {
      stale += 1
      process.stdout.write(`${path} is not what its sources give: npm run islands\n`)
    }
    continue
  }
  writeFileSync(file, bytes)
  process.stdout.write(`${path}: ${bytes.length} bytes, ${packed} gzipped\n`)
}
process.exitCode = stale === 0 ? 0 : 1
