import { z } from 'zod'
import type { StatusAnswer } from '../../domain/answers.ts'
import { domain, id, ids, lines, ok, searchState, shortText, time, trustLevel } from '../answer-schemas.ts'
import { defineTool, taskId } from '../define-tool.ts'

const count = z.number()

const searchLine = z.object({
  id,
  query: z.string().max(4000),
  status: searchState,
  pages_fetched: count,
  useful_fragments: count,
  harvest_rate: count,
  satisfaction_score: count,
  novelty_score: count,
  has_primary_source: z.boolean(),
  refute: z.boolean(),
  warnings: lines,
})

const output: z.ZodType<StatusAnswer> = z.object({
  ok,
  task_id: id,
  status: z.enum(['created', 'exploring', 'paused', 'completed', 'failed']),
  query: z.string().max(4000),
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
  task_metrics: z.object({
    harvest_rate: count,
    novelty_latest: count,
    unique_ngram_share: count,
    satisfied_share: count,
    duplicate_share: count,
    domain_diversity: count,
    narrative_diversity: count,
    refused_share: count,
    blocked_share: count,
    captcha_share: count,
    primary_share: count,
    disputed_share: count,
    dated_share: count,
    aggregator_share: count,
    citation_loop_share: count,
    largest_source_share: count,
    archived_share: count,
    browser_share: count,
    headful_share: count,
    tor_share: count,
    not_modified_share: count,
  }),
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
  background: z.object({ citations_pending: count }),
  warnings: lines,
  blocked_domains: z
    .array(
      z.object({
        domain,
        blocked_at: time,
        reason: shortText,
        contradicting_claims: ids,
        original_trust_level: trustLevel,
        can_restore: z.boolean(),
        restore_via: shortText,
      }),
    )
    .max(500),
  unverified_domains: z.array(domain).max(1000),
  verification_alerts: lines,
  evidence_summary: z
    .object({
      total_claims: count,
      total_fragments: count,
      total_pages: count,
      supporting_edges: count,
      refuting_edges: count,
      neutral_edges: count,
      top_domains: z.array(domain).max(50),
    })
    .exactOptional(),
})

export const getStatus = defineTool({
  name: 'get_status',
  title: 'Status of a task',
  description:
    'Everything measured about a task: its searches with satisfaction and novelty (a running one with what it has read so far), shares of harvest, diversity, refusals and source quality, budget, pages that wait for a person, work that goes on in the background (citations of papers that are still being followed), warnings, blocked and unverified domains, and an evidence summary once it is completed. Measures only, no recommendations: what to do next is your decision.',
  input: z.strictObject({ task_id: taskId }),
  output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  taskOf: (input) => input.task_id,
  handle: (lyra, { task_id }) => lyra.getStatus(task_id),
})
