import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeHtml } from '../../src/extract/charset.ts'
import { invisibleElements } from '../../src/extract/invisible-elements.ts'
import { readMetadata } from '../../src/extract/metadata.ts'
import { pageFeatures } from '../../src/extract/page-features.ts'
import { parseHtml } from '../../src/extract/parse-html.ts'
import { structuredText, structuredUnits } from '../../src/extract/structured-text.ts'
import { phraseBits, unitTable } from '../../src/extract/unit-features.ts'
import { unitsOf } from '../../src/extract/units.ts'
import { learningPages } from './collection.ts'

/**
 * First step of learning config/extract: every page to learn from as rows of numbers, with its expected text.
 * `node scripts/learn-extraction/write-features.ts --wcxb <folder with ground-truth/ and html/> --data <shared data>
 * --out <folder>`
 */
const { values } = parseArgs({
  options: { wcxb: { type: 'string' }, data: { type: 'string', default: '../shared/data' }, out: { type: 'string' } },
})
const { wcxb, data, out } = values
if (wcxb === undefined || out === undefined) throw new Error('--wcxb and --out are needed')

const rows: Float32Array[] = []
const described: unknown[] = []
let width = 0
for (const { read, ...page } of learningPages(wcxb, data)) {
  const document = parseHtml(await decodeHtml(read(), null))
  const metadata = readMetadata(document, page.url)
  const visible = unitsOf(document, invisibleElements(document))
  const units = [...visible, ...structuredUnits(document, metadata, visible)]
  const phrases = units.map((unit) => phraseBits(unit.text))
  const columns = pageFeatures(document, units, phrases, metadata, page.url)
  const table = unitTable(document, units, phrases, metadata.title ?? '', structuredText(metadata), columns)
  width = Math.max(width, table.width)
  for (let index = 0; index < units.length; index += 1)
    rows.push(table.values.slice(index * table.stride, index * table.stride + table.width))
  described.push({
    ...page,
    page: columns,
    units: units.map((unit, index) => ({ text: unit.text, ...table.places[index] })),
  })
}
mkdirSync(out, { recursive: true })
const all = new Float32Array(rows.length * width)
rows.forEach((row, index) => {
  all.set(row, index * width)
})
writeFileSync(join(out, 'rows.f32'), Buffer.from(all.buffer))
writeFileSync(join(out, 'pages.json'), JSON.stringify({ width, pages: described }))
process.stdout.write(`${described.length} pages, ${rows.length} pieces of ${width} numbers\n`)
