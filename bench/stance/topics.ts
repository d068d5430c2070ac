import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StanceRelation } from '../../src/domain/claim.ts'
import type { StanceJudge } from '../../src/judge/types.ts'
import type { Forecast, Judged } from './score.ts'

/**
 * Claims and evidence written for this project: each topic has claims that contradict one another and evidence of a
 * dozen imagined pages, and every claim is labelled against every piece of evidence. Most pairs share the topic and say
 * nothing about each other.
 */
export interface Topic {
  readonly topic: string
  readonly field: string
  readonly lang: 'en' | 'ja' | 'mixed'
  readonly claims: readonly string[]
  readonly evidence: readonly string[]
  /** A row a claim, a letter a piece of evidence: supports, refutes, neutral. */
  readonly labels: readonly string[]
}

/**
 * Pairs of the demo that its searches ask about, labelled by a reader who did not see the verdicts: as many as an
 * earlier judge had called supports, refutes and neutral. Passages that speak both ways are left out. Nothing was
 * trained on them; some rules were changed after reading what went wrong here.
 */
const DEMO_PAIRS = join(import.meta.dirname, 'demo-pairs.jsonl')

const LABELS: Readonly<Record<string, StanceRelation>> = { S: 'supports', R: 'refutes', N: 'neutral' }

/** Never trained on: one topic in six, drawn by the hash of its name. */
export const HELD_OUT_TOPICS = join(import.meta.dirname, 'topics-held-out.jsonl')

export function readTopics(file: string): readonly Topic[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Topic)
}

export interface TopicPair {
  readonly topic: Topic
  readonly claim: string
  readonly evidence: string
  readonly label: StanceRelation
}

export function pairsOf(topic: Topic): readonly TopicPair[] {
  return topic.claims.flatMap((claim, row) =>
    topic.evidence.map((evidence, column) => ({
      ...{ topic, claim, evidence },
      label: LABELS[topic.labels[row]?.[column] ?? 'N'] ?? 'neutral',
    })),
  )
}

export async function judgeDemo(judge: StanceJudge): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (const line of readFileSync(DEMO_PAIRS, 'utf8').trim().split('\n')) {
    const { claim, evidence, label } = JSON.parse(line) as Pick<TopicPair, 'claim' | 'evidence' | 'label'>
    const [verdict] = await judge.judgeFragments({ text: claim, language: 'en' }, [{ id: 'demo', text: evidence }])
    judged.push({ label, said: verdict?.relation ?? 'neutral' })
  }
  return judged
}

export type JudgedPair = TopicPair & Judged & Forecast

/** The judge of the product on every `step`-th pair of the topics. */
export async function judgeTopics(judge: StanceJudge, topics: readonly Topic[], step: number): Promise<JudgedPair[]> {
  const pairs = topics.flatMap(pairsOf).filter((_, index) => index % step === 0)
  const judged: JudgedPair[] = []
  for (const pair of pairs) {
    const language = pair.topic.lang === 'ja' ? 'ja' : 'en'
    const [verdict] = await judge.judgeFragments({ text: pair.claim, language }, [{ id: 'topic', text: pair.evidence }])
    if (verdict !== undefined) judged.push({ ...pair, said: verdict.relation, scores: verdict.scores })
  }
  return judged
}
