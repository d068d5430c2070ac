import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type Quantity, readFigures } from '../../../src/judge/rules/quantities.ts'
import { frameRows } from './frames.ts'
import { restatedRows } from './restated.ts'

/**
 * The rows of train.py: `node rows.ts --data DATA --out rows.jsonl.gz`.
 *
 * DATA holds stance/ (mini-webs-*.jsonl, pages-*.jsonl, abstract-claims.jsonl), scifact/ (corpus.jsonl.gz,
 * claims_train.jsonl) and sentences/web-sentences.jsonl; the rest stands beside this file. Whole webs, kinds of frames
 * and pages are held out, never single pairs: claims of one web share their passages.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    out: { type: 'string', default: 'rows.jsonl.gz' },
    'per-fact': { type: 'string', default: '34' },
  },
})
if (values.data === undefined) throw new Error('--data is needed')
const DATA = values.data
const RECIPE = import.meta.dirname
const HELD_TOPICS = join(RECIPE, '../../../bench/stance/topics-held-out.jsonl')

interface Row {
  task: 'stance' | 'quantity' | 'sentence'
  /** Evidence; for sentences the sentence before. */
  e: string
  /** Claim; for sentences the sentence itself. */
  c: string
  y: number
  topic: string
  src: string
  lang: string
  held: boolean
  w?: number
}

interface Piece {
  title: string
  heading: string
  text: string
}

const STANCES = 'SRN'
const KINDS = 'CDOAQMSFN'
const rows: Row[] = []

let seed = 7
/** A fixed draw: the same data give the same rows. */
const rnd = () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff
  return seed / 0x7fffffff
}

function lines(file: string): any[] {
  const raw = readFileSync(file)
  const text = file.endsWith('.gz') ? gunzipSync(raw).toString('utf8') : raw.toString('utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const filesOf = (folder: string, like: RegExp) =>
  readdirSync(folder)
    .filter((file) => like.test(file))
    .sort()

/** As the judge writes it: title : heading : text, empty parts left out. */
const withContext = (title: string, heading: string, text: string) =>
  [title, heading]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' : ') + (title || heading ? ' : ' : '') + text

const inContext = ({ title, heading, text }: Piece) => withContext(title, heading, text)

// ---- Same quantity: one figure blanked on each side. ----

const FIGURE = /^-?\s?(?:us)?[$€¥£]?\s?\d[\d,]*(?:\.\d+)?/
function masked(text: string, at: number): string {
  const rest = text.slice(at)
  const length = FIGURE.exec(rest)?.[0].length ?? /^[^\s]+/.exec(rest)?.[0].length ?? 1
  return `${text.slice(0, at)}[MASK]${text.slice(at + length)}`
}

const fits = (a: Quantity, b: Quantity) => {
  const slack = Math.max(a.slack, b.slack) + 1e-9
  return !(b.low > a.high + slack || b.high < a.low - slack)
}

const NO_QUANTITY = new Set(['date', 'day of the year', 'calendar'])
type Whence = Pick<Row, 'topic' | 'src' | 'lang' | 'held'>

/**
 * Labels follow from the stance: of a support the one figure that fits is the same quantity and the others are not;
 * of a refutation with one figure on each side the two are the same quantity; of a neutral pair none is.
 */
function quantityRows(e: string, c: string, label: string, whence: Whence) {
  const claim = readFigures(c)
  const evidence = readFigures(e)
  const asked = claim.figures.filter((figure) => !NO_QUANTITY.has(figure.kind))
  if (asked.length === 0 || asked.length > 3) return
  for (const f of asked) {
    const alike = evidence.figures.filter(
      (g) => g.kind === f.kind && (g.unit === f.unit || (g.converts && f.converts)),
    )
    if (alike.length === 0 || alike.length > 6) continue
    const equal = alike.filter((g) => fits(f, g))
    const push = (g: Quantity, y: number) =>
      rows.push({ task: 'quantity', e: masked(evidence.text, g.at), c: masked(claim.text, f.at), y, ...whence })
    if (label === 'N') for (const g of alike.slice(0, 2)) push(g, 0)
    else if (label === 'S' && equal.length === 1) {
      push(equal[0]!, 1)
      for (const g of alike) if (g !== equal[0]) push(g, 0)
    } else if (label === 'R' && alike.length === 1 && equal.length === 0 && asked.length === 1) push(alike[0]!, 1)
  }
}

// ---- Webs: claims against every passage of one topic. ----

function web(t: any, src: string, held: boolean) {
  const whence = { topic: t.topic, src, lang: t.lang, held }
  const pieces: Piece[] = t.pages
    ? t.pages.map((p: any) => ({ title: p.title ?? '', heading: p.heading ?? '', text: p.text }))
    : t.evidence.map((text: string) => ({ title: '', heading: '', text }))
  t.claims.forEach((c: string, i: number) => {
    const stating = pieces.filter((piece, j) => t.labels[i][j] === 'S' && piece.title)
    pieces.forEach((piece, j) => {
      let claim = c
      // A third of the claims carry the context of a page that states them, as claims of a search do.
      if (t.pages && stating.length > 0 && rnd() < 0.35) {
        const own = stating[Math.floor(rnd() * stating.length)]!
        claim = withContext(own.title, rnd() < 0.5 ? own.heading : '', c)
      }
      const e = inContext(piece)
      rows.push({ task: 'stance', e, c: claim, y: STANCES.indexOf(t.labels[i][j]), ...whence })
      quantityRows(e, c, t.labels[i][j], whence)
    })
  })
  passagePairs(t, pieces, whence)
  if (t.pages === undefined) t.claims.forEach((c: string, i: number) => restated(c, besideOf(t, i), whence))
}

/** A passage of the web that decides nothing about the claim. */
function besideOf(t: any, i: number): string | null {
  const neutral = t.evidence.filter((text: string, j: number) => t.labels[i][j] === 'N' && text.length <= 220)
  return neutral.length === 0 ? null : neutral[Math.floor(rnd() * neutral.length)]
}

/** Claims said again, denied and called wrong; two in five under the topic as the title of the page. */
function restated(claim: string, beside: string | null, whence: Whence) {
  if (rnd() < 0.3) return
  const lang = /[\u3040-\u30ff\u4e00-\u9fff]/.test(claim) ? 'ja' : 'en'
  for (const { e, c, y } of restatedRows(claim, lang, beside, rnd)) {
    const title = rnd() < 0.4 ? whence.topic : ''
    rows.push({ task: 'stance', e: withContext(title, '', e), c, y, ...whence, src: 'again' })
  }
}

/** A search compares sentences of pages, not written claims: pairs of passages of the same web. */
function passagePairs(t: any, pieces: readonly Piece[], whence: Whence) {
  const src = `${whence.src}-pp`
  const push = (b: Piece, a: Piece, y: number) => ({
    ...{ task: 'stance' as const, e: inContext(b), c: inContext(a), y },
    ...{ topic: whence.topic, src, lang: whence.lang, held: whence.held },
  })
  // Two passages of which one states and the other denies the same claim contradict each other.
  const opposite = new Set<string>()
  t.claims.forEach((_: string, i: number) => {
    const having = (label: string) => pieces.map((_, j) => j).filter((j) => t.labels[i][j] === label)
    for (const a of having('S')) for (const b of having('R')) opposite.add(`${a} ${b}`)
  })
  const taken = [...opposite].sort(() => rnd() - 0.5).slice(0, 4)
  for (const pair of taken) {
    const [a, b] = pair.split(' ').map((at) => pieces[Number(at)]!) as [Piece, Piece]
    if (a.text.length <= 260 && b.text.length <= 400) rows.push(push(b, a, 1))
  }
  // Passages of which no claim is decided by both are mostly about other things: half the weight, since not all are.
  let found = 0
  for (let tries = 0; tries < 40 && found < 6; tries++) {
    const a = Math.floor(rnd() * pieces.length)
    const b = Math.floor(rnd() * pieces.length)
    if (a === b || pieces[a]!.text.length > 260) continue
    if (t.claims.some((_: string, i: number) => t.labels[i][a] !== 'N' && t.labels[i][b] !== 'N')) continue
    found++
    rows.push({ ...push(pieces[b]!, pieces[a]!, 2), w: 0.5 })
  }
}

/** Webs of pages were made from mini-webs: both forms of a topic fall on the same side. */
const heldTopic = new Map<string, boolean>()
const everySixth = (i: number) => i % 6 === 5
for (const file of filesOf(`${DATA}/stance`, /^mini-webs/))
  lines(`${DATA}/stance/${file}`).forEach((t, i) => {
    heldTopic.set(t.topic, everySixth(i))
    web(t, 'web', everySixth(i))
  })
for (const file of filesOf(`${DATA}/stance`, /^pages-/))
  lines(`${DATA}/stance/${file}`).forEach((t, i) => web(t, 'page', heldTopic.get(t.topic) ?? everySixth(i)))
for (const t of lines(join(RECIPE, 'topics.jsonl'))) web(t, 'topic', false)
for (const t of lines(HELD_TOPICS)) web(t, 'heldtopic', true)

for (const a of lines(`${DATA}/stance/abstract-claims.jsonl`)) {
  const whence = { topic: `abs${a.doc_id}`, src: 'abstract', lang: 'en', held: Number(a.doc_id) % 8 === 0 }
  for (const [y, key] of ['supports', 'refutes', 'neutral'].entries())
    for (const c of a[key]) rows.push({ task: 'stance', e: a.passage, c, y, ...whence })
}

// ---- SciFact train: gold sentences, other sentences of the same abstract, cited abstracts without evidence. ----

const corpus = new Map(lines(`${DATA}/scifact/corpus.jsonl.gz`).map((d) => [String(d.doc_id), d]))
for (const { claim: c, cited_doc_ids, evidence } of lines(`${DATA}/scifact/claims_train.jsonl`))
  for (const id of cited_doc_ids) {
    const d = corpus.get(String(id))
    if (d === undefined) continue
    const whence = { topic: `sf${id}`, src: 'scifact', lang: 'en', held: false }
    const push = (e: string, y: number, more: { w?: number } = {}) =>
      rows.push({ task: 'stance', e, c, y, ...whence, ...more })
    const sentence = (k: number) => withContext(d.title, '', d.abstract[k])
    const sets = evidence[String(id)]
    if (sets === undefined) {
      for (let n = 0; n < 2; n++) push(sentence(Math.floor(rnd() * d.abstract.length)), 2)
      continue
    }
    const gold = new Set(sets.flatMap((set: any) => set.sentences))
    const others = d.abstract.map((_: string, k: number) => k).filter((k: number) => !gold.has(k))
    for (const set of sets) {
      const y = set.label === 'SUPPORT' ? 0 : 1
      const text = set.sentences.map((k: number) => d.abstract[k]).join(' ')
      push(text, y)
      if (rnd() < 0.7) push(withContext(d.title, '', text), y)
      quantityRows(text, c, STANCES[y]!, whence)
      // Nobody labelled the other sentences; few of them decide the claim.
      if (others.length > 0) push(sentence(others[Math.floor(rnd() * others.length)]), 2, { w: 0.7 })
    }
  }

// ---- Sentence webs: claims are sentences of pages, with context on both sides; `means` is the claim written out. ----

for (const file of filesOf(RECIPE, /^(en|ja)-.\.jsonl$/))
  lines(join(RECIPE, file)).forEach((t, n) => {
    const held = everySixth(n)
    const whence = { topic: file + n, lang: t.lang, held }
    t.claims.forEach((claim: any, i: number) =>
      t.passages.forEach((passage: any, j: number) => {
        const label = t.labels[i][j]
        if (label === '-') return // the claim's own passage
        const own = t.passages[claim.from]
        const e = inContext(passage)
        const row = (c: string, src: string) =>
          rows.push({ task: 'stance', e, c, y: STANCES.indexOf(label), ...whence, src })
        const placed = withContext(own.title, own.heading, claim.text)
        row(placed, 'sent')
        if (rnd() < 0.5) row(claim.means, 'sentmeans')
        if (rnd() < 0.3) row(withContext(own.title, '', claim.text), 'sent')
        quantityRows(e, placed, label, { ...whence, src: 'sent' })
        quantityRows(e, claim.means, label, { ...whence, src: 'sentmeans' })
      }),
    )
    for (const { means } of t.claims) restated(means, null, { ...whence, src: 'again' })
  })

// ---- Frames: every sixth kind of thing is held out, and of those three tenths are enough. ----

const made = frameRows(join(RECIPE, 'frames'), Number(values['per-fact']))
const kinds = [...new Set(made.map((row) => row.kind))]
for (const { e, c, y, kind, lang } of made) {
  const held = everySixth(kinds.indexOf(kind))
  if (held && rnd() < 0.7) continue
  const whence = { topic: kind, src: 'frame', lang, held }
  rows.push({ task: 'stance', e, c, y, ...whence })
  if (rnd() < 0.5) quantityRows(e, c, STANCES[y]!, whence)
}

// ---- Kinds of sentences: every sixth page is held out, by a hash of its name. ----

const heldPage = (page: string) =>
  [...page].reduce((hash, char) => (hash * 31 + char.charCodeAt(0)) >>> 0, 7) % 6 === 0
function sentence(s: any, page: string, src: string) {
  const y = KINDS.indexOf(s.label)
  const whence = { topic: page, src, lang: s.lang ?? 'en', held: heldPage(page) }
  rows.push({ task: 'sentence', e: s.before ?? '', c: s.text, y, ...whence })
}
for (const s of lines(`${DATA}/sentences/web-sentences.jsonl`)) sentence({ ...s, lang: 'en' }, s.doc, 'web-sentences')
for (const file of filesOf(RECIPE, /^sentences-.*\.jsonl$/))
  for (const s of lines(join(RECIPE, file))) sentence(s, s.page, file)

const counts: Record<string, number> = {}
for (const { task, src, held } of rows) {
  const key = `${task} ${src} ${held ? 'held' : 'train'}`
  counts[key] = (counts[key] ?? 0) + 1
}
console.table(counts)
writeFileSync(values.out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
