import { answerQuestion } from '../../src/api/answer-question.ts'
import { auditBibliography } from '../../src/api/audit-bibliography.ts'
import { calibrate } from '../../src/api/calibrate.ts'
import { calibrateRollback } from '../../src/api/calibrate-rollback.ts'
import { checkCitations } from '../../src/api/check-citations.ts'
import { checkText } from '../../src/api/check-text.ts'
import { cleanUp } from '../../src/api/clean-up.ts'
import { createTask } from '../../src/api/create-task.ts'
import type { AnswerOf, InputOf, UseCase } from '../../src/api/define-use-case.ts'
import { feedback } from '../../src/api/feedback.ts'
import { findTexts } from '../../src/api/find-texts.ts'
import { getAuthQueue } from '../../src/api/get-auth-queue.ts'
import { type ClaimAnswer, getClaim } from '../../src/api/get-claim.ts'
import { getGraph } from '../../src/api/get-graph.ts'
import { getMetrics } from '../../src/api/get-metrics.ts'
import { getPulse } from '../../src/api/get-pulse.ts'
import { getReport } from '../../src/api/get-report.ts'
import { getReportPage } from '../../src/api/get-report-page.ts'
import { getReview } from '../../src/api/get-review.ts'
import { getSchema } from '../../src/api/get-schema.ts'
import { getStatus, type StatusAnswer } from '../../src/api/get-status.ts'
import { listQuestions } from '../../src/api/list-questions.ts'
import { listTasks } from '../../src/api/list-tasks.ts'
import { listUpdates } from '../../src/api/list-updates.ts'
import { listViews } from '../../src/api/list-views.ts'
import { notifyUser } from '../../src/api/notify-user.ts'
import { pauseTask } from '../../src/api/pause-task.ts'
import { queryGraph } from '../../src/api/query-graph.ts'
import { resolveAuth } from '../../src/api/resolve-auth.ts'
import { resumeTask } from '../../src/api/resume-task.ts'
import { type SearchAnswer, search } from '../../src/api/search.ts'
import { showPage } from '../../src/api/show-page.ts'
import { stopTask } from '../../src/api/stop-task.ts'
import { vectorSearch } from '../../src/api/vector-search.ts'
import { verify } from '../../src/api/verify.ts'
import { waitForUser } from '../../src/api/wait-for-user.ts'
import type { CallHooks, OpenLyra } from '../../src/app/lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { responseMeta } from '../../src/guard/l5-response-meta.ts'

/** What a report says beside its text, of a task without findings. */
export const NO_FINDINGS = { counted: '', parts: [] }

export const TASK_ID = 'task_0011223344556677'

const NO_VERDICTS = {
  ...{ supported: 0, partly: 0, contradicted: 0, 'not in the evidence': 0 },
  ...{ 'number differs': 0, 'quote differs': 0, 'source unknown': 0, 'source retracted': 0 },
}

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
  refutations_total: 0,
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
    total_findings: 0,
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
    withheld_share: 0,
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

export const CLAIM_ANSWER: ClaimAnswer = {
  ok: true,
  claim_id: 'claim_00000000000000aa',
  text: '鎮静下内視鏡の偶発症の頻度は0.0013%であった。',
  confidence: 0.7109,
  verification_status: 'verified',
  source: {
    url: 'https://www.jges.net/guideline',
    fragment_id: 'frag_1',
    span_start: 0,
    span_end: 24,
    warc_file: 'task_1/a.warc.gz',
    warc_record_id: '<urn:uuid:1>',
  },
  status_reason: null,
  no_refutation_found: false,
  notes: [],
  judgements: [
    {
      edge_id: 'edge_1',
      url: 'https://nejm.example/p1',
      relation: 'supports',
      confidence: 0.93,
      raw_confidence: 0.97,
      model: 'nli',
      notes: ['direction_match'],
      human_corrected: false,
    },
    {
      edge_id: 'edge_2',
      url: 'https://blog.example/p2',
      relation: 'refutes',
      confidence: 0.99,
      raw_confidence: 0.99,
      model: 'nli',
      notes: [],
      human_corrected: true,
    },
    {
      edge_id: 'edge_3',
      url: 'https://blog.example/p3',
      relation: 'neutral',
      confidence: 0.6,
      raw_confidence: 0.6,
      model: 'nli',
      notes: [],
      human_corrected: false,
    },
  ],
  why: {
    log_odds: 0.9,
    contributions: [
      {
        edge_id: 'edge_1',
        relation: 'supports',
        weight: 0.9,
        counted: true,
        reliability: 1,
        reliability_parts: null,
        nli_confidence: 0.93,
        source_group: 'nejm.example',
        reason: null,
      },
      {
        edge_id: 'edge_2',
        relation: 'refutes',
        weight: 0.95,
        counted: false,
        reliability: 1,
        reliability_parts: null,
        nli_confidence: 0.99,
        source_group: 'blog.example',
        reason: 'its domain is blocked',
      },
    ],
  },
  timeline: [
    { kind: 'first_seen', at: '2025-01-15T10:00:00.000Z', what: 'jges.net says it', page_id: 'page_1' },
    { kind: 'updated', at: '2025-01-15T10:05:00.000Z', what: 'nejm.example supports it', page_id: 'page_2' },
  ],
  reading: {
    passages: [
      { edge_id: 'edge_1', domain: 'nejm.example', sentence: 'Complications occurred in 0.0013 percent.' },
      { edge_id: 'edge_2', domain: 'blog.example', sentence: 'Complications are common.' },
    ],
    in_dispute_with: [],
    primary_sources: [],
    scope: null,
  },
}

function known(taskId: string): void {
  if (taskId !== TASK_ID) throw new LyraError('TASK_NOT_FOUND', `No task has the id ${taskId}`)
}

const CONTRACTS = {
  answerQuestion,
  calibrate,
  calibrateRollback,
  checkCitations,
  checkText,
  auditBibliography,
  cleanUp,
  createTask,
  feedback,
  findTexts,
  getAuthQueue,
  getClaim,
  getGraph,
  getReview,
  getMetrics,
  getPulse,
  getReport,
  getReportPage,
  getSchema,
  getStatus,
  listQuestions,
  listTasks,
  listUpdates,
  listViews,
  notifyUser,
  pauseTask,
  queryGraph,
  resolveAuth,
  resumeTask,
  search,
  showPage,
  stopTask,
  vectorSearch,
  verify,
  waitForUser,
} as const
type Contracts = typeof CONTRACTS

/** What a test answers instead of the application, by the name of the contract. */
export type FakeAnswers = {
  readonly [Name in keyof Contracts]?: (
    input: InputOf<Contracts[Name]>,
    hooks: CallHooks,
  ) => AnswerOf<Contracts[Name]> | Promise<AnswerOf<Contracts[Name]>>
}
export type FakeChanges = FakeAnswers & Partial<Omit<OpenLyra, 'handlerOf'>>

/** An application that answers only what the test gives it; anything else is a mistake of the test. */
export function bareLyra({ home, meta, audit, withhold, beginCall, close, ...answers }: FakeChanges): OpenLyra {
  const byName = new Map<UseCase, unknown>(
    Object.entries(answers).map(([name, answer]) => [CONTRACTS[name as keyof Contracts], answer]),
  )
  return {
    home: home ?? '/nowhere',
    handlerOf: (useCase) => async (input, hooks) => {
      const answer = byName.get(useCase)
      if (typeof answer !== 'function') throw new Error(`the test has no answer for ${useCase.name}`)
      return answer(input, hooks)
    },
    beginCall: beginCall ?? (() => () => {}),
    meta: meta ?? (() => responseMeta({ unverifiedDomains: [], blockedDomains: [], securityWarnings: [] })),
    audit: audit ?? (() => {}),
    withhold: withhold ?? (async (texts) => texts),
    close: close ?? (async () => {}),
  }
}

export const ANSWERS: FakeAnswers = {
  createTask: ({ query, config }) => ({
    ok: true,
    task_id: TASK_ID,
    query,
    created_at: '2025-01-15T10:00:00.000Z',
    budget: { max_pages: config?.budget?.max_pages ?? 120, max_seconds: config?.budget?.max_seconds ?? 1200 },
  }),
  search: ({ task_id }) => {
    known(task_id)
    return SEARCH_ANSWER
  },
  resumeTask: ({ task_id }) => ({ ok: true, task_id, resumed: 0 }),
  pauseTask: ({ task_id }) => ({ ok: true, task_id, paused: 0 }),
  getStatus: ({ task_id }) => {
    known(task_id)
    return STATUS_ANSWER
  },
  stopTask: ({ task_id }) => {
    known(task_id)
    const summary = {
      total_searches: 1,
      satisfied_searches: 0,
      total_claims: 1,
      primary_source_ratio: 1,
      unsatisfied_queries: [SEARCH_ANSWER.query],
    }
    return { ok: true, task_id, final_status: 'partial', cut_off: { searches: [], citations_of: [] }, summary }
  },
  queryGraph: () => ({
    ok: true,
    rows: [{ id: 'claim_1', n: 3, note: null }],
    row_count: 1,
    columns: ['id', 'n', 'note'],
    truncated: false,
    elapsed_ms: 2,
  }),
  vectorSearch: () => ({
    ok: true,
    results: [{ id: 'claim_1', text_preview: '偶発症', similarity: 0.8 }],
    total_searched: 40,
  }),
  findTexts: () => ({
    ok: true,
    results: [{ id: 'claim_1', text_preview: '偶発症', score: 1.5 }],
    total_searched: 40,
    not_indexed: 0,
  }),
  feedback: (input) => ({
    ok: true,
    feedback_id: 'fb_1',
    action: input.action === 'list' ? 'add_note' : input.action,
    target_id: input.action === 'list' ? '' : input.target_id,
    applied: ['noted'],
    claims: [],
    findings: [],
    pending_training_samples: 0,
    training_due: false,
  }),
  calibrate: () => ({ ok: true, sample_id: 'cal_1', pending_count: 15 }),
  calibrateRollback: ({ source }) => ({ ok: true, source, rolled_back_to: 2, previous_version: 3, reason: 'test' }),
  getAuthQueue: () => ({ ok: true, queue: [], total_pending: 0 }),
  resolveAuth: () => ({ ok: true, auth_id: 'auth_1', status: 'resolved', unblocked_searches: ['s_1'] }),
  notifyUser: () => ({ ok: true, notification_id: 'n_1', shown: false }),
  showPage: () => ({ ok: true, opened: false, by: null, raised_by: null, skipped: ['no desktop'] }),
  waitForUser: () => ({
    ok: true,
    status: 'timed_out',
    question_id: 'ask_1',
    response: null,
    choice_index: null,
    timed_out: true,
  }),
  listQuestions: () => ({ ok: true, questions: [] }),
  answerQuestion: ({ question_id, answer }) => ({ ok: true, question_id, answer }),
  listTasks: () => ({ ok: true, tasks: [] }),
  listUpdates: ({ task_id }) => ({ ok: true, task_id, updates: [] }),
  cleanUp: ({ task_id }) => ({
    ok: true,
    task_id: task_id ?? null,
    mode: 'soft',
    dry_run: false,
    removed: {},
    pages_kept: 0,
    files: [],
    files_left: [],
  }),
  getMetrics: () => ({ ok: true, metrics: [] }),
  getReport: ({ task_id }) => {
    known(task_id)
    return { ok: true, task_id, markdown: `# 報告\n\ntask ${task_id}`, ...NO_FINDINGS }
  },
  getReportPage: ({ task_id, section, from }) => {
    known(task_id)
    const place = section === undefined ? 'outline' : `${section} ${from}`
    return { ok: true, task_id, markdown: `# 報告\n\ntask ${task_id}: ${place}`, next: null }
  },
  checkCitations: () => ({ ok: true, citations: [] }),
  checkText: ({ text, task_id: task }) => ({
    ...{ ok: true, task_id: task ?? TASK_ID, unknown_sources: [] },
    not_checked: { no_statement: 0, too_many: 0, beyond: [] },
    counts: { ...NO_VERDICTS, 'number differs': 1 },
    statements: [
      {
        ...{ line: 1, text, verdict: 'number differs', cited: [], place: null, findings: [], elsewhere: null },
        reasons: [{ ground: 'figure', said: '99', problem: 'this figure is not in the source' }],
      },
    ],
  }),
  getClaim: ({ claim_id }) => {
    if (claim_id !== CLAIM_ANSWER.claim_id) throw new LyraError('NOT_FOUND', `There is no claim ${claim_id}`)
    return CLAIM_ANSWER
  },
  getReview: ({ task_id }) => ({
    ...{ ok: true, task_id, decisions: 0, pairs: 0, total: 0, items: [], next: null },
  }),
  getGraph: ({ task_id }) => {
    known(task_id)
    return { ok: true, task_id, json: '{"nodes":[],"edges":[]}', next: null }
  },
  listViews: () => ({
    ok: true,
    views: [{ name: 'v_contradictions', purpose: 'Claims in dispute', columns: ['task_id', 'claim_id'] }],
  }),
  getSchema: () => ({ ok: true, tables: [{ name: 'claims', columns: ['id', 'task_id'] }] }),
}

/** The application as the outer rooms see it, with fixed answers; a test replaces what it is about. */
export function fakeLyra(changes: FakeChanges = {}): OpenLyra {
  return bareLyra({
    home: 'lyra-home',
    meta: () =>
      responseMeta({ unverifiedDomains: ['blog.example.jp'], blockedDomains: [], securityWarnings: ['L2: 1 pattern'] }),
    ...ANSWERS,
    ...changes,
  })
}
