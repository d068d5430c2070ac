import { z } from 'zod'
import type { InputOf } from '../api/define-use-case.ts'
import { getStatus, type StatusAnswer } from '../api/get-status.ts'
import { lyraMeta } from '../api/lyra-meta.ts'
import type { StopAnswer, stopTask } from '../api/stop-task.ts'
import type { CallHooks } from '../app/lyra.ts'
import { type AskedCall, openCalls } from '../hub/asked-calls.ts'
import { cancelSearch, requireSeen } from '../hub/hub-tasks.ts'
import type { RemoteParts } from './parts.ts'
import { hubSearchId, waitForCall } from './wait-for-call.ts'

const taskRow = z.object({
  question: z.string(),
  config: z.object({ budget: z.object({ max_pages: z.number(), max_seconds: z.number() }).optional() }),
  status: z.unknown(),
  notes: z.unknown(),
})
const TASK = 'SELECT question, config, status, notes FROM hub.tasks WHERE id = $1'

const NO_METRICS = Object.fromEntries(
  Object.keys(getStatus.output.shape.task_metrics.shape).map((name) => [name, 0]),
) as StatusAnswer['task_metrics']

/** As the worker of the newest bundle found it; of a task that nobody has searched for yet, nothing but its budget. */
export async function storedStatus(parts: RemoteParts, taskId: string): Promise<StatusAnswer> {
  await requireSeen(parts.hub, taskId)
  const [task] = await parts.hub.rows(taskRow, TASK, [taskId])
  const notes = lyraMeta.safeParse(task?.notes)
  if (notes.success) parts.notes.set(taskId, notes.data)
  const stored = getStatus.output.safeParse(task?.status)
  if (stored.success) return stored.data
  const { max_pages: pages, max_seconds: seconds } = task?.config.budget ?? parts.settings.task
  const zero = { supporting_edges: 0, refuting_edges: 0, neutral_edges: 0 }
  return {
    ...{ ok: true, task_id: taskId, status: 'created', query: task?.question ?? '', searches: [] },
    metrics: {
      ...{ total_searches: 0, satisfied_count: 0, total_pages: 0, total_fragments: 0, total_claims: 0 },
      ...{ total_findings: 0, elapsed_seconds: 0, contested_claims: 0, rejected_claims: 0, retracted_sources: 0 },
    },
    task_metrics: NO_METRICS,
    budget: {
      ...{ pages_used: 0, pages_limit: pages, time_used_seconds: 0 },
      time_limit_seconds: seconds,
      remaining_percent: 100,
    },
    auth_queue: { pending_count: 0, high_priority_count: 0, domains: [], oldest_queued_at: null, by_auth_type: {} },
    background: { citations_pending: 0 },
    ...{ warnings: [], blocked_domains: [], unverified_domains: [], verification_alerts: [] },
    evidence_summary: { findings: [], total_claims: 0, total_fragments: 0, total_pages: 0, ...zero, top_domains: [] },
  }
}

/** The stored status, with what the queue has of the task now. */
export async function statusOnHub(parts: RemoteParts, taskId: string): Promise<StatusAnswer> {
  const [stored, calls] = [await storedStatus(parts, taskId), await openCalls(parts.hub, taskId)]
  const open = calls.filter(({ state }) => state === 'queued' || state === 'running')
  const failed = calls.filter(({ state }) => state === 'failed')
  return {
    ...stored,
    status: open.length > 0 ? 'exploring' : stored.status,
    searches: [...stored.searches, ...open.toReversed().map(openLine)].slice(-1000),
    warnings: [
      ...stored.warnings,
      ...failed.slice(0, 20).map(({ id, error }) => `Search ${id} of the hub failed: ${(error ?? '').slice(0, 500)}`),
    ],
  }
}

function openLine({ id, query, state }: AskedCall): StatusAnswer['searches'][number] {
  return {
    ...{ id: hubSearchId(id), query, status: state === 'running' ? 'running' : 'queued', pages_fetched: 0 },
    ...{ useful_fragments: 0, harvest_rate: 0, satisfaction_score: 0, novelty_score: 0, has_primary_source: false },
    ...{ refute: false, warnings: [] },
  }
}

/** How long `finish_first` waits for what is under way. */
const FINISH_SECONDS = 600

/** Cancels what is under way; what was found stays. That a task has ended is not kept: the next search goes on. */
export async function stopOnHub(
  parts: RemoteParts,
  {
    task_id: taskId,
    reason,
    cancel = reason === 'user_cancelled',
    finish_first: finishFirst = false,
  }: InputOf<typeof stopTask>,
  hooks: CallHooks,
): Promise<StopAnswer> {
  await requireSeen(parts.hub, taskId)
  const open = (await openCalls(parts.hub, taskId)).filter(({ state }) => state === 'queued' || state === 'running')
  for (const { id } of open.toReversed())
    if (finishFirst && !cancel) await waitForCall(parts, id, FINISH_SECONDS, hooks)
    else await cancelSearch(parts.hub, id)
  const { searches, metrics, task_metrics } = await storedStatus(parts, taskId)
  const satisfied = searches.filter(({ status }) => status === 'satisfied').length
  const isComplete = (reason ?? 'completed') === 'completed' && satisfied === searches.length
  const cut = finishFirst && !cancel ? [] : open.map(({ query }) => query)
  return {
    ...{ ok: true, task_id: taskId, final_status: cancel ? 'cancelled' : isComplete ? 'completed' : 'partial' },
    cut_off: { searches: cut, citations_of: [] },
    summary: {
      ...{ total_searches: searches.length, satisfied_searches: satisfied, total_claims: metrics.total_claims },
      primary_source_ratio: task_metrics.primary_share,
      unsatisfied_queries: searches.filter(({ status }) => status !== 'satisfied').map(({ query }) => query),
    },
  }
}
