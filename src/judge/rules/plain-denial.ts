import { deniesADenial, isNegated } from './negation.ts'
import { quantities } from './quantities.ts'
import { contentWords, isJapanese } from './words.ts'

/** Words that the denial may have besides those of the claim. */
const MOST_ADDED = 2
const LEAST_WORDS = 3

/** `some` stands in `all`, in its order. */
function followsIn(some: readonly string[], all: readonly string[]): boolean {
  let at = 0
  for (const word of all) if (word === some[at]) at += 1
  return at === some.length
}

/**
 * "Coffee does not prevent cancer" against "Coffee prevents cancer": the same words in the same order, and one of the
 * two denied. The model has met so many denials of something else that it no longer trusts this one. English only.
 */
export function deniesPlainly(claim: string, sentence: string): boolean {
  if (isJapanese(claim) || isJapanese(sentence) || sentence.trim().endsWith('?')) return false
  if (isNegated(claim) === isNegated(sentence) || deniesADenial(claim) || deniesADenial(sentence)) return false
  const [said, read] = [[...contentWords(claim)], [...contentWords(sentence)]]
  if (said.length < LEAST_WORDS || read.length - said.length > MOST_ADDED || !followsIn(said, read)) return false
  return quantities(claim).length === quantities(sentence).length
}
