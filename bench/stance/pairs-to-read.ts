import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { sha256 } from '../../src/domain/ids.ts'
import { weigh } from '../../src/judge/stance-score.ts'
import { CHEAP_WEIGHTS } from '../../src/judge/stance-weights.ts'
import { createReader } from '../../src/models/reader.ts'
import { openSearched, type SearchedSentence } from './searched-sentences.ts'

/**
 * The pairs of played worlds that a hand should read: `node bench/stance/pairs-to-read.ts --homes homes.jsonl --out
 * pairs.jsonl`. Those that the reader does not take for plainly neutral, the likeliest first, and besides one in so
 * many of the rest: a reader that chooses alone would never be told what it does not see. No verdict is written.
 */
const { values } = parseArgs({
  options: { homes: { type: 'string' }, out: { type: 'string' }, most: { type: 'string', default: '1000' } },
})
if (values.homes === undefined || values.out === undefined) throw new Error('--homes and --out are needed')
/** Below it no judge reads a sentence; from it on the reader takes it for plainly neutral; a share of those is read. */
const [UNREAD, PLAIN, OF_THE_REST] = [0.985, 0.9, 0.12]
const reader = createReader({ home: tmpdir(), threads: 2, model: 'lyra-reader-mini' })
const searched = openSearched()

interface Doubted {
  readonly one: SearchedSentence
  readonly neutral: number
}

const seen = new Set<string>()
const isNew = ({ places, text }: SearchedSentence) => {
  const key = [places.claimPage, places.claim, places.evidencePage, text].join('\n')
  const known = seen.has(key)
  seen.add(key)
  return !known
}

const rows: string[] = []
for (const line of readFileSync(values.homes, 'utf8').trim().split('\n')) {
  const some: SearchedSentence[] = []
  for await (const one of searched(JSON.parse(line)))
    if (!one.told && weigh(one.cheap, CHEAP_WEIGHTS).neutral < UNREAD && isNew(one)) some.push(one)
  const read = await reader.judge(some.map(({ questions }) => questions[0]))
  const all = some.map((one, at): Doubted => ({ one, neutral: read[at]?.neutral ?? 1 }))
  for (const { one } of chosen(all)) rows.push(JSON.stringify(written(one)))
}
writeFileSync(values.out, `${rows.join('\n')}\n`)
process.stdout.write(`${rows.length} pairs\n`)

function chosen(all: readonly Doubted[]): readonly Doubted[] {
  const most = Number(values.most)
  const doubted = all.filter(({ neutral }) => neutral < PLAIN).sort((a, b) => a.neutral - b.neutral)
  const rest = all.filter(({ neutral }) => neutral >= PLAIN)
  const order = ({ one }: Doubted) => sha256(`${one.places.claim}\n${one.text}`)
  const drawn = rest.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, Math.round(OF_THE_REST * most))
  return [...doubted.slice(0, most - drawn.length), ...drawn]
}

function written({ world, places, text, questions: [asked] }: SearchedSentence) {
  const { claim, claimPage: claim_page, evidencePage: evidence_page } = places
  const read = { claim_read: asked.claim, evidence_read: asked.evidence }
  return { world, claim, claim_page, evidence: text, evidence_page, ...read }
}
