import type { StanceRelation } from './claim.ts'
import type { ConfidenceContribution } from './confidence.ts'
import type { ErrorCode } from './errors.ts'
import type { SearchStatus } from './satisfaction.ts'
import type { FinalStatus, TaskBudget, TaskStatus } from './task.ts'
import type { TrustLevel } from './trust.ts'
import type { VerificationStatus } from './verification.ts'

/** What each tool answers (field names are those of the documents). The MCP schemas and the CLI print these shapes. */

export interface ErrorAnswer {
  readonly ok: false
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly hint?: string
    readonly error_id?: string
    readonly details?: Record<string, unknown>
  }
}

export interface CreateTaskAnswer {
  readonly ok: true
  readonly task_id: string
  readonly query: string
  readonly created_at: string
  readonly budget: TaskBudget
}

export interface VerificationDetails {
  readonly independent_sources: number
  readonly corroborating_claims: readonly string[]
  readonly contradicting_claims: readonly string[]
}

export interface FoundClaim {
  readonly id: string
  readonly text: string
  readonly confidence: number
  readonly source_url: string
  readonly is_primary_source: boolean
  readonly source_trust_level: TrustLevel
  readonly verification_status: VerificationStatus
  readonly verification_details: VerificationDetails
  /** REQ 3.1.7.5: a refuting search looked for evidence against it and found none; its confidence is 5 % lower. */
  readonly no_refutation_found: boolean
}

export interface SearchAnswer {
  readonly ok: true
  readonly search_id: string
  readonly query: string
  readonly status: SearchStatus
  readonly pages_fetched: number
  readonly useful_fragments: number
  readonly harvest_rate: number
  readonly claims_found: readonly FoundClaim[]
  /** Refute mode: claims of the task that this search found evidence against. */
  readonly refutations: readonly {
    readonly claim_id: string
    readonly claim_text: string
    /** Of the page that speaks against the claim, as `source_trust_level` is. */
    readonly source_url: string
    readonly source_trust_level: TrustLevel
    /** Of the claim. */
    readonly verification_status: VerificationStatus
    readonly rationale: string
  }[]
  readonly satisfaction_score: number
  readonly novelty_score: number
  readonly budget_remaining: { readonly pages: number; readonly percent: number }
  readonly warnings: readonly string[]
}

export interface BlockedDomain {
  readonly domain: string
  readonly blocked_at: string
  readonly reason: string
  readonly contradicting_claims: readonly string[]
  readonly original_trust_level: TrustLevel
  readonly can_restore: boolean
  readonly restore_via: string
}

export interface EvidenceSummary {
  readonly total_claims: number
  readonly total_fragments: number
  readonly total_pages: number
  readonly supporting_edges: number
  readonly refuting_edges: number
  readonly neutral_edges: number
  readonly top_domains: readonly string[]
}

/** REQ 4.6, 8.1 of one task: shares between 0 and 1 unless the name says otherwise. */
export interface TaskMetrics {
  readonly harvest_rate: number
  readonly novelty_latest: number
  readonly unique_ngram_share: number
  readonly satisfied_share: number
  readonly duplicate_share: number
  readonly domain_diversity: number
  readonly narrative_diversity: number
  readonly refused_share: number
  readonly blocked_share: number
  readonly captcha_share: number
  readonly primary_share: number
  readonly disputed_share: number
  readonly dated_share: number
  readonly aggregator_share: number
  readonly citation_loop_share: number
  readonly largest_source_share: number
  readonly archived_share: number
  readonly browser_share: number
  readonly headful_share: number
  readonly tor_share: number
  readonly not_modified_share: number
}

export interface StatusAnswer {
  readonly ok: true
  readonly task_id: string
  readonly status: TaskStatus
  readonly query: string
  readonly searches: readonly {
    readonly id: string
    readonly query: string
    readonly status: SearchStatus
    readonly pages_fetched: number
    readonly useful_fragments: number
    readonly harvest_rate: number
    readonly satisfaction_score: number
    readonly novelty_score: number
    readonly has_primary_source: boolean
    readonly refute: boolean
    readonly warnings: readonly string[]
  }[]
  readonly metrics: {
    readonly total_searches: number
    readonly satisfied_count: number
    readonly total_pages: number
    readonly total_fragments: number
    readonly total_claims: number
    readonly elapsed_seconds: number
    readonly contested_claims: number
    readonly rejected_claims: number
    readonly retracted_sources: number
  }
  readonly task_metrics: TaskMetrics
  readonly budget: {
    readonly pages_used: number
    readonly pages_limit: number
    readonly time_used_seconds: number
    readonly time_limit_seconds: number
    readonly remaining_percent: number
  }
  readonly auth_queue: {
    readonly pending_count: number
    readonly high_priority_count: number
    readonly domains: readonly string[]
    readonly oldest_queued_at: string | null
    readonly by_auth_type: Readonly<Record<string, number>>
  }
  /** What goes on after the searches have answered: searches whose papers' citations are still being followed. */
  readonly background: { readonly citations_pending: number }
  readonly warnings: readonly string[]
  readonly blocked_domains: readonly BlockedDomain[]
  readonly unverified_domains: readonly string[]
  readonly verification_alerts: readonly string[]
  readonly evidence_summary?: EvidenceSummary
}

export interface StopAnswer {
  readonly ok: true
  readonly task_id: string
  readonly final_status: FinalStatus
  readonly summary: {
    readonly total_searches: number
    readonly satisfied_searches: number
    readonly total_claims: number
    readonly primary_source_ratio: number
    /** Searches that did not reach satisfaction, named (REQ 3.1). */
    readonly unsatisfied_queries: readonly string[]
  }
}

export interface QueryAnswer {
  readonly ok: true
  readonly rows: readonly Readonly<Record<string, string | number | null>>[]
  readonly row_count: number
  readonly columns: readonly string[]
  readonly truncated: boolean
  readonly elapsed_ms: number
  readonly schema?: { readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[] }
}

/** One claim walked back: why its confidence, what happened to it, where its bytes lie. */
export interface ClaimAnswer {
  readonly ok: true
  readonly claim_id: string
  readonly text: string
  readonly confidence: number
  readonly verification_status: VerificationStatus
  readonly source: {
    readonly url: string
    readonly fragment_id: string
    readonly span_start: number
    readonly span_end: number
    readonly warc_file: string | null
    readonly warc_record_id: string | null
  }
  /** Every stance on the claim: who decided it, and which rules changed the model's answer. */
  readonly judgements: readonly {
    readonly edge_id: string
    readonly url: string
    readonly relation: StanceRelation
    readonly confidence: number | null
    /** What the model itself said, before the learned calibration (REQ 3.3.4). */
    readonly raw_confidence: number | null
    readonly model: string | null
    readonly notes: readonly string[]
    readonly human_corrected: boolean
  }[]
  readonly why: {
    readonly log_odds: number
    readonly before_decay: number
    readonly no_refutation_decay: number | null
    readonly contributions: readonly ConfidenceContribution[]
  }
  readonly timeline: readonly {
    readonly kind: string
    readonly at: string | null
    readonly what: string
    readonly page_id: string | null
  }[]
  /** What a person reads beside the figures; `lyra claim` prints it, its --json keeps its shape without it. */
  readonly reading: {
    /** Of each judgement that is not neutral: where it stands and the sentence that decided. */
    readonly passages: readonly {
      readonly edge_id: string
      readonly domain: string
      readonly sentence: string | null
    }[]
    /** Claims that its own sentence refutes, where nothing else makes it contested (TRUST 1.1). */
    readonly in_dispute_with: readonly { readonly claim_id: string; readonly text: string }[]
  }
}

export interface VectorAnswer {
  readonly ok: true
  readonly results: readonly {
    readonly id: string
    readonly text_preview: string
    readonly similarity: number
    /** L5, beside every claim; a fragment has none. */
    readonly source_trust_level?: TrustLevel | undefined
    readonly verification_status?: VerificationStatus | undefined
  }[]
  readonly total_searched: number
  /** Texts that have no vector of this model yet and were not searched; left out when there are none. */
  readonly not_embedded?: number | undefined
}

export interface FeedbackAnswer {
  readonly ok: true
  readonly feedback_id: string
  readonly action: string
  readonly target_id: string
  /** What changed in the graph at once, in words with ids. */
  readonly applied: readonly string[]
  readonly pending_training_samples: number
  readonly training_due: boolean
}

export type CalibrateAnswer =
  | { readonly ok: true; readonly sample_id: string; readonly pending_count: number }
  | {
      readonly ok: true
      readonly current_version: number
      readonly brier_score: number | null
      readonly ece: number | null
      readonly sample_count: number
      readonly degradation_detected: boolean
      readonly degradation_details?: {
        readonly previous_brier: number
        readonly latest_brier: number
        readonly change_ratio: number
      }
    }
  | {
      readonly ok: true
      readonly evaluation_id: string
      readonly brier_score: number
      readonly brier_score_calibrated: number | null
      readonly improvement_ratio: number | null
      readonly expected_calibration_error: number
      readonly samples_evaluated: number
    }
  | {
      readonly ok: true
      readonly evaluations: readonly Readonly<Record<string, unknown>>[]
      readonly total_count: number
    }
  | {
      readonly ok: true
      readonly source: string
      readonly n_bins: number
      readonly bins: readonly {
        readonly lower: number
        readonly upper: number
        readonly count: number
        readonly mean_prediction: number | null
        readonly accuracy: number | null
      }[]
      readonly overall_ece: number
    }

export interface RollbackAnswer {
  readonly ok: true
  readonly source: string
  readonly rolled_back_to: number
  readonly previous_version: number
  readonly reason: string
}

export interface AuthItem {
  readonly id: string
  readonly domain: string
  readonly url: string
  readonly type: string
  readonly priority: 'high' | 'normal' | 'low'
  readonly queued_at: string
  readonly blocking_searches: readonly string[]
}

export type AuthQueueAnswer =
  | { readonly ok: true; readonly queue: readonly AuthItem[]; readonly total_pending: number }
  | {
      readonly ok: true
      readonly total_domains: number
      readonly total_pending: number
      readonly domains: readonly {
        readonly domain: string
        readonly pending_count: number
        readonly high_priority_count: number
        readonly affected_tasks: readonly string[]
        readonly auth_types: readonly string[]
      }[]
    }
  | {
      readonly ok: true
      readonly total_pending: number
      readonly types: readonly {
        readonly type: string
        readonly pending_count: number
        readonly domains: readonly string[]
      }[]
    }

export type ResolveAuthAnswer =
  | {
      readonly ok: true
      readonly auth_id: string
      readonly status: string
      readonly unblocked_searches: readonly string[]
    }
  | {
      readonly ok: true
      readonly domain: string
      readonly resolved_count: number
      readonly affected_tasks: readonly string[]
      readonly session_stored: boolean
    }

export interface NotifyAnswer {
  readonly ok: true
  readonly notification_id: string
  readonly shown: boolean
}

export interface WaitAnswer {
  readonly ok: true
  readonly response: string | null
  readonly choice_index: number | null
  readonly timed_out: boolean
}

/** L5: put on every answer by the outlet. */
export interface LyraMeta {
  readonly unverified_domains: readonly string[]
  readonly blocked_domains: readonly string[]
  readonly security_warnings: readonly string[]
  /** Names the fields whose text came from the web: data, never instruction. */
  readonly untrusted_fields: readonly string[]
}
