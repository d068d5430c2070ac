import { inTurns, type Steps } from '../domain/in-turns.ts'
import { type Sentence, splitSentences } from '../domain/sentences.ts'
import { dot } from '../domain/vector.ts'
import type { Embedder, StancePair } from '../models/types.ts'
import { canSpeak } from './evidence-sentences.ts'
import { isJapanese } from './rules/words.ts'
import type { TextInContext } from './same-quantity.ts'
import { goingOn, quietBefore } from './sentence-before.ts'
import type { SpeechCheck } from './speech-check.ts'
import { CELLS, rowStatements } from './table-rows.ts'
import { afterParts, contextParts } from './text-context.ts'

/** Sentences that may have decided, nearest to the claim first. */
const NEAR_SENTENCES = 3
const MOST_SENTENCES = 60
/** A passage this short is read whole; of a longer one the nearest sentences together. */
const WHOLE = { english: 900, japanese: 400 }

interface Near {
  readonly index: number
  readonly text: string
  /** What is read: a row of a table under the names of its columns, else the sentence as it stands. */
  readonly said: string
  /** The sentence it goes on with; null where none is known. */
  readonly before: string | null
  /** Cosine of sentence and claim. */
  readonly similarity: number
}

/** What a model is asked about one fragment. */
export interface PlannedReading {
  /** Nearest to the claim first; none where no sentence of the fragment states anything. */
  readonly near: readonly Near[]
  /** The fragment at once where it is short enough, else its nearest sentences in the order of the text. */
  readonly wholeText: string
  /** A text of the fragment against the claim, both under title and heading and after the sentences before them. */
  pairOf(text: string, before: string | null): StancePair
}

export async function planReading(
  claim: TextInContext,
  claimVector: Float32Array,
  evidence: TextInContext,
  { embedder, isSpeech }: { readonly embedder: Embedder; readonly isSpeech: SpeechCheck },
  signal?: AbortSignal,
): Promise<PlannedReading> {
  const { read, canSay } = await inTurns(speakingIn(evidence.text))
  const silent = await isSpeech(
    read.map(({ text }) => text),
    signal,
    { about: evidence.context.title ?? evidence.context.heading },
  )
  const sentences = read.filter((_, at) => canSay[at] === true && silent[at] !== true)
  const said = asRead(sentences, evidence.text)
  const first = await quietBefore(evidence.context, isSpeech, signal)
  const vectors = await embedder.embed(said, signal)
  const measured = sentences.map(({ text }, index): Near => {
    const vector = vectors[index]
    const similarity = vector === undefined ? 0 : dot(claimVector, vector)
    return {
      index,
      text,
      said: said[index] ?? text,
      before: beforeIn(sentences, index, evidence.text, first),
      similarity,
    }
  })
  const near = [...measured].sort((a, b) => b.similarity - a.similarity).slice(0, NEAR_SENTENCES)
  // What was set aside must not come back through the whole.
  const all = sentences.map((sentence) => sentence.text).join(' ')
  const limit = isJapanese(all) ? WHOLE.japanese : WHOLE.english
  const wholeText = all.length <= limit ? all : inOrder(near)
  const asked = afterParts(contextParts(claim.context), goingOn(claim.context.before ?? null, claim.text))
  const under = contextParts(evidence.context)
  const pairOf = (text: string, before: string | null) => ({
    evidence: afterParts(under, goingOn(before, text)),
    claim: asked,
  })
  return { near, wholeText, pairOf }
}

/** A row alone tells figures of nobody knows what. */
function asRead(sentences: readonly Sentence[], text: string): readonly string[] {
  const rows = sentences.some((sentence) => sentence.text.includes(CELLS)) ? rowStatements(text) : []
  return sentences.map((sentence) => {
    const row = rows.find(({ start, end }) => start <= sentence.start && sentence.end <= end)
    return row?.text ?? sentence.text
  })
}

/**
 * What a sentence goes on with: the one before it in its line, if that may speak; at the head of a line, and in rows,
 * what the fragment goes on with, or nothing.
 */
function beforeIn(sentences: readonly Sentence[], at: number, text: string, first: string | null): string | null {
  const [own, previous] = [sentences[at], sentences[at - 1]]
  if (own === undefined || own.text.includes(CELLS)) return null
  const between = previous === undefined ? text.slice(0, own.start) : text.slice(previous.end, own.start)
  if (previous !== undefined && /^[^\S\n]*$/u.test(between)) return previous.text
  return /[\p{L}\p{N}]/u.test(text.slice(text.lastIndexOf('\n', own.start - 1) + 1, own.start)) ? null : first
}

/** All sentences, since those that state nothing may be what speaks to a machine; and which of them state something. */
function* speakingIn(text: string): Steps<{ readonly read: readonly Sentence[]; readonly canSay: readonly boolean[] }> {
  const read = splitSentences(text).slice(0, MOST_SENTENCES)
  const canSay: boolean[] = []
  for (const sentence of read) {
    canSay.push(canSpeak(sentence.text))
    yield
  }
  return { read, canSay }
}

function inOrder(near: readonly Near[]): string {
  return [...near]
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => text)
    .join(' ')
}
