import type { Lyra } from '../../src/app/lyra.ts'
import type { SearchAnswer, StatusAnswer } from '../../src/domain/answers.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { responseMeta } from '../../src/guard/l5-response-meta.ts'

export const TASK_ID = 'task_0011223344556677'

export const SEARCH_ANSWER: SearchAnswer = {
  ok: true,
  search_id: 's_0000000000000001',
  query: '消化器内視鏡 鎮静 ガイドライン 有害事象',
  status: 'partial',
  pages_fetched: 12,
  useful_fragments: 5,
  harvest_rate: 5 / 12,
  claims_found: [
    {
      id: 'claim_00000000000000aa',
      text: '鎮静下内視鏡の偶発症の頻度は0.0013%であった。',
      confidence: 0.71,
      source_url: 'https://www.jges.net/guideline',
      is_primary_source: true,
      source_trust_level: 'ACADEMIC',
      verification_status: 'verified',
      verification_details: { independent_sources: 2, corroborating_claims: [], contradicting_claims: [] },
      no_refutation_found: false,
    },
  ],
  refutations: [],
  satisfaction_score: 0.77,
  novelty_score: 0.4,
  budget_remaining: { pages: 108, percent: 90 },
  warnings: ['brave: rate_limited (429)'],
}

export const STATUS_ANSWER: StatusAnswer = {
  ok: true,
  task_id: TASK_ID,
  status: 'exploring',
  query: '鎮静下内視鏡の安全性',
  searches: [],
  metrics: {
    total_searches: 0,
    satisfied_count: 0,
    total_pages: 0,
    total_fragments: 0,
    total_claims: 0,
    elapsed_seconds: 0,
    contested_claims: 0,
    rejected_claims: 0,
    retracted_sources: 0,
  },
  task_metrics: {
    harvest_rate: 0,
    novelty_latest: 0,
    unique_ngram_share: 0,
    satisfied_share: 0,
    duplicate_share: 0,
    domain_diversity: 0,
    narrative_diversity: 0,
    refused_share: 0,
    blocked_share: 0,
    captcha_share: 0,
    primary_share: 0,
    disputed_share: 0,
    dated_share: 0,
    aggregator_share: 0,
    citation_loop_share: 0,
    largest_source_share: 0,
    archived_share: 0,
    browser_share: 0,
    headful_share: 0,
    tor_share: 0,
    not_modified_share: 0,
  },
  budget: { pages_used: 0, pages_limit: 120, time_used_seconds: 0, time_limit_seconds: 1200, remaining_percent: 100 },
  auth_queue: { pending_count: 0, high_priority_count: 0, domains: [], oldest_queued_at: null, by_auth_type: {} },
  background: { citations_pending: 0 },
  warnings: [],
  blocked_domains: [],
  unverified_domains: [],
  verification_alerts: [],
}

function known(taskId: string): void {
  if (taskId !== TASK_ID) throw new LyraError('TASK_NOT_FOUND', `No task has the id ${taskId}`)
}

/** The application as the outer rooms see it, with fixed answers; a test replaces what it is about. */
export function fakeLyra(changes: Partial<Lyra> = {}): Lyra {
  return {
    settings: defaultSettings,
    home: 'lyra-home',
    log: silentLogger,
    createTask: ({ query, budget }) => ({
      ok: true,
      task_id: TASK_ID,
      query,
      created_at: '2025-01-15T10:00:00.000Z',
      budget: { max_pages: budget?.max_pages ?? 120, max_seconds: budget?.max_seconds ?? 1200 },
    }),
    search: async (taskId) => {
      known(taskId)
      return SEARCH_ANSWER
    },
    resumeTask: async (taskId) => ({ ok: true, task_id: taskId, resumed: 0 }),
    pauseTask: async (taskId) => ({ ok: true, task_id: taskId, paused: 0 }),
    getStatus: (taskId) => {
      known(taskId)
      return STATUS_ANSWER
    },
    stopTask: async (taskId) => {
      known(taskId)
      const summary = {
        total_searches: 1,
        satisfied_searches: 0,
        total_claims: 1,
        primary_source_ratio: 1,
        unsatisfied_queries: [SEARCH_ANSWER.query],
      }
      return { ok: true, task_id: taskId, final_status: 'partial', summary }
    },
    queryGraph: async () => ({
      ok: true,
      rows: [{ id: 'claim_1', n: 3, note: null }],
      row_count: 1,
      columns: ['id', 'n', 'note'],
      truncated: false,
      elapsed_ms: 2,
    }),
    vectorSearch: async () => ({
      ok: true,
      results: [{ id: 'claim_1', text_preview: '偶発症', similarity: 0.8 }],
      total_searched: 40,
    }),
    find: async () => ({
      ok: true,
      results: [{ id: 'claim_1', text_preview: '偶発症', score: 1.5 }],
      total_searched: 40,
      not_indexed: 0,
    }),
    feedback: (_taskId, action, targetId) => ({
      ok: true,
      feedback_id: 'fb_1',
      action,
      target_id: targetId,
      applied: ['noted'],
      pending_training_samples: 0,
      training_due: false,
    }),
    calibrate: () => ({ ok: true, sample_id: 'cal_1', pending_count: 15 }),
    calibrateRollback: (source) => ({ ok: true, source, rolled_back_to: 2, previous_version: 3, reason: 'test' }),
    getAuthQueue: () => ({ ok: true, queue: [], total_pending: 0 }),
    resolveAuth: () => ({ ok: true, auth_id: 'auth_1', status: 'resolved', unblocked_searches: ['s_1'] }),
    notifyUser: async () => ({ ok: true, notification_id: 'n_1', shown: false }),
    showPage: async () => ({ ok: true, opened: false, by: null, raised_by: null, skipped: ['no desktop'] }),
    waitForUser: async () => ({ ok: true, response: null, choice_index: null, timed_out: true }),
    tasks: () => [],
    cleanup: ({ taskId }) => ({
      ok: true,
      task_id: taskId ?? null,
      mode: 'soft',
      dry_run: false,
      removed: {},
      pages_kept: 0,
      files: [],
      files_left: [],
    }),
    metrics: () => ({ ok: true, metrics: [] }),
    report: async (taskId) => {
      known(taskId)
      return `# 報告\n\ntask ${taskId}`
    },
    checkCitations: async () => [],
    claim: (claimId) => {
      throw new LyraError('NOT_FOUND', `There is no claim ${claimId}`)
    },
    graph: (taskId) => {
      known(taskId)
      return '{"nodes":[],"edges":[]}'
    },
    views: () => [{ name: 'v_contradictions', purpose: 'Claims in dispute', columns: ['task_id', 'claim_id'] }],
    schema: async () => [{ name: 'claims', columns: ['id', 'task_id'] }],
    meta: () =>
      responseMeta({ unverifiedDomains: ['blog.example.jp'], blockedDomains: [], securityWarnings: ['L2: 1 pattern'] }),
    audit: () => {},
    close: async () => {},
    ...changes,
  }
}
