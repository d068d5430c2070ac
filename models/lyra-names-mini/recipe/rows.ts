import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { EntityKind, RecognisedName } from '../../../src/domain/entity.ts'
import { openWordTable } from '../../../src/models/word-table.ts'
import { createAnalyser } from '../../../src/rank/tokens.ts'
import { isJapaneseText } from '../../../src/sources/entities/fold-letters.ts'
import { taggedWords } from '../../../src/sources/entities/japanese-words.ts'
import { nameCandidates } from '../../../src/sources/entities/name-candidates.ts'
import { blocksOf } from '../../../src/sources/entities/name-head.ts'
import { recogniseNames } from '../../../src/sources/entities/recognise.ts'
import { KINDS, readWritten, type Written } from './written.ts'

/*
 * `node rows.ts DATA OUT`: writes OUT/rows.jsonl (a sentence a line, with its candidates and what each of them is) and
 * OUT/vectors.bin (the four vectors of each candidate). DATA is the folder of shared data: its sentences are read there
 * and not copied; `labels.jsonl` knows the labelled ones by their digest.
 */
const [data = '', out = ''] = process.argv.slice(2)
const ROOT = join(import.meta.dirname, '../../..')
/** Sentences with other names in the place of those that were written. */
const VARIANTS = 5
/** Sentences of real pages that the rules label: what they leave and find there, at a small weight. */
const SILVER = { en: 900, ja: 700 }

const words = new Set(readFileSync(join(ROOT, 'config/lexicons/english-words.txt'), 'utf8').split(/\s+/u))
const { morphemes } = await createAnalyser()
const tagged = (text: string) => taggedWords(morphemes, text)
const table = await openWordTable()
mkdirSync(out, { recursive: true })
const vectors = openSync(join(out, 'vectors.bin'), 'w')
const lines: string[] = []

interface Row {
  readonly lang: 'en' | 'ja'
  readonly set: 'written' | 'web' | 'open' | 'silver'
  /** Sentences of one fold, with their variants, are read by a head that was fitted to the others. */
  readonly fold: number
  readonly variant: number
}

function write(row: Row, text: string, gold: Written['names']): void {
  const found = recogniseNames({ commonWords: words, tagged }, text)
  const candidates = nameCandidates({
    ...{ text, found, isCommon: (word) => words.has(word) },
    words: isJapaneseText(text) ? tagged(text) : [],
  }).map((one) => {
    const kind = gold.find(({ start, end }) => start === one.start && end === one.end)?.kind ?? 'none'
    writeSync(vectors, Buffer.from(blocksOf(table, table.pieces(text), one).buffer))
    return { ...one, is: kind }
  })
  lines.push(JSON.stringify({ ...row, text, gold, found, candidates }))
}

/** The same draw on every machine. */
let state = 1
function draw(below: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((state / 2_147_483_648) * below)
}

function withOtherNames({ text, names }: Written, lists: ReadonlyMap<EntityKind, readonly string[]>): Written {
  let [changed, from] = ['', 0]
  const others = names.map((one) => {
    const list = lists.get(one.kind)
    const name = list?.[draw(list.length)] ?? one.text
    changed += text.slice(from, one.start)
    const start = changed.length
    changed += name
    from = one.end
    return { start, end: changed.length, text: name, kind: one.kind }
  })
  return { text: changed + text.slice(from), names: others }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const readLines = (path: string): readonly string[] =>
  readFileSync(path, 'utf8').split('\n').filter((line) => line !== '')

function sentencesOf(lang: 'en' | 'ja'): readonly string[] {
  if (lang === 'en')
    return readLines(join(data, 'sentences/web-sentences.jsonl')).map((line) => (JSON.parse(line) as { text: string }).text)
  const zipped = readFileSync(join(data, 'japanese/jaquad-dev-half.jsonl.gz'))
  const paragraphs = gunzipSync(zipped).toString().split('\n').filter((line) => line !== '')
  const texts = paragraphs.map((line) => (JSON.parse(line) as { context: string }).context)
  return [...new Set(texts)].flatMap((text) => text.match(/[^。\n]+。/gu) ?? [])
}

const labels = new Map(
  readLines(join(import.meta.dirname, 'labels.jsonl')).map((line) => {
    const { of, names } = JSON.parse(line) as { of: string; names: [number, number, string][] }
    return [of, names] as const
  }),
)
const OPEN_KINDS: Readonly<Record<string, EntityKind>> = { org: 'organisation' }
for (const lang of ['en', 'ja'] as const) {
  const lists = new Map(
    readLines(join(import.meta.dirname, `names-${lang}.txt`)).map((line) => [
      KINDS[line[0] ?? ''] ?? 'organisation',
      line.slice(2).split('|'),
    ]),
  )
  for (const [at, written] of readWritten(`written-${lang}.txt`).entries()) {
    write({ lang, set: 'written', fold: at % 5, variant: 0 }, written.text, written.names)
    for (let variant = 1; variant <= VARIANTS && written.names.length > 0; variant += 1) {
      const other = withOtherNames(written, lists)
      write({ lang, set: 'written', fold: at % 5, variant }, other.text, other.names)
    }
  }
  for (const line of readLines(join(ROOT, `bench/entities/open/sentences-${lang}.jsonl`))) {
    const { text, entities } = JSON.parse(line) as { text: string; entities: (RecognisedName & { kind: string })[] }
    const names = entities.map((one) => ({ ...one, kind: OPEN_KINDS[one.kind] ?? one.kind }))
    write({ lang, set: 'open', fold: -1, variant: 0 }, text, names)
  }
  const sentences = [...new Set(sentencesOf(lang))].map((text) => ({ text, of: digest(text) }))
  for (const [at, { text, of }] of sentences.filter((one) => labels.has(one.of)).entries()) {
    const names = (labels.get(of) ?? []).map(([start, end, mark]) => ({
      ...{ start, end, text: text.slice(start, end), kind: KINDS[mark] ?? 'organisation' },
    }))
    write({ lang, set: 'web', fold: at % 5, variant: 0 }, text, names)
  }
  const others = sentences
    .filter(({ text, of }) => !labels.has(of) && text.length > 20 && text.length < 240 && isJapaneseText(text) === (lang === 'ja'))
    .sort((a, b) => (a.of < b.of ? -1 : 1))
  for (const { text } of others.slice(0, SILVER[lang]))
    write({ lang, set: 'silver', fold: 9, variant: 0 }, text, recogniseNames({ commonWords: words, tagged }, text))
}
closeSync(vectors)
writeFileSync(join(out, 'rows.jsonl'), `${lines.join('\n')}\n`)
process.stdout.write(`${lines.length} sentences\n`)
