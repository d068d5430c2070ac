import type {
  AuthQueueAnswer,
  CalibrateAnswer,
  ClaimAnswer,
  CreateTaskAnswer,
  FeedbackAnswer,
  LyraMeta,
  NotifyAnswer,
  QueryAnswer,
  ResolveAuthAnswer,
  RollbackAnswer,
  SearchAnswer,
  StatusAnswer,
  StopAnswer,
  VectorAnswer,
  WaitAnswer,
} from '../domain/answers.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { SearchOptions, Task } from '../domain/task.ts'
import type { Shown } from '../human/show-page.ts'
import type { CheckedCitation } from '../report/citation-check.ts'
import type { CleanupAnswer, CleanupRequest } from '../research/cleanup.ts'
import type { FindAnswer, FindRequest } from '../research/find-texts.ts'
import type { StopPoint } from '../research/jobs/stop-point.ts'
import type { Metric } from '../research/metrics/home-metrics.ts'

export type { Shown } from '../human/show-page.ts'
export type { CleanupAnswer } from '../research/cleanup.ts'
export type { FindAnswer } from '../research/find-texts.ts'

export interface Progress {
  /** Monotonic within one search, 0..total. */
  readonly done: number
  readonly total: number
  readonly message: string
}

export interface CallHooks {
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
  /** Replay: a search that ended early the first time ends there again, as CANCELLED. */
  readonly stopAt?: StopPoint
  /** Asks the person in front of the client (MCP elicitation); null when the client cannot. */
  readonly elicit?: (prompt: string, choices: readonly string[], timeoutMs: number) => Promise<string | null>
}

export type FeedbackAction =
  | 'correct_nli'
  | 'flag_irrelevant'
  | 'flag_missing'
  | 'correct_citation'
  | 'rate_usefulness'
  | 'add_note'
export type CalibrateAction = 'add_sample' | 'get_stats' | 'evaluate' | 'get_evaluations' | 'get_diagram_data'

/**
 * The wired application: what the MCP server, the CLI and the web server call. Throws LyraError for anything expected.
 */
export interface Lyra {
  readonly settings: Settings
  readonly home: string
  readonly log: Logger

  createTask(input: {
    query: string
    budget?: { max_pages?: number | undefined; max_seconds?: number | undefined } | undefined
    priority_domains?: readonly string[] | undefined
    language?: string | undefined
  }): CreateTaskAnswer
  search(taskId: string, query: string, options?: SearchOptions, hooks?: CallHooks): Promise<SearchAnswer>
  /** Finishes the searches of a task that a crash, a shutdown or a person's absence left open; how many there were. */
  resumeTask(taskId: string): Promise<{ readonly ok: true; readonly task_id: string; readonly resumed: number }>
  /** Puts the open searches of a task aside, in every process, until it is resumed or searched again; how many jobs. */
  pauseTask(taskId: string): Promise<{ readonly ok: true; readonly task_id: string; readonly paused: number }>
  getStatus(taskId: string): StatusAnswer
  stopTask(taskId: string, reason?: string): Promise<StopAnswer>
  queryGraph(
    sql: string,
    options?: {
      limit?: number | undefined
      timeout_ms?: number | undefined
      max_vm_steps?: number | undefined
      include_schema?: boolean | undefined
    },
  ): Promise<QueryAnswer>
  vectorSearch(input: {
    query: string
    target?: 'claims' | 'fragments' | undefined
    task_id?: string | undefined
    top_k?: number | undefined
    min_similarity?: number | undefined
  }): Promise<VectorAnswer>
  /** Full text: claims or fragments that hold the words, in any form of them, best first. */
  find(request: FindRequest): Promise<FindAnswer>
  feedback(
    taskId: string,
    action: FeedbackAction,
    targetId: string,
    payload: Readonly<Record<string, unknown>>,
  ): FeedbackAnswer
  calibrate(action: CalibrateAction, data?: Readonly<Record<string, unknown>>): CalibrateAnswer
  calibrateRollback(source: string, version?: number, reason?: string): RollbackAnswer
  getAuthQueue(
    taskId?: string,
    options?: {
      group_by?: 'none' | 'domain' | 'type' | undefined
      priority_filter?: 'high' | 'normal' | 'all' | undefined
    },
  ): AuthQueueAnswer
  resolveAuth(
    target: 'item' | 'domain',
    data: {
      auth_id?: string | undefined
      domain?: string | undefined
      status: 'resolved' | 'skipped' | 'failed'
      session_data?: Readonly<Record<string, unknown>> | undefined
    },
  ): ResolveAuthAnswer
  notifyUser(
    event: 'info' | 'warning' | 'auth_required' | 'decision_required',
    payload: { message: string; details?: string | undefined; timeout_seconds?: number | undefined },
  ): Promise<NotifyAnswer>
  /** Opens a page in the person's own browser and brings its window to the front, no more (REQ 3.6.1). */
  showPage(url: string): Promise<Shown>
  waitForUser(
    prompt: string,
    options?: { timeout_seconds?: number | undefined; choices?: readonly string[] | undefined },
    hooks?: CallHooks,
  ): Promise<WaitAnswer>

  tasks(): readonly Task[]
  /** GRAPH 2: removes a task (soft), also what only it used (hard), or what nobody uses any more (no task). */
  cleanup(request: CleanupRequest): CleanupAnswer
  /** REQ 4.6 of one task, or REQ 8.1 of the home. */
  metrics(taskId?: string): { readonly ok: true; readonly metrics: readonly Metric[] }
  /** The report as Markdown; `limitChars` bounds what an MCP resource carries. */
  report(taskId: string, limitChars?: number): Promise<string>
  claim(claimId: string): ClaimAnswer
  /** Walks every citation of a report's text back to its fragment and its archive record. */
  checkCitations(report: string): Promise<readonly CheckedCitation[]>
  /** The task's part of the graph as JSON text, bounded. */
  graph(taskId: string, limitChars?: number): string
  views(): readonly { readonly name: string; readonly purpose: string; readonly columns: readonly string[] }[]
  schema(): Promise<readonly { readonly name: string; readonly columns: readonly string[] }[]>
  /** L5 for the outlet. */
  meta(taskId: string | null): LyraMeta
  /** L8: what the outlet found in an answer (L7), by kind and field; `subjectId` names the tool or resource. */
  audit(finding: { readonly pattern: string; readonly subjectId: string }): void
  close(): Promise<void>
}
