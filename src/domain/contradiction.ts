import { HIGH_TRUST_THRESHOLD, type TrustLevel, trustIndex } from './trust.ts'
import type { VerificationStatus } from './verification.ts'

export const CONTRADICTION_TYPES = ['misinformation', 'contested'] as const
export type ContradictionType = (typeof CONTRADICTION_TYPES)[number]

/** TRUST 1.1. Age is metadata; nothing is decided by which of the two is newer. */
export function classifyContradiction(first: TrustLevel, second: TrustLevel): ContradictionType {
  const a = trustIndex(first)
  const b = trustIndex(second)
  if (a >= HIGH_TRUST_THRESHOLD && b >= HIGH_TRUST_THRESHOLD) return 'contested'
  if (Math.abs(a - b) >= 2) return 'misinformation'
  return 'contested'
}

/** TRUST 1.2: misinformation rejects the lower side, everything else keeps both and shows the dispute. */
export function handleContradiction(
  type: ContradictionType,
  first: TrustLevel,
  second: TrustLevel,
): readonly [VerificationStatus, VerificationStatus] {
  if (type === 'contested') return ['contested', 'contested']
  return trustIndex(first) < trustIndex(second) ? ['rejected', 'verified'] : ['verified', 'rejected']
}
