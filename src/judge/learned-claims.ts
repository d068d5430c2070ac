import { type AdapterInForce, adapted } from '../domain/adapter.ts'
import { SENTENCE_KINDS } from '../models/model-folder.ts'
import type { SentenceReading } from '../models/types.ts'
import { checkable } from './claim-sentences.ts'

/** A claim, or none. */
export function claimReading(reading: SentenceReading): readonly [number, number] {
  const is = checkable(reading)
  return [is, 1 - is]
}

const LEAST = 1e-4

/** How far each kind of sentence is in question, from 0 to 1, in the order of the reader's kinds. */
export function claimFeatures(reading: SentenceReading): readonly number[] {
  const kinds = Object.values(SENTENCE_KINDS)
  return kinds.map((kind) => 1 - Math.log(Math.max(LEAST, reading[kind])) / Math.log(LEAST))
}

/** How sure it is that the sentence can be checked, after what was learned from corrections. */
export function learnedCheckable(reading: SentenceReading, learned: AdapterInForce | null): number {
  if (learned === null) return checkable(reading)
  return adapted(learned.weights, claimReading(reading), claimFeatures(reading))[0] ?? checkable(reading)
}
