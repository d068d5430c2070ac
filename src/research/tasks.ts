import type { CreateTaskAnswer, CreateTaskInput } from '../api/create-task.ts'
import { type CutOff, cutOff, type StopAnswer } from '../api/stop-task.ts'
import { isoTime } from '../domain/clock.ts'
import type { FinalStatus } from '../domain/task.ts'
import { isPrimarySource } from '../domain/trust.ts'
import { requireTask } from '../store/require-task.ts'
import { unsatisfiedQueries } from './budget.ts'
import { loadTaskGraph } from './graph/task-graph.ts'
import type { ResearchParts } from './parts.ts'

/** The input of create_task without the nesting. */
export type TaskRequest = Pick<CreateTaskInput, 'query'> & NonNullable<CreateTaskInput['config']>

export function createTask(
  { store, settings, ids, clock }: Pick<ResearchParts, 'store' | 'settings' | 'ids' | 'clock'>,
  request: TaskRequest,
): CreateTaskAnswer {
  const { query } = request
  return store.write(() => {
    const at = isoTime(clock)
    const id = ids.next('task')
    const causeId = store.events.append({
      kind: 'task_created',
      taskId: id,
      subjectType: 'task',
      subjectId: id,
      data: { query },
      causeId: ids.next('cause'),
    })
    const budget = {
      max_pages: request.budget?.max_pages ?? settings.task.max_pages,
      max_seconds: request.budget?.max_seconds ?? settings.task.max_seconds,
    }
    store.tasks.insert({
      id,
      query,
      status: 'created',
      budget,
      priority_domains: request.priority_domains ?? [],
      language: request.language ?? null,
      scope: request.scope ?? {},
      seconds_used: 0,
      created_at: at,
      updated_at: at,
      stopped_at: null,
      stop_reason: null,
      final_status: null,
      cause_id: causeId,
    })
    return { ok: true, task_id: id, query, created_at: at, budget }
  })
}

export interface StopRequest {
  readonly reason: string
  /** The task's final state is `cancelled`. */
  readonly cancel: boolean
  /** Running work may end first, while the caller would wait; what is cancelled may not. */
  readonly finishFirst: boolean
}

/** REQ 3.2.1 names the reason `user_cancelled`; exactly this word means the same as the flag. */
const USER_CANCELLED = 'user_cancelled'

export function stopRequest(
  reason: string | undefined,
  cancel = reason === USER_CANCELLED,
  finishFirst = false,
): StopRequest {
  return { reason: reason ?? (cancel ? USER_CANCELLED : 'completed'), cancel, finishFirst: finishFirst && !cancel }
}

const NOTHING: CutOff = { searches: [], citations_of: [] }

/**
 * Records the end and what it cut off (LYRA 3.7). The end of a stopped task stands, however often it is stopped; a
 * search reopens it (LYRA 3.1).
 */
export function stopTask(
  parts: Pick<ResearchParts, 'store' | 'clock' | 'trust'>,
  taskId: string,
  stop: StopRequest,
  cut = NOTHING,
): StopAnswer {
  const { reason } = stop
  const { store, clock, trust } = parts
  const task = requireTask(store, taskId)
  const searches = store.searches.ofTask(taskId)
  const satisfied = searches.filter((search) => search.status === 'satisfied')
  const final = task.final_status ?? finalStatus(stop, satisfied.length, searches.length)
  if (task.final_status === null)
    store.write(() => {
      store.tasks.stop(taskId, { status: 'completed', final_status: final, reason, at: isoTime(clock) })
      store.events.append({
        kind: 'task_stopped',
        taskId,
        subjectType: 'task',
        subjectId: taskId,
        data: { reason, final, cut_off: cut },
        causeId: task.cause_id,
      })
    })
  const nodes = loadTaskGraph(parts, taskId)
  const primary = nodes.filter((node) => isPrimarySource(trust.ofPage(node.page).level)).length
  return {
    ok: true,
    task_id: taskId,
    final_status: final,
    cut_off: cut.searches.length + cut.citations_of.length > 0 ? cut : cutOffAtStop(store, taskId),
    summary: {
      total_searches: searches.length,
      satisfied_searches: satisfied.length,
      total_claims: nodes.length,
      primary_source_ratio: nodes.length === 0 ? 0 : primary / nodes.length,
      unsatisfied_queries: unsatisfiedQueries(searches),
    },
  }
}

/** As the stop recorded it. */
function cutOffAtStop({ events }: ResearchParts['store'], taskId: string): CutOff {
  const stopped = events.about([taskId]).findLast(({ kind }) => kind === 'task_stopped')
  return cutOff.safeParse(stopped?.data.cut_off).data ?? NOTHING
}

function finalStatus({ reason, cancel }: StopRequest, satisfied: number, total: number): FinalStatus {
  if (cancel) return 'cancelled'
  return reason === 'completed' && satisfied === total ? 'completed' : 'partial'
}
