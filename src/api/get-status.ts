import { z } from 'zod'
import { type AnswerOf, defineUseCase, READS } from './define-use-case.ts'
import {
  domain,
  id,
  ids,
  ok,
  queryText,
  searchStatus,
  shortText,
  taskId,
  taskStatus,
  time,
  trustLevel,
  webLines,
  webShortText,
} from './fields.ts'

const count = z.number()
const share = z.number()

const searchLine = z.object({
  id,
  query: queryText,
  status: searchStatus,
  pages_fetched: count,
  useful_fragments: count,
  harvest_rate: share,
  satisfaction_score: share,
  novelty_score: share,
  has_primary_source: z.boolean(),
  refute: z.boolean(),
  warnings: webLines,
})

/** REQ 4.6, 8.1 of one task. */
const taskMetrics = z.object({
  harvest_rate: share,
  novelty_latest: share,
  unique_ngram_share: share,
  satisfied_share: share,
  duplicate_share: share,
  domain_diversity: share,
  narrative_diversity: share,
  refused_share: share,
  blocked_share: share,
  captcha_share: share,
  primary_share: share,
  disputed_share: share,
  dated_share: share,
  aggregator_share: share,
  citation_loop_share: share,
  largest_source_share: share,
  archived_share: share,
  browser_share: share,
  headful_share: share,
  tor_share: share,
  not_modified_share: share,
})

const blockedDomain = z.object({
  domain,
  blocked_at: time,
  reason: webShortText,
  contradicting_claims: ids,
  original_trust_level: trustLevel,
  can_restore: z.boolean(),
  restore_via: shortText,
})

const evidenceSummary = z.object({
  total_claims: count,
  total_fragments: count,
  total_pages: count,
  supporting_edges: count,
  refuting_edges: count,
  neutral_edges: count,
  top_domains: z.array(domain).max(50),
})

export const getStatus = defineUseCase({
  name: 'get_status',
  title: 'Status of a task',
  description:
    'Everything measured about a task: its searches (a running one with what it has read so far), shares of harvest, ' +
    'diversity, refusals and source quality, budget, pages that wait for a person, background work, warnings, ' +
    'blocked and unverified domains, and an evidence summary once it is completed. Measures only, no ' +
    'recommendations: what to do next is your decision.',
  input: z.strictObject({ task_id: taskId }),
  output: z.object({
    ok,
    task_id: id,
    status: taskStatus,
    query: queryText,
    searches: z.array(searchLine).max(1000),
    metrics: z.object({
      total_searches: count,
      satisfied_count: count,
      total_pages: count,
      total_fragments: count,
      total_claims: count,
      elapsed_seconds: count,
      contested_claims: count,
      rejected_claims: count,
      retracted_sources: count,
    }),
    task_metrics: taskMetrics,
    budget: z.object({
      pages_used: count,
      pages_limit: count,
      time_used_seconds: count,
      time_limit_seconds: count,
      remaining_percent: count,
    }),
    auth_queue: z.object({
      pending_count: count,
      high_priority_count: count,
      domains: z.array(domain).max(500),
      oldest_queued_at: time.nullable(),
      by_auth_type: z.record(z.string(), count),
    }),
    /** What goes on after the searches have answered: searches whose papers' citations are still being followed. */
    background: z.object({ citations_pending: count }),
    warnings: webLines,
    blocked_domains: z.array(blockedDomain).max(500),
    unverified_domains: z.array(domain).max(1000),
    verification_alerts: webLines,
    evidence_summary: evidenceSummary.exactOptional(),
  }),
  tool: READS,
})

export type StatusAnswer = AnswerOf<typeof getStatus>
export type TaskMetrics = StatusAnswer['task_metrics']
export type BlockedDomain = StatusAnswer['blocked_domains'][number]
export type EvidenceSummary = NonNullable<StatusAnswer['evidence_summary']>
