import { z } from 'zod'
import { type AnswerOf, defineUseCase, READS } from './define-use-case.ts'
import {
  domain,
  id,
  ids,
  listedAsObject,
  ok,
  queryText,
  searchStatus,
  shortText,
  taskId,
  taskStatus,
  time,
  trustLevel,
  verificationStatus,
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
  withheld_share: share,
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
  /** When it ends by itself; null: a person blocked it. */
  expires_at: time.nullable(),
  can_restore: z.boolean(),
  restore_via: shortText,
})

/** What answers the question first. */
const summaryFinding = z
  .object({
    id,
    text: webShortText,
    confidence: share,
    verification_status: verificationStatus,
    sources: count,
  })
  .meta(listedAsObject)

const evidenceSummary = z.object({
  findings: z.array(summaryFinding).max(50),
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
    'Measures of a task: its newest searches, counts, budget, pages that wait for a person, warnings, ' +
    'blocked domains; details: everything.',
  input: z.strictObject({
    task_id: taskId,
    /** Without it MCP sends the brief form (mcp/answers/status-answer.ts). */
    details: z.boolean().optional().describe('All searches, shares, domains and alerts'),
  }),
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
      /** Claims that say the same are one finding. */
      total_findings: count,
      elapsed_seconds: count,
      contested_claims: count,
      rejected_claims: count,
      retracted_sources: count,
    }),
    task_metrics: taskMetrics.meta(listedAsObject),
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
    /** Findings whose status hangs on one verdict in doubt, and the pairs on which they hang (get_review). */
    review: z.object({ decisions: count, pairs: count }).meta(listedAsObject).exactOptional(),
    warnings: webLines,
    blocked_domains: z.array(blockedDomain.meta(listedAsObject)).max(500),
    unverified_domains: z.array(domain).max(1000),
    verification_alerts: webLines,
    evidence_summary: evidenceSummary.meta(listedAsObject).exactOptional(),
  }),
  tool: READS,
})

export type StatusAnswer = AnswerOf<typeof getStatus>
export type TaskMetrics = StatusAnswer['task_metrics']
export type BlockedDomain = StatusAnswer['blocked_domains'][number]
export type EvidenceSummary = NonNullable<StatusAnswer['evidence_summary']>
