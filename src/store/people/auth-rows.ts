import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const rowSchema = z.object({
  id: z.string(),
  task_id: z.string().nullable(),
  search_id: z.string().nullable(),
  domain: z.string(),
  url: z.string(),
  auth_type: z.string(),
  priority: z.enum(['high', 'normal', 'low']),
  status: z.enum(['pending', 'resolved', 'skipped', 'failed']),
  queued_at: z.string(),
  resolved_at: z.string().nullable(),
  cause_id: z.string(),
})
export type AuthRow = z.infer<typeof rowSchema>

export interface AuthRows {
  /**
   * A page that waits already keeps its place; one that was settled before waits again. Returns the id in the queue.
   */
  enqueue(row: Omit<AuthRow, 'status' | 'resolved_at'>): string
  get(id: string): AuthRow | null
  /** Most urgent first, then oldest. */
  pending(filter: { taskId?: string | undefined; priority?: 'high' | 'normal' | undefined }): readonly AuthRow[]
  pendingOfUrl(url: string): readonly AuthRow[]
  pendingOfDomain(domain: string): readonly AuthRow[]
  settle(ids: readonly string[], status: 'resolved' | 'skipped' | 'failed', at: string): void
}

const COLUMNS = 'id, task_id, search_id, domain, url, auth_type, priority, status, queued_at, resolved_at, cause_id'
const ORDER = "ORDER BY CASE priority WHEN 'high' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END, queued_at, rowid"

export function authRows(db: DatabaseSync): AuthRows {
  const list = (where: string, ...values: (string | null)[]) =>
    rowSchema.array().parse(db.prepare(`SELECT ${COLUMNS} FROM auth_queue WHERE ${where} ${ORDER}`).all(...values))
  return {
    enqueue: (row) => {
      // The UNIQUE constraint does not hold NULLs equal, so the look-up does.
      const known = list('url = ? AND task_id IS ? AND search_id IS ?', row.url, row.task_id, row.search_id)[0]
      if (known?.status === 'pending') return known.id
      if (known !== undefined) {
        db.prepare(
          "UPDATE auth_queue SET status = 'pending', resolved_at = NULL, auth_type = ?, priority = ?, queued_at = ?, cause_id = ? WHERE id = ?",
        ).run(row.auth_type, row.priority, row.queued_at, row.cause_id, known.id)
        return known.id
      }
      db.prepare(`INSERT INTO auth_queue (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?, NULL, ?)`).run(
        row.id,
        row.task_id,
        row.search_id,
        row.domain,
        row.url,
        row.auth_type,
        row.priority,
        row.queued_at,
        row.cause_id,
      )
      return row.id
    },
    get: (id) => list('id = ?', id)[0] ?? null,
    pending: ({ taskId, priority }) =>
      list(
        "status = 'pending' AND (?1 IS NULL OR task_id = ?1) AND (?2 IS NULL OR priority = ?2)",
        taskId ?? null,
        priority ?? null,
      ),
    pendingOfUrl: (url) => list("status = 'pending' AND url = ?", url),
    pendingOfDomain: (domain) => list("status = 'pending' AND domain = ?", domain),
    settle: (ids, status, at) => {
      const update = db.prepare('UPDATE auth_queue SET status = ?, resolved_at = ? WHERE id = ?')
      for (const id of ids) update.run(status, at, id)
    },
  }
}
