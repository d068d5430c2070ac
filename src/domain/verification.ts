import { canBeDemoted, type TrustLevel } from './trust.ts'

/** TRUST 6. */
export const VERIFICATION_STATUSES = ['pending', 'verified', 'rejected', 'contested'] as const
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number]

export interface VerificationFacts {
  readonly trust: TrustLevel
  readonly independentSources: number
  /** What its contradictions make of this claim, worst first (TRUST 1.2); null when there are none. */
  readonly contradiction: Exclude<VerificationStatus, 'pending'> | null
  readonly dangerPattern: boolean
}

export interface VerificationOutcome {
  readonly status: VerificationStatus
  /** The level the source's domain should have afterwards. */
  readonly trust: TrustLevel
  readonly reason: string
}

/** L6 as TRUST 0.2 has it: promotion by two independent sources, demotion only of UNVERIFIED and LOW. */
export function verifyClaim(facts: VerificationFacts): VerificationOutcome {
  const demoted: TrustLevel = canBeDemoted(facts.trust) ? 'BLOCKED' : facts.trust
  if (facts.dangerPattern) return { status: 'rejected', trust: demoted, reason: 'dangerous pattern in the source' }
  if (facts.contradiction === 'rejected')
    return { status: 'rejected', trust: demoted, reason: 'contradicts a source of much higher trust' }
  if (facts.trust === 'BLOCKED') return { status: 'rejected', trust: 'BLOCKED', reason: 'its source is blocked' }
  if (facts.contradiction === 'contested')
    return { status: 'contested', trust: facts.trust, reason: 'in dispute between sources of comparable trust' }
  if (facts.contradiction === 'verified')
    return { status: 'verified', trust: facts.trust, reason: 'upheld against a source of much lower trust' }
  if (facts.independentSources >= 2)
    return {
      status: 'verified',
      trust: facts.trust === 'UNVERIFIED' ? 'LOW' : facts.trust,
      reason: `${facts.independentSources} independent sources agree`,
    }
  return { status: 'pending', trust: facts.trust, reason: 'fewer than two independent sources' }
}

/** A domain more than 30 % of whose judged claims were rejected is blocked (TRUST 0.2). */
const REJECTION_RATE_LIMIT = 0.3

export function shouldBlockByRejections(trust: TrustLevel, rejected: number, judged: number): boolean {
  return canBeDemoted(trust) && judged >= 3 && rejected / judged > REJECTION_RATE_LIMIT
}
