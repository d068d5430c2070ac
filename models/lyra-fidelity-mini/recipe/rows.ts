import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openModel } from '../../../src/models/onnx-session.ts'
import { findReaderModel } from '../../../src/models/model-folder.ts'
import { cutPair } from '../../../src/models/pair-input.ts'
import { type Alteration, alterations, alteredAlike, type Around, type Lang, pick } from './alterations.ts'
import { type WrittenPair, writtenPairs } from './pairs.ts'
import { reworded, surer } from './rewordings.ts'

/**
 * The rows of train.py, as tokens: `node rows.ts --data DATA --out rows --most 20000`. Writes rows.json (counts) and
 * rows.bin (32-bit words: per row length, begin of the claim, label, weight in hundredths, first and last altered token
 * of the claim, kind, group; then the tokens). DATA holds stance/ as in the reader's recipe; without it the rows come
 * from what stands beside that recipe.
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string', default: 'rows' }, most: { type: 'string', default: '20000' }, seed: { type: 'string', default: '7' }, text: { type: 'string' } },
})
const KINDS = ['faithful', 'number', 'year', 'name', 'word', 'direction', 'denial', 'hedge', 'refuted', 'neutral'] as const
interface Row {
  readonly e: string
  readonly c: string
  readonly y: 0 | 1
  readonly w: number
  /** The claim as it would be right: where the two differ is what was altered. */
  readonly right: string | null
  readonly kind: (typeof KINDS)[number]
  readonly group: string
}

let seed = Number(values.seed)
const draw = () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff
}
const langOf = (text: string): Lang => (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(text) ? 'ja' : 'en')
const LONGEST = 420
const LONGEST_JA = 200

/** As the check asks: title : heading : sentences; sometimes what stands beside them too. */
function evidenceOf({ title, heading, text, before, after }: WrittenPair): string {
  const space = langOf(text) === 'ja' ? '' : ' '
  const sentences = [draw() < 0.4 ? before : '', text, draw() < 0.4 ? after : ''].filter((one) => one !== '').join(space)
  const frame = [draw() < 0.85 ? title : '', draw() < 0.7 ? heading : ''].filter((one) => one !== '')
  return [...frame, sentences].join(' : ')
}

const WEIGHTS: Readonly<Record<Alteration['kind'], number>> = { number: 1.8, year: 1.5, name: 1.6, word: 1.3, direction: 2, denial: 0.5, hedge: 1 }

/** One alteration, a rare kind as likely as a frequent one. */
function chosen(some: readonly Alteration[]): Alteration | undefined {
  const kinds = [...new Set(some.map(({ kind }) => kind))]
  let at = draw() * kinds.reduce((sum, kind) => sum + WEIGHTS[kind], 0)
  const kind = kinds.find((one) => (at -= WEIGHTS[one]) <= 0) ?? kinds[0]
  return pick(some.filter((one) => one.kind === kind), draw)
}

const joinedWith: Readonly<Record<Lang, readonly string[]>> = { en: ['; ', ', and ', ', while '], ja: ['。また、', '。'] }

function main() {
  const { pairs, groups } = writtenPairs(values.data)
  const most = Number(values.most)
  const usable = pairs.filter(({ text, claim }) => claim.length > 8 && text.length + claim.length < (langOf(text) === 'ja' ? LONGEST_JA : LONGEST))
  const rows: Row[] = []
  const shuffled = usable.map((pair) => ({ pair, at: draw() })).sort((a, b) => a.at - b.at).map(({ pair }) => pair)
  const supports = shuffled.filter(({ y }) => y === 'S')
  // A page beside its own words is half of what there is: most of it is left out.
  const told = supports.filter(({ text, claim }) => text !== claim || draw() < 0.35)
  for (const pair of told) {
    if (rows.length >= most * 0.76) break
    rows.push(...square(pair, { evidence: '', names: groups.get(pair.group)?.names ?? [], years: groups.get(pair.group)?.years ?? [] }))
  }
  const others = (y: 'R' | 'N', share: number, w: number) =>
    shuffled.filter((pair) => pair.y === y).slice(0, most * share).map((pair): Row => ({
      ...{ e: evidenceOf(pair), c: pair.claim, y: 1, w, right: null, group: pair.group }, kind: y === 'R' ? 'refuted' : 'neutral',
    }))
  rows.push(...others('R', 0.19, 1), ...others('N', 0.05, 0.5))
  return rows.map((row) => ({ row, at: draw() })).sort((a, b) => a.at - b.at).map(({ row }) => row)
}

/** The pair, with its claim altered, with its evidence altered, and with both: what is unusual tells nothing. */
function square(pair: WrittenPair, around: Around): Row[] {
  const lang = langOf(pair.claim)
  const e = evidenceOf(pair)
  const made: Row[] = []
  const said = draw() < 0.3 ? reworded(pair.claim, lang, draw) : pair.claim
  const one = chosen(alterations(said, lang, { ...around, evidence: e }, draw))
  const row = (evidence: string, c: string, right: string | null, kind: Row['kind'], w = 1): Row =>
    ({ e: evidence, c, y: right === null ? 0 : 1, w, right, kind, group: pair.group })
  let [c, altered] = [said, one?.text]
  // Two things said in one sentence, of which one is altered.
  if (pair.after !== '' && e.includes(pair.after) && draw() < 0.5 && langOf(pair.after) === lang) {
    const link = pick(joinedWith[lang], draw) ?? '; '
    const end = /[.。]$/u
    const join = (text: string) => link === '。' || lang === 'ja' ? `${text.replace(end, '')}${link}${pair.after}` : `${text.replace(end, '')}${link}${pair.after}`
    ;[c, altered] = [join(c), altered === undefined ? undefined : join(altered)]
  }
  if (draw() < HEDGED && !UNSURE.test(pair.text) && langOf(pair.text) === lang) made.push(...hedged(pair, row))
  made.push(row(e, c, null, 'faithful'))
  if (one === undefined || altered === undefined) return made
  made.push(row(e, altered, c, one.kind))
  const other = alteredAlike(e, one, lang)
  if (other !== null && other !== e) {
    const isCopied = pair.after !== '' && c.includes(pair.after) && other.includes(pair.after) === false
    if (!isCopied) made.push(row(other, altered, null, 'faithful'), row(other, c, altered, one.kind))
  }
  return made
}

/** Pairs that are told once as sure and once as not. */
const HEDGED = 0.06
const UNSURE = /\b(?:may|might|could|probably|perhaps|plans?|expected|suggests?)\b|可能性|みられ|予定|見込|だろう|かもしれ|という/u

function hedged(pair: WrittenPair, row: (e: string, c: string, right: null, kind: Row['kind']) => Row): Row[] {
  const { unsure, fact, sure, open } = surer(pair.text, pair.claim, langOf(pair.claim), draw)
  const [before, after] = [evidenceOf({ ...pair, text: unsure }), evidenceOf({ ...pair, text: fact })]
  const altered = { ...row(before, sure, null, 'hedge'), y: 1 as const }
  return [altered, row(before, open, null, 'faithful'), row(after, sure, null, 'faithful')]
}

const rows = main()
const model = findReaderModel('lyra-reader-mini', { home: '/nowhere' })
const loaded = await openModel(model, 1)()
const groups = [...new Set(rows.map(({ group }) => group))]
const words: number[] = []
const counts: Record<string, number> = {}
const MOST_TOKENS = 160
const lengths: number[] = []
const told: string[] = []
const claimOf = ({ ids, typeIds }: { ids: readonly number[]; typeIds: readonly number[] }) => ids.slice(typeIds.indexOf(1), -1)
for (const { e, c, y, w, right, kind, group } of rows) {
  const encoded = cutPair(loaded.encodePair(e, c), MOST_TOKENS)
  const { ids, typeIds } = encoded
  const claim = claimOf(encoded)
  let [first, last] = [0, -1]
  if (right !== null) {
    const other = claimOf(loaded.encodePair('.', right))
    while (first < claim.length && first < other.length && claim[first] === other[first]) first += 1
    let back = 0
    while (back < claim.length - first && back < other.length - first && claim.at(-1 - back) === other.at(-1 - back)) back += 1
    last = claim.length - back - 1
    // Something left out is told at the words around the gap.
    if (last < first) [first, last] = [Math.max(0, first - 1), Math.min(claim.length - 1, first)]
  }
  words.push(ids.length, typeIds.indexOf(1), y, Math.round(w * 100), first, last, KINDS.indexOf(kind), groups.indexOf(group), ...ids)
  lengths.push(ids.length)
  const lang = langOf(c)
  counts[`${kind} ${lang} ${y}`] = (counts[`${kind} ${lang} ${y}`] ?? 0) + 1
  if (values.text !== undefined) told.push(JSON.stringify({ e, c, y, kind, right }))
}
const bytes = Int32Array.from(words)
writeFileSync(`${values.out}.bin`, new Uint8Array(bytes.buffer))
writeFileSync(`${values.out}.json`, JSON.stringify({ kinds: KINDS, groups: groups.length, rows: rows.length }))
if (values.text !== undefined) writeFileSync(values.text, told.join('\n'))
console.table(counts)
console.log(rows.length, 'rows; mean tokens', lengths.reduce((a, b) => a + b, 0) / lengths.length)
process.exit(0)
