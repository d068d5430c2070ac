import type { NliModel } from '../models/types.ts'
import { isNegated } from './rules/negation.ts'
import { figuresDiffer } from './rules/numbers.ts'
import { wordsShared } from './rules/words.ts'

/** From this probability on that the one of two near statements bears out the other, they are one. */
const SAYS_IT = 0.4
/** And so they are with this share of their words in common. */
const SAME_WORDS = 0.8

/**
 * Two statements of one thing that do not say the same. An embedder hardly hears a "not" or a figure ("lowers" and
 * "does not lower" are 0.97 alike), so that what is near by meaning is a repetition only where neither words nor the
 * stance model part them (REQ 3.3.1).
 */
export async function saysOtherwise(
  nli: Pick<NliModel, 'judge'>,
  claim: string,
  known: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (isNegated(claim) !== isNegated(known) || figuresDiffer(claim, known)) return true
  if (wordsShared(claim, known) >= SAME_WORDS) return false
  const [score] = await nli.judge([{ evidence: known, claim }], signal)
  return score === undefined || score.supports < SAYS_IT || score.supports < score.refutes
}
