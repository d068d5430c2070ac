import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

export interface FeedbackRow {
  readonly id: string
  readonly task_id: string
  readonly action: string
  readonly target_id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly created_at: string
  readonly cause_id: string
}

export interface FeedbackRows {
  insert(row: FeedbackRow): void
  ofTask(taskId: string): readonly FeedbackRow[]
  /** Corrections no training has used yet, oldest first (FEEDBACK 8). */
  unusedCorrections(limit: number): readonly FeedbackRow[]
  countUnusedCorrections(): number
  markUsed(ids: readonly string[]): void
}

const rowSchema = z.object({
  id: z.string(),
  task_id: z.string(),
  action: z.string(),
  target_id: z.string(),
  payload: z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text))),
  created_at: z.string(),
  cause_id: z.string(),
})

const COLUMNS = 'id, task_id, action, target_id, payload, created_at, cause_id'

export function feedbackRows(db: DatabaseSync): FeedbackRows {
  return {
    insert: (row) => {
      db.prepare(`INSERT INTO feedback (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`).run(
        row.id,
        row.task_id,
        row.action,
        row.target_id,
        JSON.stringify(row.payload),
        row.created_at,
        row.cause_id,
      )
    },
    ofTask: (taskId) =>
      rowSchema
        .array()
        .parse(db.prepare(`SELECT ${COLUMNS} FROM feedback WHERE task_id = ? ORDER BY created_at, rowid`).all(taskId)),
    unusedCorrections: (limit) =>
      rowSchema
        .array()
        .parse(
          db
            .prepare(
              `SELECT ${COLUMNS} FROM feedback WHERE action = 'correct_nli' AND applied_to_training = 0 ORDER BY created_at, rowid LIMIT ?`,
            )
            .all(limit),
        ),
    countUnusedCorrections: () =>
      z
        .object({ n: z.number() })
        .parse(
          db
            .prepare("SELECT count(*) AS n FROM feedback WHERE action = 'correct_nli' AND applied_to_training = 0")
            .get(),
        ).n,
    markUsed: (ids) => {
      const mark = db.prepare('UPDATE feedback SET applied_to_training = 1 WHERE id = ?')
      for (const id of ids) mark.run(id)
    },
  }
}
