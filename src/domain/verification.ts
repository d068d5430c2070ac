import type { TrustLevel } from './trust.ts'

/** TRUST 6, and `superseded` of LYRA 2.9: corrected, withdrawn or outdated by who said it. */
export const VERIFICATION_STATUSES = ['pending', 'verified', 'rejected', 'contested', 'superseded'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

/** Statuses under which a claim is set aside: it stays in the graph, with its reason, and is no finding. */
const SET_ASIDE: readonly VerificationStatus[] = ['rejected', 'superseded']

export function isSetAside(status: VerificationStatus): boolean {
  return SET_ASIDE.includes(status)
}

/** What is said twice and weighed against must be more likely than not by this much. */
const LEAST_VERIFIED_CONFIDENCE = 0.6
const LEAST_ORIGINS = 2

export interface VerificationFacts {
  readonly trust: TrustLevel
  readonly confidence: number
  /** Its own origin and every independent one whose counted evidence supports it. */
  readonly origins: number
  /** One of them may vouch for it: listed above UNVERIFIED, no post of a board, no copy. */
  readonly vouched: boolean
  /** What its contradictions make of it; null when there are none that count. */
  readonly contradiction: 'rejected' | 'contested' | null
  /** Why its own source no longer says it; null while it does. */
  readonly superseded: string | null
}

export interface VerificationOutcome {
  readonly status: VerificationStatus
  readonly reason: string
}

/**
 * L6 by the rules of LYRA 2.1 and 2.8. Only the claim is judged here; what becomes of a domain follows from all of its
 * claims (`domain-block.ts`).
 */
export function verifyClaim(facts: VerificationFacts): VerificationOutcome {
  if (facts.superseded !== null) return { status: 'superseded', reason: facts.superseded }
  if (facts.contradiction === 'rejected')
    return { status: 'rejected', reason: 'contradicts a source of much higher trust' }
  if (facts.trust === 'BLOCKED') return { status: 'rejected', reason: 'its source is blocked' }
  if (facts.contradiction === 'contested')
    return { status: 'contested', reason: 'in dispute between sources of comparable trust' }
  if (facts.origins < LEAST_ORIGINS) return { status: 'pending', reason: 'fewer than two independent sources' }
  if (!facts.vouched)
    return { status: 'pending', reason: `${facts.origins} sources agree, none of them listed above UNVERIFIED` }
  if (facts.confidence < LEAST_VERIFIED_CONFIDENCE)
    return { status: 'pending', reason: `its confidence is below ${LEAST_VERIFIED_CONFIDENCE}` }
  return { status: 'verified', reason: `${facts.origins} independent sources agree` }
}
