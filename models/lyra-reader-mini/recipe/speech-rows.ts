import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { seededRandom } from '../../../src/domain/random.ts'
import { splitSentences } from '../../../src/domain/sentences.ts'
import { writtenSentences } from '../../lyra-speech-mini/recipe/sentences.ts'

/**
 * The rows of speech_head.py: `node speech-rows.ts --data ../shared/data --out speech-rows.jsonl.gz`. Does a sentence
 * speak to the machine that reads it, or to whoever runs that machine? Written sentences of `lyra-speech-mini/recipe`,
 * by family or line, of which every sixth is held out; and text of pages, papers and an encyclopedia, which does not.
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string', default: 'speech-rows.jsonl.gz' } },
})
if (values.data === undefined) throw new Error('--data is needed')
const DATA = values.data
const RECIPE = import.meta.dirname
const WRITTEN = join(RECIPE, '..', '..', 'lyra-speech-mini', 'recipe')
const DRAWS = 5
const TOLD_TO_A_MACHINE =
  /\b(?:AI|assistants?|models?|agents?|bots?|LLM|crawlers?|system prompt|automated)\b|AI|アシスタント|言語モデル|指示は|エージェント|人工知能/u

interface Row {
  e: string
  c: string
  y: 0 | 1
  w: number
  src: string
  lang: string
  family: string
  held: boolean
}

const random = seededRandom(4)
const parsed = (text: string): any[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const lines = (file: string) => parsed(readFileSync(file, 'utf8'))
const unpacked = (file: string) => parsed(gunzipSync(readFileSync(join(DATA, file))).toString('utf8'))
const isHeld = (name: string) =>
  [...name].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) >>> 0, 7) % 6 === 0
const isJapanese = (text: string) => /[\u3041-\u30ff\u4e00-\u9fff]/u.test(text)
const everyNth = <T>(items: readonly T[], most: number) => {
  const step = Math.max(1, Math.floor(items.length / most))
  return items.filter((_, at) => at % step === 0).slice(0, most)
}
const rows: Row[] = []

// ---- Text that nobody wrote for this, with what stands before it. ----

const prose: Record<string, string[]> = { en: [], ja: [] }
function inOrder(texts: readonly string[], src: string, most: number) {
  const pairs = texts.flatMap((text) => {
    const cut = splitSentences(text).map((one) => one.text)
    return cut.map((c, at) => ({ c, e: cut[at - 1] ?? '' }))
  })
  for (const { c, e } of everyNth(pairs, most)) {
    if (c.length < 6 || c.length > 400) continue
    const lang = isJapanese(c) ? 'ja' : 'en'
    prose[lang]?.push(c)
    const family = `${src} ${Math.floor(rows.length / 50)}`
    rows.push({ e: random.next() < 0.5 ? e : '', c, y: 0, w: 1, src, lang, family, held: isHeld(family) })
  }
}
inOrder(
  unpacked('scifact/corpus.jsonl.gz').map(({ abstract }) => abstract.join(' ')),
  'abstract',
  1200,
)
inOrder([...new Set(unpacked('japanese/jaquad-dev-half.jsonl.gz').map(({ context }) => context))], 'encyclopedia', 2500)
const articles = JSON.parse(readFileSync(join(DATA, 'extraction/articles/ground-truth.json'), 'utf8'))
inOrder(
  Object.values(articles).map(({ articleBody }: any) => articleBody),
  'article',
  3500,
)
for (const s of lines(join(DATA, 'sentences/web-sentences.jsonl')))
  rows.push({
    ...{ e: s.before ?? '', c: s.text, y: 0, w: 1, src: 'web', lang: 'en', family: s.doc, held: isHeld(s.doc) },
  })

// ---- Written ones. Half of them stand behind a sentence of other text, as an order in a page does. ----

const before = (lang: string) => {
  const some = prose[lang === 'ja' ? 'ja' : 'en'] ?? []
  return random.next() < 0.5 ? '' : (some[Math.floor(random.next() * some.length)] ?? '')
}
for (const [name, y, lang] of [
  ['orders-en.txt', 1, 'en'],
  ['orders-ja.txt', 1, 'ja'],
  ['plain-en.txt', 0, 'en'],
  ['plain-ja.txt', 0, 'ja'],
] as const)
  for (const { text, line, weight } of writtenSentences(name, y === 1, lang, DRAWS))
    rows.push({ e: before(lang), c: text, y, w: 2 * weight, src: 'lines', lang, family: line, held: isHeld(line) })
for (const file of readdirSync(join(WRITTEN, 'rows-2')).filter((name) => name.endsWith('.jsonl')))
  for (const row of lines(join(WRITTEN, 'rows-2', file))) {
    const y = row.label === 'speech' ? 1 : 0
    const lang = row.language === 'ja' ? 'ja' : row.language === 'en' ? 'en' : 'other'
    const whence = { src: `rows ${row.label}`, lang, family: row.family, held: isHeld(row.family) } as const
    rows.push({ e: '', c: row.text, y, w: 1.5, ...whence })
    if (row.before) rows.push({ e: row.before, c: row.text, y, w: 1, ...whence })
  }
for (const name of ['sentences-en', 'sentences-ja'])
  for (const s of lines(join(RECIPE, `${name}.jsonl`))) {
    const y = s.label === 'S' && TOLD_TO_A_MACHINE.test(s.text) ? 1 : 0
    const lang = isJapanese(s.text) ? 'ja' : 'en'
    rows.push({ e: s.before ?? '', c: s.text, y, w: 1, src: 'sentences', lang, family: s.page, held: isHeld(s.page) })
  }
for (const s of lines(join(RECIPE, 'negatives.jsonl'))) {
  const lang = isJapanese(s.text) ? 'ja' : 'en'
  rows.push({ e: '', c: s.text, y: 0, w: 1, src: 'negatives', lang, family: s.text, held: isHeld(s.text) })
}

const counts: Record<string, number> = {}
for (const { y, src, lang, held } of rows) {
  const key = `${src} ${lang} ${y} ${held ? 'held' : 'train'}`
  counts[key] = (counts[key] ?? 0) + 1
}
console.table(counts)
writeFileSync(values.out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
