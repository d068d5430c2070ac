import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fill, type Lang, pick, readFrames, rnd, templates, type Value } from './frames.ts'

/**
 * The rows of sentence_head.py: `node sentence-rows.ts --rows rows.jsonl.gz --out sentence-rows.jsonl.gz`.
 *
 * The labelled sentences are mostly of running text, so the head took plain statements of other kinds (notices, tables,
 * registers) for fragments. Sentences of frames and of sentence webs are such statements; they weigh little, since
 * nobody labelled them one by one. Written negatives (negatives.jsonl) keep it from taking everything with a figure.
 *
 * The shipped head's rows were drawn by short scripts that were not kept. This file was written from those rows:
 * shares, weights and counts are theirs, the single draws are not. One thing differs on purpose: a random sentence
 * before comes from training pages only (133 of the shipped training rows had one of a held-out page, not its label).
 */
const { values } = parseArgs({
  options: { rows: { type: 'string' }, out: { type: 'string', default: 'sentence-rows.jsonl.gz' } },
})
if (values.rows === undefined) throw new Error('--rows is needed')
const RECIPE = import.meta.dirname
const KINDS = 'CDOAQMSFN'
const [CHECKABLE, DEPENDENT] = [0, 1]
/** What is not checkable is rarer and dearer to miss. */
const weightOf = (y: number) => (y <= DEPENDENT ? 1 : 1.4)
const WITHOUT_BEFORE = 0.8
const UNLABELLED = 0.22
const PER_FRAME_AND_LANGUAGE = 12
const FIGURES = [0, 3, 7, 12, 45, 240, 1300, 5600, 48000]

interface Row {
  e: string
  c: string
  y: number
  topic: string
  src: string
  lang: string
  held: boolean
  w: number
}

const parsed = (text: string): any[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const everySixth = (i: number) => i % 6 === 5
const rows: Row[] = []

const labelled = parsed(gunzipSync(readFileSync(values.rows)).toString('utf8')).filter((r) => r.task === 'sentence')
for (const { e, c, y, topic, src, lang, held } of labelled) {
  const row = { c, y, topic, src, lang, held }
  rows.push({ ...row, e, w: weightOf(y) })
  // The first sentence of a passage has none before it; held-out rows stay as they were labelled.
  if (!held && e !== '') rows.push({ ...row, e: '', w: weightOf(y) * WITHOUT_BEFORE })
}
const befores: string[] = labelled.filter((r) => !r.held && r.e !== '').map((r) => r.e)

// Every sixth kind of each file is held out: other kinds than rows.ts holds out, which counts through both files.
for (const { frame, at } of readFrames(join(RECIPE, 'frames')))
  for (const lang of ['en', 'ja'] as const) {
    const said = () => {
      for (;;) {
        const fact = pick(frame.facts) as any
        const value = plainValue(fact)
        const tpl = pick(templates(fact, lang, value))
        if (!tpl.includes('|')) return { text: spoken(tpl, frame, lang, fact, value), named: tpl.includes('{s}') }
      }
    }
    for (let n = 0; n < PER_FRAME_AND_LANGUAGE; n++) {
      const { text, named } = said()
      const draw = rnd()
      const e = draw < 0.54 ? '' : draw < 0.71 ? said().text : pick(befores)
      const y = named ? CHECKABLE : DEPENDENT
      rows.push({ ...{ e, c: text, y, topic: frame.kind, src: 'frame-s', lang }, held: everySixth(at), w: UNLABELLED })
    }
  }

function plainValue(fact: any): Value {
  if (fact.type === 'number') return { n: pick(FIGURES) }
  if (fact.type === 'choice') return { v: Math.floor(rnd() * fact.values.en.length) }
  if (fact.type === 'date') return { d: { y: 2005 + Math.floor(rnd() * 20), m: Math.floor(rnd() * 12), day: 14 } }
  return { yes: rnd() < 0.5 }
}

function spoken(tpl: string, frame: any, lang: Lang, fact: any, value: Value): string {
  return fill(tpl, pick(frame.names[lang] as string[]), lang, fact, value, 2008 + Math.floor(rnd() * 17)).text
}

// Sentences of sentence webs: as they stand on their page, which leaves much to its title, or written out; rows of
// tables are left out.
for (const file of readdirSync(RECIPE).filter((name) => /^(en|ja)-.\.jsonl$/.test(name)).sort())
  for (const [n, web] of parsed(readFileSync(join(RECIPE, file), 'utf8')).entries())
    for (const { text, means } of web.claims) {
      if (text.includes('|')) continue
      const asItStands = rnd() < 0.6
      const c = asItStands ? text : means
      const y = asItStands ? DEPENDENT : CHECKABLE
      const e = rnd() < 0.72 ? '' : pick(befores)
      rows.push({ e, c, y, topic: file + n, src: 'web-s', lang: web.lang, held: everySixth(n), w: UNLABELLED })
    }

for (const [n, s] of parsed(readFileSync(join(RECIPE, 'negatives.jsonl'), 'utf8')).entries()) {
  const whence = { topic: 'neg', src: 'neg', lang: s.lang, held: n % 8 === 7 }
  rows.push({ e: s.before, c: s.text, y: KINDS.indexOf(s.label), ...whence, w: 1 })
}

const counts: Record<string, number> = {}
for (const { src, held } of rows) {
  const key = `${src} ${held ? 'held' : 'train'}`
  counts[key] = (counts[key] ?? 0) + 1
}
console.table(counts)
writeFileSync(values.out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
