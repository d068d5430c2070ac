import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from './connection.ts'

/** What a person asks of the hub, under their own name: the database decides what they may (ADR 0047). */

const idRow = z.object({ id: z.string() })
const searchIdRow = z.object({ id: z.number() })

export async function addTask(
  hub: HubConnection,
  task: { readonly question: string; readonly config: object; readonly shared: boolean },
): Promise<string> {
  const [row] = await hub.rows(
    idRow,
    'INSERT INTO hub.tasks (question, config, visibility) VALUES ($1, $2, $3) RETURNING id',
    [task.question, JSON.stringify(task.config), task.shared ? 'shared' : 'private'],
  )
  if (row === undefined) throw new Error('an INSERT of one row returned none')
  return row.id
}

/** `options` as search takes them, with `targets` beside them; an empty query reads the targets alone. */
export async function addSearch(
  hub: HubConnection,
  search: {
    readonly taskId: string
    readonly query: string
    readonly options: object
    readonly useCase?: 'search' | 'feedback'
  },
): Promise<number> {
  await requireSeen(hub, search.taskId)
  const [row] = await hub.rows(
    searchIdRow,
    'INSERT INTO hub.searches (task_id, query, options, use_case) VALUES ($1, $2, $3, $4) RETURNING id',
    [search.taskId, search.query, JSON.stringify(search.options), search.useCase ?? 'search'],
  )
  if (row === undefined) throw new Error('an INSERT of one row returned none')
  return row.id
}

export async function shareTask(hub: HubConnection, taskId: string, shared: boolean): Promise<void> {
  await requireSeen(hub, taskId)
  const changed = await hub.run('UPDATE hub.tasks SET visibility = $2 WHERE id = $1', [
    ...[taskId, shared ? 'shared' : 'private'],
  ])
  if (changed === 0) throw new LyraError('HUB_REFUSED', `${taskId} is not yours: its owner or an admin decides`)
}

/** What it became: cancelled at once, or running until its worker hears of it. */
export async function cancelSearch(hub: HubConnection, id: number): Promise<'cancelled' | 'running'> {
  const stateRow = z.object({ state: z.enum(['cancelled', 'running']).nullable() })
  const [row] = await hub.rows(stateRow, 'SELECT hub.cancel_search($1) AS state', [id])
  if (row?.state == null)
    throw new LyraError('NOT_FOUND', `No search ${id} of yours is queued or running`, {
      hint: '`lyra hub status` lists them',
    })
  return row.state
}

export async function requireSeen(hub: HubConnection, taskId: string): Promise<void> {
  const found = await hub.rows(idRow, 'SELECT id FROM hub.tasks WHERE id = $1', [taskId])
  if (found.length === 0)
    throw new LyraError('TASK_NOT_FOUND', `The hub has no task ${taskId} that you may see`, {
      hint: '`lyra hub status` lists them',
    })
}

const taskRow = z.object({
  id: z.string(),
  question: z.string(),
  owner: z.string(),
  visibility: z.string(),
  generation: z.number(),
  conclusions_sha256: z.string().nullable(),
})
const searchRow = z.object({
  id: z.number(),
  task_id: z.string(),
  query: z.string(),
  state: z.string(),
  attempts: z.number(),
  worker: z.string().nullable(),
  error: z.string().nullable(),
})

export interface HubStatus {
  readonly tasks: readonly z.infer<typeof taskRow>[]
  /** The newest 200, and all that are not ended. */
  readonly searches: readonly z.infer<typeof searchRow>[]
}

const TASKS = `SELECT id, question, owner, visibility, generation, conclusions_sha256 FROM hub.tasks
  WHERE $1::text IS NULL OR id = $1 ORDER BY created_at, id`
const SEARCHES = `SELECT id, task_id, query, state, attempts, worker, error FROM hub.searches
  WHERE ($1::text IS NULL OR task_id = $1)
    AND (state IN ('queued', 'running') OR id > (SELECT coalesce(max(id), 0) - 200 FROM hub.searches)) ORDER BY id`

export async function hubStatus(hub: HubConnection, taskId: string | null): Promise<HubStatus> {
  if (taskId !== null) await requireSeen(hub, taskId)
  return {
    tasks: await hub.rows(taskRow, TASKS, [taskId]),
    searches: await hub.rows(searchRow, SEARCHES, [taskId]),
  }
}
