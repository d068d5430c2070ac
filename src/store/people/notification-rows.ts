import { z } from 'zod'
import { bit, flag } from '../columns.ts'
import { insertInto, type Statements } from '../statements.ts'

const rowSchema = z.object({
  id: z.string(),
  event: z.string(),
  message: z.string(),
  shown: flag,
  channel: z.string(),
  created_at: z.string(),
})
type NotificationRow = z.infer<typeof rowSchema>

export interface NotificationRows {
  insert(row: NotificationRow, causeId: string): void
  /** Newest first. */
  latest(limit: number): readonly NotificationRow[]
}

const COLUMNS = Object.keys(rowSchema.shape)
const INSERT = insertInto('notifications', [...COLUMNS, 'cause_id'])
const LATEST = `SELECT ${COLUMNS} FROM notifications ORDER BY created_at DESC, rowid DESC LIMIT :limit`

export function notificationRows(sql: Statements): NotificationRows {
  return {
    insert: (row, causeId) => {
      sql.run(INSERT, { ...row, shown: bit(row.shown), cause_id: causeId })
    },
    latest: (limit) => rowSchema.array().parse(sql.all(LATEST, { limit })),
  }
}
