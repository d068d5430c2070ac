import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { packDemo } from './demo-pack/pack.ts'

const root = join(import.meta.dirname, '..')
const target = join(root, 'demo/demo-web.warc.gz')
const { archive, counts } = packDemo(root)

if (process.argv.includes('--check')) {
  // Compared after inflation: zlib builds may compress the same records into different bytes.
  if (!gunzipSync(readFileSync(target)).equals(gunzipSync(archive))) {
    console.error('demo/demo-web.warc.gz is not what its sources give: run `npm run pack-demo` and commit the result')
    process.exit(1)
  }
  console.log('demo/demo-web.warc.gz is up to date')
} else {
  writeFileSync(target, archive)
  for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(18)} ${count}`)
}
