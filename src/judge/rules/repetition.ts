import { isNegated } from './negation.ts'
import { readSignals, rulesOppose } from './signals.ts'

/**
 * Two statements of one thing that do not say the same. An embedder hardly hears a "not" or a figure ("lowers" and
 * "does not lower" are 0.97 alike), so that what is near by meaning is a repetition only where the words do not part
 * them (REQ 3.3.1).
 */
export function saysOtherwise(claim: string, known: string): boolean {
  if (isNegated(claim) !== isNegated(known)) return true
  const [there, back] = [readSignals(claim, known), readSignals(known, claim)]
  const opposed = rulesOppose(there) || rulesOppose(back)
  return opposed || there.deniesAnother || back.deniesAnother || there.numbers.differ > 0
}
