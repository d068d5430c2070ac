import type { Claim } from '../../domain/claim.ts'
import { type Following, LEAST_CHAINED, type ReadVerdictOf, surest, turnedRound } from './implied-refutations.ts'

/** Whether the reader itself heard something of a support in a pair that it left open. */
export type IsHeard = (pair: Pick<Following, 'fragmentId' | 'claim'>) => boolean

/**
 * Supports that follow from verdicts: who bears a statement out bears out what that statement bears out, and two that
 * say the same do so in either order. The first is logic, the second is not (a part does not bear out the whole), and
 * a chain of near enough is far: a support follows only where it was half heard.
 */
export function supportsThatFollow(
  verdicts: readonly ReadVerdictOf[],
  sentenceOf: (claim: Claim) => string,
  isHeard: IsHeard,
): readonly Following[] {
  const direct = verdicts
    .filter(({ relation }) => relation === 'supports')
    .map(({ edgeId, ...read }): Following => ({ ...read, by: [edgeId] }))
  const turned = turnedRound(direct, sentenceOf).filter(isHeard)
  const known = [...direct, ...turned]
  return surest([...turned, ...onward(known).filter(isHeard)])
}

/** The passage bears out a claim, whose sentence bears out another one. */
function onward(supports: readonly Following[]): readonly Following[] {
  const saidBy = new Map<string, Following[]>()
  for (const one of supports)
    for (const { id } of one.states) {
      const known = saidBy.get(id)
      if (known === undefined) saidBy.set(id, [one])
      else known.push(one)
    }
  return supports
    .flatMap((first) =>
      (saidBy.get(first.claim.id) ?? []).map((next) => ({
        ...{ ...first, claim: next.claim, confidence: first.confidence * next.confidence },
        by: [...new Set([...first.by, ...next.by])],
      })),
    )
    .filter(({ confidence }) => confidence >= LEAST_CHAINED)
}
