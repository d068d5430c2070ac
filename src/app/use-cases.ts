import { calibrate } from '../api/calibrate.ts'
import { calibrateRollback } from '../api/calibrate-rollback.ts'
import { checkCitations } from '../api/check-citations.ts'
import { cleanUp } from '../api/clean-up.ts'
import { createTask } from '../api/create-task.ts'
import type { AnswerOf, InputOf, UseCase } from '../api/define-use-case.ts'
import { feedback } from '../api/feedback.ts'
import { findTexts } from '../api/find-texts.ts'
import { getAuthQueue } from '../api/get-auth-queue.ts'
import { getClaim } from '../api/get-claim.ts'
import { getGraph } from '../api/get-graph.ts'
import { getMetrics } from '../api/get-metrics.ts'
import { getReport } from '../api/get-report.ts'
import { getSchema } from '../api/get-schema.ts'
import { getStatus } from '../api/get-status.ts'
import { listTasks, NEWEST_TASKS } from '../api/list-tasks.ts'
import { listViews } from '../api/list-views.ts'
import { notifyUser } from '../api/notify-user.ts'
import { pauseTask } from '../api/pause-task.ts'
import { queryGraph } from '../api/query-graph.ts'
import { resolveAuth } from '../api/resolve-auth.ts'
import { resumeTask } from '../api/resume-task.ts'
import { search } from '../api/search.ts'
import { showPage } from '../api/show-page.ts'
import { stopTask } from '../api/stop-task.ts'
import { untrustedFields } from '../api/untrusted-fields.ts'
import { vectorSearch } from '../api/vector-search.ts'
import { waitForUser } from '../api/wait-for-user.ts'
import { requireKnownEngines } from '../engines/choose-engines.ts'
import { requireTask } from '../store/require-task.ts'
import type { Application } from './application.ts'
import type { CallHooks } from './lyra.ts'

const ok = true as const

/**
 * The list of use cases: each contract of `src/api` beside the code that answers it. A new tool is its contract and its
 * entry here; MCP, limits and reference pages follow. `lyra mcp` reads the list before anything is opened, so the rooms
 * are imported inside the entries, not above them.
 */
export const USE_CASES: readonly Entry[] = [
  answer(createTask, async ({ research }, { query, config }) => {
    const tasks = await import('../research/tasks.ts')
    return tasks.createTask(research, { query, ...config })
  }),
  answer(search, async ({ research, conductor }, { task_id, query, options = {} }, hooks) => {
    requireKnownEngines(options.engines ?? [], research.webSearch.engines, 'INVALID_PARAMS')
    return conductor.search(task_id, query, options, hooks)
  }),
  answer(getStatus, async (app, { task_id }) => (await import('./task-status.ts')).statusOfTask(app, task_id)),
  answer(stopTask, async ({ research, conductor }, { task_id, reason, cancel }) => {
    requireTask(research.store, task_id)
    const tasks = await import('../research/tasks.ts')
    const stop = tasks.stopRequest(reason, cancel)
    await conductor.stop(task_id, stop)
    return tasks.stopTask(research, task_id, stop)
  }),
  answer(queryGraph, async ({ research, sandbox, settings }, { sql, options }) => {
    await applyOverrides(research)
    const rows = await sandbox.query(sql, {
      limit: options.limit ?? settings.query.limit,
      timeoutMs: options.timeout_ms ?? settings.query.timeout_ms,
      maxVmSteps: options.max_vm_steps,
      includeSchema: options.include_schema,
    })
    return { ok, ...rows }
  }),
  answer(vectorSearch, async ({ research, mode, settings, backlog, signal }, input) => {
    const { searchVectors } = await import('../research/vector-search.ts')
    const makeUp = mode === 'cli' && settings.replay === ''
    return searchVectors(research, input, { makeUp, behind: backlog.mayBeBehind(), signal })
  }),
  answer(feedback, async ({ research, human }, input) => {
    const { submitFeedback } = await import('../human/feedback.ts')
    const { recomputeClaims } = await import('../research/graph/recompute.ts')
    return submitFeedback(human, input, (claimIds) => {
      recomputeClaims(research, claimIds, research.ids.next('cause'))
    })
  }),
  answer(calibrate, async ({ human }, input) => (await import('../human/calibration.ts')).calibrate(human, input)),
  answer(calibrateRollback, async ({ human }, { source, version, reason }) =>
    (await import('../human/calibration.ts')).rollBack(human, source, version, reason),
  ),
  answer(getAuthQueue, async ({ human }, input) => (await import('../human/auth-queue.ts')).getAuthQueue(human, input)),
  answer(resolveAuth, async ({ human, conductor, tabs, mode }, input) => {
    const queue = await import('../human/auth-queue.ts')
    const revisit = (searchIds: readonly string[]) => conductor.revisit(searchIds, mode !== 'cli')
    return queue.resolveAuth(human, input, revisit, tabs.session)
  }),
  answer(notifyUser, async ({ human }, { event, payload }) => {
    const desktop = await import('../human/notify.ts')
    return desktop.notifyUser(human, event, payload, await desktop.systemDesktop())
  }),
  answer(waitForUser, async ({ human, mode, clock }, { prompt, options }, { elicit, signal }) => {
    const [ask, { terminalAsk }] = await Promise.all([import('../human/ask-user.ts'), import('../human/terminal.ts')])
    const terminal = mode === 'cli' && process.stdin.isTTY ? terminalAsk() : undefined
    return ask.waitForUser(human, prompt, options, { elicit, terminal, signal, waiting: clock })
  }),

  answer(listTasks, async ({ research }) => ({ ok, tasks: research.store.tasks.list(NEWEST_TASKS) })),
  answer(resumeTask, async ({ research, conductor }, { task_id }) => {
    requireTask(research.store, task_id)
    const resumed = conductor.resume(task_id)
    await conductor.settle(task_id)
    return { ok, task_id, resumed }
  }),
  answer(pauseTask, async ({ conductor }, { task_id }) => {
    return { ok, task_id, paused: await conductor.pause(task_id) }
  }),
  answer(findTexts, async ({ research, signal }, input) =>
    (await import('../research/find-texts.ts')).findTexts(research, input, signal),
  ),
  answer(getClaim, async ({ research }, { claim_id }) => {
    await applyOverrides(research)
    return (await import('../research/graph/walk-claim-back.ts')).walkClaimBack(research, claim_id)
  }),
  answer(getReport, async (app, { task_id, limit_chars }) => {
    const { reportOfTask } = await import('./task-report.ts')
    return { ok, task_id, markdown: reportOfTask(app, task_id, limit_chars) }
  }),
  answer(checkCitations, async ({ research, home }, { report }) => {
    const citations = await import('../report/citation-check.ts')
    const { openRecordReader } = await import('../archive/read-record.ts')
    const { read } = openRecordReader(home.archive)
    return { ok, citations: await citations.checkCitations(report, research.store, read) }
  }),
  answer(getGraph, async ({ research }, { task_id, limit_chars }) => {
    requireTask(research.store, task_id)
    await applyOverrides(research)
    const { graphJson } = await import('../report/graph-json.ts')
    return { ok, task_id, json: graphJson(research, task_id, limit_chars) }
  }),
  answer(getMetrics, async ({ research }, { task_id }) => {
    const { metricsOfHome, metricsOfTask } = await import('../research/metrics/home-metrics.ts')
    if (task_id !== undefined) {
      requireTask(research.store, task_id)
      return { ok, metrics: metricsOfTask(research, task_id) }
    }
    return { ok, metrics: metricsOfHome(research, research.store.jobs, process.memoryUsage()) }
  }),
  answer(cleanUp, async ({ research, home }, input) =>
    (await import('../research/cleanup.ts')).cleanUp(research, home.archive, input),
  ),
  answer(listViews, async ({ research }) => ({ ok, views: research.store.views() })),
  answer(getSchema, async ({ sandbox }) => ({ ok, tables: await sandbox.schema() })),
  answer(showPage, async ({ tabs }, { url }) => {
    const { systemDesktop } = await import('../human/notify.ts')
    return (await import('../human/show-page.ts')).showPage(url, await systemDesktop(), tabs.openTab)
  }),
]

/** Those that an MCP client is shown, in the order of the reference page (LYRA 3.1). */
export const TOOLS: readonly UseCase[] = USE_CASES.map(({ useCase }) => useCase).filter(
  ({ tool }) => tool !== undefined,
)

let untrusted: readonly string[] | null = null

/** L5, of every tool; worked out with the first answer, not when tools are listed. */
export function untrustedToolFields(): readonly string[] {
  untrusted ??= untrustedFields(TOOLS)
  return untrusted
}

export interface Entry {
  readonly useCase: UseCase
  readonly run: (app: Application, input: unknown, hooks: CallHooks) => Promise<unknown>
}

/** The types of contract and handler are held together here; the list itself forgets them. */
function answer<U extends UseCase>(
  useCase: U,
  run: (app: Application, input: InputOf<U>, hooks: CallHooks) => Promise<AnswerOf<U>>,
): Entry {
  return { useCase, run: (app, input, hooks) => run(app, input as InputOf<U>, hooks) }
}

/** TRUST 4.2: what the user wrote into domains.yaml holds from now on. */
async function applyOverrides(research: Application['research']): Promise<void> {
  const overrides = await import('../research/graph/apply-overrides.ts')
  overrides.applyOverrides(research)
}
