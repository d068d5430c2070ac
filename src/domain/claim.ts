import type { ContradictionType } from './contradiction.ts'
import type { TrustLevel } from './trust.ts'
import type { VerificationStatus } from './verification.ts'

export const CLAIM_TYPES = ['fact', 'opinion', 'prediction'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]
export const POLARITIES = ['affirm', 'deny'] as const
export const GRANULARITIES = ['atomic', 'compound'] as const
/** What drew the claim from its fragment. */
export const CLAIM_METHODS = ['builtin', 'llm', 'user'] as const

/** A claim belongs to one task (GRAPH 1.1). */
export interface Claim {
  readonly id: string
  readonly task_id: string
  readonly search_id: string
  readonly claim_text: string
  readonly claim_type: ClaimType
  readonly expected_polarity: (typeof POLARITIES)[number]
  readonly granularity: (typeof GRANULARITIES)[number]
  readonly language: string
  readonly source_fragment_id: string
  /** Character span of the claim's words inside its fragment. */
  readonly span_start: number
  readonly span_end: number
  /** Title and heading (`Title › Heading`) that stand before its own words in the text; null where it stands alone. */
  readonly context?: string | null
  readonly extraction_method: (typeof CLAIM_METHODS)[number]
  /** 0..1, how much of a checkable statement it is; orders claims of equal confidence (`byConfidence`). */
  readonly extraction_quality: number
  readonly confidence: number
  readonly verification_status: VerificationStatus
  /** Not-adopted claims stay in the graph, marked (TRUST 4.1). */
  readonly adopted: boolean
  readonly not_adopted_reason: string | null
  /** Why it has its status; null before it was first verified. */
  readonly status_reason?: string | null
  /** A refuting search was made and found nothing: a mark, the confidence stays (LYRA 2.2). */
  readonly no_refutation_found: boolean
  readonly created_at: string
  readonly cause_id: string
}

/** The claim without the context it was completed with: what its page says in its own words. */
export function ownWords({ claim_text: text, context }: Pick<Claim, 'claim_text' | 'context'>): string {
  return context != null && text.startsWith(`${context}: `) ? text.slice(context.length + 2) : text
}

export const STANCE_RELATIONS = ['supports', 'refutes', 'neutral'] as const
export type StanceRelation = (typeof STANCE_RELATIONS)[number]
export const EDGE_RELATIONS = [...STANCE_RELATIONS, 'cites', 'extracted_from'] as const
export type EdgeRelation = (typeof EDGE_RELATIONS)[number]
export const NODE_TYPES = ['claim', 'fragment', 'page'] as const
export type NodeType = (typeof NODE_TYPES)[number]

/** The neutral reading that an implied verdict stands over. */
export interface ReadVerdict {
  readonly confidence: number | null
  readonly rationale: string | null
}

export interface Edge {
  readonly id: string
  readonly source_type: NodeType
  readonly source_id: string
  readonly target_type: NodeType
  readonly target_id: string
  readonly relation: EdgeRelation
  readonly nli_label: StanceRelation | null
  readonly nli_confidence: number | null
  /** The same before the learned calibration (REQ 3.3.4); null on edges of before there was one. */
  readonly nli_raw_confidence?: number | null
  /** The model that decided the stance. */
  readonly nli_model?: string | null
  /** The rules that changed its answer: number_mismatch, promoted, refute_unconfirmed... */
  readonly nli_notes?: readonly string[] | null
  /** As the judge read the pair, before a refutation that no sentence bears out is withdrawn. */
  readonly nli_supports?: number | null
  readonly nli_refutes?: number | null
  /** What the judge measured of the pair, in the order of its features; null where it was not read. */
  readonly nli_signals?: readonly number[] | null
  /** `source@version` of the calibration that its confidence went through (REQ 3.3.4). */
  readonly nli_calibration?: string | null
  /** The edges that it follows from where it was not read so: a contradiction turned round, or told by a support. */
  readonly implied_by?: readonly string[] | null
  /** What was read of an implied pair, for when its grounds are gone; null where it was not read. */
  readonly read_as?: ReadVerdict | null
  /** The sentence of the fragment that decided the stance. */
  readonly rationale: string | null
  /** Where a CITES edge was learned: openalex, semantic_scholar, user... */
  readonly citation_source: string | null
  readonly is_influential: boolean
  readonly human_corrected: boolean
  readonly created_at: string
  readonly cause_id: string
}

/** A claim against a source that refutes it (TRUST 1), kept as an explicit relation. */
export interface Contradiction {
  readonly id: string
  readonly task_id: string
  readonly claim_id: string
  readonly opposing_fragment_id: string
  /** A claim of the same task that comes from the opposing fragment, when there is one. */
  readonly opposing_claim_id: string | null
  readonly contradiction_type: ContradictionType
  readonly claim_trust: TrustLevel
  readonly opposing_trust: TrustLevel
  readonly created_at: string
  readonly cause_id: string
}
