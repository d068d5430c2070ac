import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const rowSchema = z.object({
  id: z.string(),
  event: z.string(),
  message: z.string(),
  shown: z.number().transform((flag) => flag === 1),
  channel: z.string(),
  created_at: z.string(),
})
export type NotificationRow = z.infer<typeof rowSchema>

export interface NotificationRows {
  insert(row: NotificationRow, causeId: string): void
  /** Newest first. */
  latest(limit: number): readonly NotificationRow[]
}

export function notificationRows(db: DatabaseSync): NotificationRows {
  return {
    insert: (row, causeId) => {
      db.prepare(
        'INSERT INTO notifications (id, event, message, shown, channel, created_at, cause_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ).run(row.id, row.event, row.message, row.shown ? 1 : 0, row.channel, row.created_at, causeId)
    },
    latest: (limit) =>
      rowSchema
        .array()
        .parse(
          db
            .prepare(
              'SELECT id, event, message, shown, channel, created_at FROM notifications ORDER BY created_at DESC, rowid DESC LIMIT ?',
            )
            .all(limit),
        ),
  }
}
