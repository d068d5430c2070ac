import { isSetAside, type VerificationStatus } from './verification.ts'

/** Claims of one task that say the same (LYRA 2.7), with what all their evidence together makes of them. */
export interface Finding {
  readonly id: string
  readonly task_id: string
  /** The claim whose sentence stands for it. */
  readonly claim_id: string
  readonly confidence: number
  readonly verification_status: VerificationStatus
  /** Independent origins that say it, and that deny it. */
  readonly supporting_sources: number
  readonly refuting_sources: number
  /** Nearness to the task's question, 0..1; null where nobody has measured it. */
  readonly relevance: number | null
  /** Place in an answer, highest first. */
  readonly rank_score: number
  readonly cause_id: string
}

export interface FindingSource {
  readonly page_id: string
  readonly relation: 'supports' | 'refutes'
  /** Pages of one origin (the same paper, text, site, first author or data) are one voice. */
  readonly origin: string
}

export interface StandingFacts {
  /** Of its claims. */
  readonly statuses: readonly VerificationStatus[]
  readonly supportingSources: number
  /** One of those sources may vouch for it, as for a claim. */
  readonly vouched: boolean
  readonly confidence: number
}

/** As for a claim: two independent origins, of which one is not UNVERIFIED, and this confidence. */
const VERIFIED_SOURCES = 2
const VERIFIED_CONFIDENCE = 0.6

/**
 * Its claims say the same, so a dispute about one is a dispute about all, and what one of them was verified by counts
 * for all; claims that were rejected or replaced decide only where no other is left.
 */
export function findingStatus({ statuses, supportingSources, vouched, confidence }: StandingFacts): VerificationStatus {
  const standing = statuses.filter((status) => !isSetAside(status))
  const [first] = statuses
  if (standing.length === 0) return first ?? 'pending'
  if (standing.includes('contested')) return 'contested'
  if (standing.includes('verified')) return 'verified'
  const isVerified = supportingSources >= VERIFIED_SOURCES && vouched && confidence >= VERIFIED_CONFIDENCE
  return isVerified ? 'verified' : 'pending'
}

/** An answer begins with what was asked: nearness to the question weighs more than confidence and origins together. */
const RANK = { relevance: 0.6, confidence: 0.25, sources: 0.15 }
/** More origins than this prove no more. */
const MANY_SOURCES = 4
/** Texts of one subject lie between these; the scale is spread over them, so that confidence does not drown it. */
const NEAREST = 0.9
const FARTHEST = 0.3

/** What was rejected or replaced answers nothing, however near it is. */
const SET_ASIDE = 0.5

type Ranked = Pick<Finding, 'relevance' | 'confidence' | 'supporting_sources' | 'verification_status'>

export function findingRank({
  relevance,
  confidence,
  supporting_sources: sources,
  verification_status,
}: Ranked): number {
  const near = relevance === null ? 0.5 : Math.min(1, Math.max(0, (relevance - FARTHEST) / (NEAREST - FARTHEST)))
  const many = Math.min(sources, MANY_SOURCES) / MANY_SOURCES
  const rank = RANK.relevance * near + RANK.confidence * confidence + RANK.sources * many
  return isSetAside(verification_status) ? rank * SET_ASIDE : rank
}
