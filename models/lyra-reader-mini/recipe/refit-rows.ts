import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '../../../src/domain/random.ts'
import { splitSentences } from '../../../src/domain/sentences.ts'

/**
 * The rows of refit_sentences.py: `node refit-rows.ts sentences.jsonl.gz rows.jsonl [web-sentences.jsonl]` (the first is
 * what world-sentences.ts writes, the last the labelled sentences of real pages of rows.ts). Every sentence that states
 * nothing comes with what stands before it, with nothing, and under a title, statements of worlds in their place.
 */
const [given = '', out = 'rows.jsonl', web] = process.argv.slice(2)
const RECIPE = import.meta.dirname
const KINDS = 'CDOAQMSFN'
const [STATED, NOT_STATED] = [9, 10]
const STEP = /^We (?!are|were|have|had|do|did|will)/
/** Methods and opinions pass for facts more easily than the rest. */
const weightOf = (label: string) => ('CD'.includes(label) ? 1.2 : 'MO'.includes(label) ? 5.6 : 3.1)
const random = seededRandom(7)
const draw = <T>(some: readonly T[]) => some[Math.floor(random.next() * some.length)] as T
const lines = (text: string): any[] => text.trim().split('\n').map((line) => JSON.parse(line))
const rows: { e: string; c: string; y: number; w: number; held: boolean; src: string }[] = []

const told = lines(gunzipSync(readFileSync(given)).toString('utf8'))
const titles = [...new Set<string>(told.filter(({ e }) => e.length < 70).map(({ e }) => e))]
const ways = (before: string) => [...new Set([before, '', draw(titles)])]
for (const [at, { e, c, stated, web }] of told.entries()) {
  const small = web.includes(':')
  if (small && at % 2 === 1) continue
  const y = stated ? STATED : NOT_STATED
  // Steps of a study are no claims, though the worlds list them as statements.
  if (stated && STEP.test(c)) continue
  for (const before of stated ? [e] : ways(e)) {
    const w = stated ? (small ? 0.07 : 0.2) : 2
    rows.push({ e: before, c, y, w, held: web === 'lake-observatory', src: small ? 'small' : 'open' })
  }
}
for (const file of ['sentences-en.jsonl', 'sentences-ja.jsonl', 'negatives.jsonl'])
  for (const [at, { before, text, label }] of lines(readFileSync(join(RECIPE, file), 'utf8')).entries())
    for (const e of ways(before))
      rows.push({ e, c: text, y: KINDS.indexOf(label), w: weightOf(label), held: at % 6 === 5, src: file })
/** As rows.ts holds pages out. */
const heldPage = (page: string) => [...page].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) >>> 0, 7) % 6 === 0
for (const { before, text, label, doc } of web === undefined ? [] : lines(readFileSync(web, 'utf8')))
  for (const e of ways(before ?? '').slice(0, 2))
    rows.push({ e, c: text, y: KINDS.indexOf(label), w: weightOf(label), held: heldPage(doc), src: 'web' })
for (const file of readdirSync(RECIPE).filter((name) => /^(?:topics|en-.|ja-.)\.jsonl$/.test(name)))
  for (const [at, { passages = [] }] of lines(readFileSync(join(RECIPE, file), 'utf8')).entries())
    for (const passage of passages.slice(0, 3)) {
      const [first] = splitSentences(typeof passage === 'string' ? passage : passage.text)
      if (first !== undefined) rows.push({ e: '', c: first.text, y: STATED, w: 0.25, held: at % 6 === 5, src: 'webs' })
    }
writeFileSync(out, rows.map((row) => JSON.stringify(row)).join('\n'))
process.stdout.write(`${rows.length} rows\n`)
