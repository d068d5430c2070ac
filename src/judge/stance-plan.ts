import { splitSentences } from '../domain/sentences.ts'
import { dot } from '../domain/vector.ts'
import type { Embedder, StancePair } from '../models/types.ts'
import { canSpeak } from './evidence-sentences.ts'
import { withoutEstimates } from './rules/numbers.ts'
import { isJapanese } from './rules/words.ts'

/** Sentences asked of the model per fragment, nearest to the claim first. */
const ASKED_SENTENCES = 3
const MOST_SENTENCES = 60
/**
 * A fragment this short is also judged whole: the model was better on joined evidence sentences than on the best one.
 */
const WHOLE = { english: 1200, japanese: 500 }

interface Near {
  readonly index: number
  readonly text: string
  /** Cosine of sentence and claim. */
  readonly similarity: number
}

/** What a model is asked about one fragment: it is weak on documents and fair on sentences (model card). */
export interface PlannedReading {
  /** The claim as it is asked: without one study's estimate, which the model takes for part of the statement. */
  readonly claim: string
  /** Nearest to the claim first. */
  readonly near: readonly Near[]
  /** The two nearest in the order of the text. */
  readonly joinedText: string
  /** The fragment at once, where it is short enough; else the joined sentences again. */
  readonly wholeText: string
  /** Each near sentence, joined, whole, and claim and nearest sentence exchanged. */
  readonly pairs: readonly StancePair[]
}

export async function planReading(
  statement: string,
  claimVector: Float32Array,
  text: string,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<PlannedReading> {
  const read = splitSentences(text).slice(0, MOST_SENTENCES)
  const sentences = read.filter((sentence) => canSpeak(sentence.text))
  // What was set aside must not come back through the whole.
  const whole = sentences.length === read.length ? text : sentences.map((sentence) => sentence.text).join(' ')
  const vectors = await embedder.embed(
    sentences.map((sentence) => sentence.text),
    signal,
  )
  const measured = sentences.map((sentence, index): Near => {
    const vector = vectors[index]
    return { index, text: sentence.text, similarity: vector === undefined ? 0 : dot(claimVector, vector) }
  })
  return arrange(withoutEstimates(statement) || statement, whole.trim(), measured)
}

function arrange(claim: string, whole: string, sentences: readonly Near[]): PlannedReading {
  const near = [...sentences].sort((a, b) => b.similarity - a.similarity).slice(0, ASKED_SENTENCES)
  const joinedText = near
    .slice(0, 2)
    .sort((a, b) => a.index - b.index)
    .map((sentence) => sentence.text)
    .join(' ')
  const limit = isJapanese(whole) ? WHOLE.japanese : WHOLE.english
  const wholeText = sentences.length > 2 && whole.length <= limit ? whole : joinedText
  const pairs = [
    ...near.map((sentence) => ({ evidence: sentence.text, claim })),
    { evidence: joinedText, claim },
    { evidence: wholeText, claim },
    { evidence: claim, claim: near[0]?.text ?? '' },
  ]
  return { claim, near, joinedText, wholeText, pairs }
}
