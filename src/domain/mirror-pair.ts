import type { EdgeRelation, StanceRelation } from './claim.ts'

/**
 * What the answer to a pair says of its mirror: the claim's own sentence, asked about the claim of the other sentence.
 * Two statements that cannot both be true cannot in either order, while the special supports the general and not the
 * other way round. Null where the mirror stays as it is.
 */
export function mirroredAnswer(answer: StanceRelation, mirror: EdgeRelation | null): StanceRelation | null {
  if (answer === 'refutes') return mirror === 'refutes' ? null : 'refutes'
  return mirror === 'refutes' ? 'neutral' : null
}

/** Whether the sentence that decided a stance is the one that a claim was drawn from. */
export function isOneSentence(decisive: string | null, drawnFrom: string): boolean {
  const [one, other] = [decisive?.trim() ?? '', drawnFrom.trim()]
  return one !== '' && other !== '' && (one.includes(other) || other.includes(one))
}
