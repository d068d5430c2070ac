import { z } from 'zod'
import type { HubConnection } from './connection.ts'

const callRow = z.object({
  id: z.number(),
  query: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  error: z.string().nullable(),
  answer: z.unknown(),
})

/** A call that somebody queued, as the queue knows it now. */
export type AskedCall = z.infer<typeof callRow>

const COLUMNS = 'id, query, state, error, answer'

export async function askedCall(hub: HubConnection, id: number): Promise<AskedCall | null> {
  return (await hub.rows(callRow, `SELECT ${COLUMNS} FROM hub.searches WHERE id = $1`, [id]))[0] ?? null
}

/** The newest equal search that is under way or, unless `fresh`, has answered; null: there is none. */
export async function equalSearch(
  hub: HubConnection,
  asked: { readonly taskId: string; readonly query: string; readonly options: object; readonly fresh: boolean },
): Promise<AskedCall | null> {
  const rows = await hub.rows(
    callRow,
    `SELECT ${COLUMNS} FROM hub.searches WHERE task_id = $1 AND use_case = 'search' AND query = $2
        AND options - 'fresh' = $3::jsonb AND NOT cancel_asked
        AND (state IN ('queued', 'running') OR (NOT $4 AND state = 'done' AND answer IS NOT NULL))
      ORDER BY id DESC LIMIT 1`,
    [asked.taskId, asked.query, JSON.stringify(asked.options), asked.fresh],
  )
  return rows[0] ?? null
}

/** Of one task: those that are under way, and those that failed. */
export function openCalls(hub: HubConnection, taskId: string): Promise<readonly AskedCall[]> {
  return hub.rows(
    callRow,
    `SELECT ${COLUMNS} FROM hub.searches WHERE task_id = $1 AND state IN ('queued', 'running', 'failed')
      ORDER BY id DESC LIMIT 200`,
    [taskId],
  )
}

/** Calls back when something in the queue has changed; a lost connection is opened again. */
export function onQueueChange(hub: HubConnection, notice: () => void): Promise<AsyncDisposable> {
  return hub.listen('hub_searches', notice)
}
