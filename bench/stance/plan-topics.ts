import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { isJapanese } from '../../src/judge/rules/words.ts'
import { planReading } from '../../src/judge/stance-plan.ts'
import { createEmbedder } from '../../src/models/embedder.ts'
import { HELD_OUT_TOPICS, readTopics, type Topic, TRAINING_TOPICS } from './topics.ts'

/** One claim against one passage of a topic: the pairs a model must read, for recipe/train.py and then for fit.ts. */
export interface PlannedTopic {
  readonly topic: string
  readonly lang: Topic['lang']
  readonly part: 'train' | 'test'
  /** Topics of one fold are read by a copy of the model that was not trained on them; -1 for the held-out part. */
  readonly fold: number
  /** One piece of evidence; else two or three of them joined. */
  readonly single: boolean
  readonly claim: string
  readonly text: string
  /** 0 supports, 1 refutes, 2 neutral. */
  readonly y: 0 | 1 | 2
  readonly asked: string
  readonly near: readonly string[]
  readonly cos: readonly number[]
  readonly joined: string
  readonly whole: string
}

const FOLDS = 5
const PASSAGES = 6
const LONGEST_PASSAGE = 900
const NUMBER_OF: Readonly<Record<string, 0 | 1 | 2>> = { S: 0, R: 1, N: 2 }

function hash(text: string): number {
  return Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16)
}

interface Passage {
  readonly text: string
  /** A letter a claim; x where one part supports and another refutes. */
  readonly labels: readonly string[]
}

/** Two or three pieces of evidence in one passage: what one of them says, the passage says. */
function passagesOf(topic: Topic): readonly Passage[] {
  return Array.from({ length: PASSAGES }, (_, k): Passage => {
    const order = topic.evidence.map((_, at) => at)
    order.sort((a, b) => hash(`${topic.topic}${k}${a}`) - hash(`${topic.topic}${k}${b}`))
    const chosen = order.slice(0, 2 + (k % 2))
    const parts = chosen.map((at) => topic.evidence[at] ?? '')
    const text = parts
      .map((part) => (/[.!?。？]$/.test(part) ? part : `${part}.`))
      .join(isJapanese(parts[0] ?? '') ? '' : ' ')
    return { text, labels: topic.labels.map((row) => labelOfAll(chosen.map((at) => row[at] ?? 'N'))) }
  }).filter(({ text }) => text.length <= LONGEST_PASSAGE)
}

function labelOfAll(labels: readonly string[]): string {
  if (labels.includes('S')) return labels.includes('R') ? 'x' : 'S'
  return labels.includes('R') ? 'R' : 'N'
}

async function planTopic(topic: Topic, part: PlannedTopic['part'], embedder: ReturnType<typeof createEmbedder>) {
  const singles = topic.evidence.map(
    (text, at): Passage => ({ text, labels: topic.labels.map((row) => row[at] ?? 'N') }),
  )
  const vectors = await embedder.embed(topic.claims)
  const fold = part === 'test' ? -1 : hash(`f${topic.topic}`) % FOLDS
  const planned: PlannedTopic[] = []
  for (const [at, { text, labels }] of [...singles, ...passagesOf(topic)].entries())
    for (const [row, claim] of topic.claims.entries()) {
      const y = NUMBER_OF[labels[row] ?? 'x']
      const vector = vectors[row]
      if (y === undefined || vector === undefined) continue
      const reading = await planReading(claim, vector, text, embedder)
      planned.push({
        ...{ topic: topic.topic, lang: topic.lang, part, fold, single: at < singles.length, claim, text, y },
        asked: reading.claim,
        near: reading.near.map((sentence) => sentence.text),
        cos: reading.near.map(({ similarity }) => Math.round(similarity * 1e4) / 1e4),
        joined: reading.joinedText,
        whole: reading.wholeText,
      })
    }
  return planned
}

/** `node bench/stance/plan-topics.ts --out topics-plan.jsonl.gz` */
if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'topics-plan.jsonl.gz' } } })
  const embedder = createEmbedder({ home: tmpdir(), threads: 2, model: 'lyra-embed-mini', remember: 50_000 })
  const rows: PlannedTopic[] = []
  for (const topic of readTopics(TRAINING_TOPICS)) rows.push(...(await planTopic(topic, 'train', embedder)))
  for (const topic of readTopics(HELD_OUT_TOPICS)) rows.push(...(await planTopic(topic, 'test', embedder)))
  writeFileSync(values.out, gzipSync(rows.map((row) => JSON.stringify(row)).join('\n')))
  process.stdout.write(`${rows.length} readings planned\n`)
}
