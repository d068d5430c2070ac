import { deniesADenial, isNegated } from './negation.ts'
import { figuresDiffer } from './numbers.ts'
import { contentWords, isJapanese } from './words.ts'

/** Words that the sentence may have besides those of the claim. */
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
 * two denied, or neither. A model that was trained on hard pairs has met so many look-alikes that it no longer trusts
 * the plain ones. English only.
 */
export function readSameWords(claim: string, sentence: string): 'says' | 'denies' | null {
  if (isJapanese(claim) || isJapanese(sentence) || sentence.trim().endsWith('?')) return null
  if (deniesADenial(claim) || deniesADenial(sentence)) return null
  const [said, read] = [[...contentWords(claim)], [...contentWords(sentence)]]
  if (said.length < LEAST_WORDS || read.length - said.length > MOST_ADDED || !followsIn(said, read)) return null
  if (figuresDiffer(claim, sentence) || figuresDiffer(sentence, claim)) return null
  return isNegated(claim) === isNegated(sentence) ? 'says' : 'denies'
}
