import { z } from 'zod'
import { fields, json } from '../columns.ts'
import { insertInto, type Statements } from '../statements.ts'

interface FeedbackRow {
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
  payload: json(fields),
  created_at: z.string(),
  cause_id: z.string(),
})

const COLUMNS = Object.keys(rowSchema.shape)
const INSERT = insertInto('feedback', COLUMNS)
const OF_TASK = `SELECT ${COLUMNS} FROM feedback WHERE task_id = :taskId ORDER BY created_at, rowid`
const UNUSED = "FROM feedback WHERE action = 'correct_nli' AND applied_to_training = 0"

export function feedbackRows(sql: Statements): FeedbackRows {
  return {
    insert: (row) => {
      sql.run(INSERT, { ...row, payload: JSON.stringify(row.payload) })
    },
    ofTask: (taskId) => rowSchema.array().parse(sql.all(OF_TASK, { taskId })),
    unusedCorrections: (limit) =>
      rowSchema
        .array()
        .parse(sql.all(`SELECT ${COLUMNS} ${UNUSED} ORDER BY created_at, rowid LIMIT :limit`, { limit })),
    countUnusedCorrections: () => Number(sql.get(`SELECT count(*) AS n ${UNUSED}`)?.n),
    markUsed: (ids) => {
      for (const id of ids) sql.run('UPDATE feedback SET applied_to_training = 1 WHERE id = :id', { id })
    },
  }
}
