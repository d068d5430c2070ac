import { z } from 'zod'
import { type TaskDelta, type TaskSnapshot, taskDelta, taskSnapshot } from '../domain/task-delta.ts'
import { json } from './columns.ts'
import { insertInto, type Statements } from './statements.ts'

export interface UpdateRow {
  readonly id: string
  readonly task_id: string
  readonly started_at: string
  /** Null while it is under way, or was interrupted. */
  readonly finished_at: string | null
  readonly changes: number
  readonly before: TaskSnapshot
  readonly delta: TaskDelta | null
  readonly cause_id: string
}

export interface UpdateStore {
  begin(row: Omit<UpdateRow, 'finished_at' | 'changes' | 'delta'>): void
  finish(id: string, outcome: { readonly at: string; readonly changes: number; readonly delta: TaskDelta }): void
  /** The one that has not ended; null when all have. */
  unfinished(taskId: string): UpdateRow | null
  /** Those that have ended, newest first. */
  finished(taskId: string, limit: number): readonly UpdateRow[]
}

const rowSchema = z.object({
  id: z.string(),
  task_id: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  changes: z.number(),
  before: json(taskSnapshot),
  delta: json(taskDelta).nullable(),
  cause_id: z.string(),
})

const BEGIN = insertInto('task_updates', ['id', 'task_id', 'started_at', 'before', 'cause_id'])

export function updateStore(sql: Statements): UpdateStore {
  return {
    begin: (row) => void sql.run(BEGIN, { ...row, before: JSON.stringify(row.before) }),
    finish: (id, { at, changes, delta }) =>
      void sql.run(
        'UPDATE task_updates SET finished_at = :at, changes = :changes, delta = :delta, before = :empty WHERE id = :id',
        // What stood before is in the delta, as far as it matters.
        { id, at, changes, delta: JSON.stringify(delta), empty: JSON.stringify({ claims: {}, pages: {} }) },
      ),
    unfinished: (taskId) => {
      const row = sql.get(
        'SELECT * FROM task_updates WHERE task_id = :taskId AND finished_at IS NULL ORDER BY rowid DESC LIMIT 1',
        { taskId },
      )
      return row === null ? null : rowSchema.parse(row)
    },
    finished: (taskId, limit) =>
      sql
        .all(
          `SELECT * FROM task_updates WHERE task_id = :taskId AND finished_at IS NOT NULL
             ORDER BY rowid DESC LIMIT :limit`,
          { taskId, limit },
        )
        .map((row) => rowSchema.parse(row)),
  }
}
