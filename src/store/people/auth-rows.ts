import { z } from 'zod'
import { bit } from '../columns.ts'
import { insertInto, type Params, type Statements } from '../statements.ts'

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
   * A page that waits already keeps its place, though it may become more urgent; one that was settled before waits
   * again. Returns the id in the queue.
   */
  enqueue(row: Omit<AuthRow, 'status' | 'resolved_at'>): string
  get(id: string): AuthRow | null
  /** Most urgent first, then oldest. */
  pending(filter: { taskId?: string | undefined; priority?: AuthRow['priority'] | undefined }): readonly AuthRow[]
  pendingOfUrl(url: string): readonly AuthRow[]
  pendingOfDomain(domain: string): readonly AuthRow[]
  /** `wholeSite`: the person spoke of the domain, not of one page. */
  settle(ids: readonly string[], status: 'resolved' | 'skipped' | 'failed', at: string, wholeSite: boolean): void
  /** What a person left out of this task: the page itself, or its whole site; null when neither. */
  skipped(place: { readonly taskId: string; readonly url: string; readonly domain: string }): AuthRow | null
  skippedOfDomain(domain: string): readonly AuthRow[]
  /** What a person passed for these searches. */
  resolvedOf(searchIds: readonly string[]): readonly AuthRow[]
}

const COLUMNS = Object.keys(rowSchema.shape)
const ORDER = "ORDER BY CASE priority WHEN 'high' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END, queued_at, rowid"
const INSERT = insertInto('auth_queue', COLUMNS)
const AGAIN = `UPDATE auth_queue SET status = 'pending', resolved_at = NULL, auth_type = :auth_type,
  priority = :priority, queued_at = :queued_at, cause_id = :cause_id WHERE id = :id`
const SETTLE =
  'UPDATE auth_queue SET status = :status, resolved_at = :at, whole_site = max(whole_site, :wholeSite) WHERE id = :id'
/** More urgent, by what the assistant says now. */
const RAISE = `UPDATE auth_queue SET priority = :priority WHERE id = :id AND (
  CASE priority WHEN 'high' THEN 0 WHEN 'normal' THEN 1 ELSE 2 END) > :rank`

export function authRows(sql: Statements): AuthRows {
  const list = (where: string, params: Params) =>
    rowSchema.array().parse(sql.all(`SELECT ${COLUMNS} FROM auth_queue WHERE ${where} ${ORDER}`, params))
  return {
    enqueue: (row) => {
      const { url, task_id, search_id, auth_type, priority, queued_at, cause_id } = row
      // The UNIQUE constraint does not hold NULLs equal, so the look-up does.
      const same = 'url = :url AND task_id IS :task_id AND search_id IS :search_id'
      const known = list(same, { url, task_id, search_id })[0]
      if (known?.status === 'pending') {
        sql.run(RAISE, { id: known.id, priority, rank: ['high', 'normal', 'low'].indexOf(priority) })
        return known.id
      }
      if (known === undefined) sql.run(INSERT, { ...row, status: 'pending', resolved_at: null })
      else sql.run(AGAIN, { id: known.id, auth_type, priority, queued_at, cause_id })
      return known?.id ?? row.id
    },
    get: (id) => list('id = :id', { id })[0] ?? null,
    pending: ({ taskId = null, priority = null }) =>
      list(
        `status = 'pending' AND (:taskId IS NULL OR task_id = :taskId)
         AND (:priority IS NULL OR priority = :priority)`,
        { taskId, priority },
      ),
    pendingOfUrl: (url) => list("status = 'pending' AND url = :url", { url }),
    pendingOfDomain: (domain) => list("status = 'pending' AND domain = :domain", { domain }),
    settle: (ids, status, at, wholeSite) => {
      for (const id of ids) sql.run(SETTLE, { id, status, at, wholeSite: bit(wholeSite) })
    },
    skipped: (place) =>
      list(`status = 'skipped' AND task_id = :taskId AND (url = :url OR whole_site = 1 AND domain = :domain)`, {
        ...place,
      })[0] ?? null,
    skippedOfDomain: (domain) => list("status = 'skipped' AND domain = :domain", { domain }),
    resolvedOf: (searchIds) =>
      list("status = 'resolved' AND search_id IN (SELECT value FROM json_each(:ids))", {
        ids: JSON.stringify(searchIds),
      }),
  }
}
