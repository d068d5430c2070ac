import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { LONGEST_WAIT_SECONDS, MOST_PAGES, MOST_SECONDS, type SearchRow } from '../../domain/task.ts'
import { countChanges, type TaskDelta } from '../../domain/task-delta.ts'
import { requireTask } from '../../store/require-task.ts'
import type { UpdateRow } from '../../store/updates.ts'
import { budgetOf, raiseBudget } from '../budget.ts'
import type { Conductor, SearchHooks } from '../conductor.ts'
import type { ResearchParts } from '../parts.ts'
import { isSameSearch } from '../same-search.ts'
import type { AskedOptions } from '../search-options.ts'
import { stopRequest, stopTask } from '../tasks.ts'
import { compareTask } from './compare.ts'
import { takeSnapshot } from './snapshot.ts'

export type UpdateParts = Pick<ResearchParts, 'store' | 'trust' | 'settings' | 'clock' | 'ids'>

export interface UpdateOrder {
  readonly taskId: string
  /** Pages that it may read beyond those that say the same; that of the searches when left out. */
  readonly maxPages?: number | undefined
}

export interface UpdateOutcome {
  readonly update: Pick<UpdateRow, 'id' | 'started_at'>
  readonly finishedAt: string
  readonly searches: readonly SearchRow[]
  readonly delta: TaskDelta
  readonly changes: number
}

/**
 * The searches of a task again, each once, with every page that they read asked for again, and what is otherwise than
 * before. An update that was interrupted goes on: its searches that have ended are not repeated, and the task is
 * compared with how it stood when the update began.
 */
export async function runUpdate(
  parts: UpdateParts,
  conductor: Pick<Conductor, 'search' | 'resume' | 'settle'>,
  order: UpdateOrder,
  hooks: Omit<SearchHooks, 'update' | 'stopAt'>,
): Promise<UpdateOutcome> {
  const { store, clock } = parts
  const { taskId } = order
  const task = requireTask(store, taskId)
  const repeated = distinctSearches(store.searches.ofTask(taskId))
  if (repeated.length === 0)
    throw new LyraError('INVALID_PARAMS', `Task ${taskId} has no search that could be repeated`, {
      hint: 'Search first; an update repeats the searches of a task',
    })
  const update = store.updates.unfinished(taskId) ?? begin(parts, taskId)
  giveBudget(parts, order, repeated.length)
  for (const row of repeated) {
    const isDone = ofUpdate(parts, taskId, update.id).some((one) => isSameSearch(one, row) && isOver(one))
    if (!isDone) await searchToEnd(conductor, row, update.id, hooks)
  }
  conductor.resume(taskId)
  await conductor.settle(taskId)
  hooks.signal?.throwIfAborted()
  const searches = ofUpdate(parts, taskId, update.id)
  const searchIds = new Set(searches.map(({ id }) => id))
  const delta = compareTask(parts, { taskId, before: update.before, searchIds })
  const changes = countChanges(delta)
  const finishedAt = isoTime(clock)
  store.write(() => {
    store.updates.finish(update.id, { at: finishedAt, changes, delta })
    store.events.append({
      kind: 'task_updated',
      taskId,
      subjectType: 'update',
      subjectId: update.id,
      data: { changes, searches: searches.length },
      causeId: update.cause_id,
    })
  })
  // A task that was at rest is at rest again.
  if (task.final_status !== null) stopTask(parts, taskId, stopRequest(task.stop_reason ?? undefined))
  return { update, finishedAt, searches, delta, changes }
}

function begin(parts: UpdateParts, taskId: string): UpdateRow {
  const { store, clock, ids } = parts
  return store.write(() => {
    const id = ids.next('upd')
    const task = requireTask(store, taskId)
    const causeId = store.events.append({
      kind: 'update_asked',
      taskId,
      subjectType: 'update',
      subjectId: id,
      causeId: task.cause_id,
    })
    const row = {
      id,
      task_id: taskId,
      started_at: isoTime(clock),
      before: takeSnapshot(parts, taskId),
      cause_id: causeId,
    }
    store.updates.begin(row)
    return { ...row, finished_at: null, changes: 0, delta: null }
  })
}

/** Each question once, in the order of its first asking; one that never ended has nothing to repeat. */
function distinctSearches(rows: readonly SearchRow[]): readonly SearchRow[] {
  const distinct: SearchRow[] = []
  for (const row of rows)
    if (row.error === null && !distinct.some((known) => isSameSearch(known, row))) distinct.push(row)
  return distinct
}

function ofUpdate({ store }: UpdateParts, taskId: string, updateId: string): readonly SearchRow[] {
  return store.searches.ofTask(taskId).filter(({ options }) => options.revalidate === updateId)
}

function isOver({ status, error }: SearchRow): boolean {
  return status !== 'running' && error === null
}

/** Asked again as long as it waits: asking for an open search attaches to it (LYRA 3.6). */
async function searchToEnd(
  conductor: Pick<Conductor, 'search'>,
  { task_id: taskId, query, options }: SearchRow,
  update: string,
  hooks: Omit<SearchHooks, 'update' | 'stopAt'>,
): Promise<void> {
  const { period, revalidate: _, scope, targets_only: targetsOnly, ...others } = options
  // An open period ends today, not on the day of the first asking.
  const range = period === undefined ? {} : { period: { after: period.after, before: period.before } }
  const again: AskedOptions = { ...others, ...range, fresh: true, wait_seconds: LONGEST_WAIT_SECONDS }
  const asked = { ...hooks, update, ...(scope === undefined ? {} : { scope }) }
  for (;;) {
    hooks.signal?.throwIfAborted()
    const { status } = await conductor.search(taskId, targetsOnly === true ? undefined : query, again, asked)
    if (status !== 'running') {
      if (status !== 'queued') return
      throw new LyraError(
        'ALL_ENGINES_BLOCKED',
        `“${query.slice(0, 80)}” waits; the update goes on when it is run again`,
      )
    }
  }
}

/** What the task has spent stays spent: an update brings its own pages and its own time. */
function giveBudget(parts: UpdateParts, { taskId, maxPages }: UpdateOrder, searches: number): void {
  const { store, settings } = parts
  const { pages_used, time_used_seconds } = budgetOf(store, requireTask(store, taskId))
  raiseBudget(parts, taskId, {
    max_pages: Math.min(MOST_PAGES, pages_used + (maxPages ?? searches * settings.task.search_pages)),
    max_seconds: Math.min(MOST_SECONDS, Math.ceil(time_used_seconds) + settings.task.max_seconds),
  })
}
