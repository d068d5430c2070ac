import type { Claim } from '../../domain/claim.ts'

/** A verdict that was read or given: a passage, the claim it speaks of, and the claims its own sentence states. */
export interface ReadVerdictOf {
  readonly edgeId: string
  readonly relation: 'supports' | 'refutes'
  readonly fragmentId: string
  readonly claim: Claim
  readonly sentence: string
  readonly states: readonly Claim[]
  readonly confidence: number
}

/** A verdict that follows, with those it rests on. */
export interface Following {
  readonly fragmentId: string
  readonly claim: Claim
  readonly sentence: string
  readonly states: readonly Claim[]
  readonly confidence: number
  readonly by: readonly string[]
}

/** What follows through a support is as sure as both verdicts together; below this it is left alone. */
export const LEAST_CHAINED = 0.7

/**
 * Refutations that follow from verdicts. Two statements that cannot both be true cannot in either order; and what
 * contradicts a statement contradicts whatever supports it, since that implies it. One support is followed, no chain of
 * them. Of several ways to one pair the surest stands.
 */
export function refutationsThatFollow(
  verdicts: readonly ReadVerdictOf[],
  sentenceOf: (claim: Claim) => string,
): readonly Following[] {
  const direct = verdicts
    .filter(({ relation }) => relation === 'refutes')
    .map(({ edgeId, ...read }): Following => ({ ...read, by: [edgeId] }))
  const turned = turnedRound(direct, sentenceOf)
  const chained = throughSupports([...direct, ...turned], supportsByClaim(verdicts))
  return surest([...turned, ...chained, ...turnedRound(chained, sentenceOf)])
}

/** The claim's own sentence says the same of what the passage states. */
export function turnedRound(
  verdicts: readonly Following[],
  sentenceOf: (claim: Claim) => string,
): readonly Following[] {
  return verdicts.flatMap(({ claim, states, confidence, by }) =>
    states.map((stated) => ({
      ...{ fragmentId: claim.source_fragment_id, claim: stated, sentence: sentenceOf(claim), states: [claim] },
      ...{ confidence, by },
    })),
  )
}

type Supports = ReadonlyMap<string, readonly ReadVerdictOf[]>

function supportsByClaim(verdicts: readonly ReadVerdictOf[]): Supports {
  const supports = verdicts.filter(({ relation }) => relation === 'supports')
  return Map.groupBy(supports, ({ claim }) => claim.id)
}

function throughSupports(refutations: readonly Following[], supports: Supports): readonly Following[] {
  const found = refutations.flatMap((refutation) => {
    // The passage refutes the claim, so it refutes what supports the claim.
    const onward = (supports.get(refutation.claim.id) ?? []).flatMap((support) =>
      support.states.map((claim) => ({ ...refutation, claim, ...together(refutation, support) })),
    )
    // The passage states what refutes the claim, so whoever supports that statement refutes the claim.
    const before = refutation.states
      .flatMap((stated) => supports.get(stated.id) ?? [])
      .map((support) => ({
        ...{ fragmentId: support.fragmentId, sentence: support.sentence, states: support.states },
        ...{ claim: refutation.claim, ...together(refutation, support) },
      }))
    return [...onward, ...before]
  })
  return found.filter(({ confidence }) => confidence >= LEAST_CHAINED)
}

function together(refutation: Following, support: ReadVerdictOf): Pick<Following, 'confidence' | 'by'> {
  return { confidence: refutation.confidence * support.confidence, by: [...refutation.by, support.edgeId] }
}

/** Of several ways to one pair. */
export function surest(found: readonly Following[]): readonly Following[] {
  const best = new Map<string, Following>()
  for (const one of found) {
    const key = `${one.fragmentId} ${one.claim.id}`
    const known = best.get(key)
    if (known === undefined || isSurer(one, known)) best.set(key, one)
  }
  return [...best.values()]
}

/** By confidence, then by the names of the grounds: the order in which verdicts came must not matter. */
export function isSurer(one: Following, other: Following): boolean {
  if (one.confidence !== other.confidence) return one.confidence > other.confidence
  return one.by.join(' ') < other.by.join(' ')
}
