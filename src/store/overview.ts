import { z } from 'zod'
import { TASK_STATUSES } from '../domain/task.ts'
import { word } from './columns.ts'
import { type OverviewRows, overviewRows } from './overview-rows.ts'
import type { Statements } from './statements.ts'

const taskLine = z.object({
  id: z.string(),
  query: z.string(),
  status: word(TASK_STATUSES),
  created_at: z.string(),
  updated_at: z.string(),
  searches: z.number(),
  running: z.number(),
  pages: z.number(),
  max_pages: z.number(),
  findings: z.number(),
  contested: z.number(),
  waiting: z.number(),
})
export type TaskLine = z.infer<typeof taskLine>

export interface TaskFilter {
  readonly taskId: string | null
  readonly words: string
}

/** What overviews for a person read, each in one statement, whatever the size of the home. */
export interface OverviewStore extends OverviewRows {
  /** Differs as soon as something of the task, or of the home (null), has changed. */
  pulse(taskId: string | null): string
  /** Newest first; of those whose question contains the words, where words are given. */
  tasks(page: TaskFilter & { readonly from: number; readonly limit: number }): readonly TaskLine[]
  taskCount(filter: TaskFilter): number
}

const PULSE_OF_TASK = `SELECT
    (SELECT coalesce(max(seq), 0) FROM events WHERE task_id = t.id)
    || '.' || (SELECT count(*) FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id WHERE q.task_id = t.id)
    || '.' || (SELECT count(*) FROM claims c WHERE c.task_id = t.id)
    || '.' || (SELECT count(*) FROM auth_queue a WHERE a.task_id = t.id AND a.status = 'pending')
    || '.' || t.updated_at AS pulse
  FROM tasks t WHERE t.id = :taskId`
const PULSE = `SELECT (SELECT coalesce(max(seq), 0) FROM events)
    || '.' || (SELECT count(*) FROM search_pages)
    || '.' || (SELECT count(*) FROM auth_queue WHERE status = 'pending')
    || '.' || (SELECT count(*) FROM questions WHERE answered_at IS NULL)
    || '.' || (SELECT coalesce(max(updated_at), '') FROM tasks) AS pulse`

const MATCHING = `(:taskId IS NULL OR t.id = :taskId)
  AND (:words = '' OR instr(lower(t.query), lower(:words)) > 0)`
const TASKS = `SELECT t.id, t.query, t.status, t.created_at, t.updated_at, t.max_pages,
    (SELECT count(*) FROM queries q WHERE q.task_id = t.id) AS searches,
    (SELECT count(*) FROM queries q WHERE q.task_id = t.id AND q.status = 'running') AS running,
    (SELECT count(*) FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id AND sp.counts_toward_budget = 1
      WHERE q.task_id = t.id) AS pages,
    (SELECT count(*) FROM findings f WHERE f.task_id = t.id) AS findings,
    (SELECT count(*) FROM findings f WHERE f.task_id = t.id AND f.verification_status = 'contested') AS contested,
    (SELECT count(*) FROM auth_queue a WHERE a.task_id = t.id AND a.status = 'pending') AS waiting
  FROM tasks t WHERE ${MATCHING} ORDER BY t.created_at DESC, t.id LIMIT :limit OFFSET :from`

export function overviewStore(sql: Statements): OverviewStore {
  const pulseRow = z.object({ pulse: z.string() })
  return {
    ...overviewRows(sql),
    pulse: (taskId) => {
      const row = taskId === null ? sql.get(PULSE) : sql.get(PULSE_OF_TASK, { taskId })
      return row === null ? '' : pulseRow.parse(row).pulse
    },
    tasks: (page) => taskLine.array().parse(sql.all(TASKS, { ...page })),
    taskCount: (filter) =>
      z.object({ n: z.number() }).parse(sql.get(`SELECT count(*) AS n FROM tasks t WHERE ${MATCHING}`, { ...filter }))
        .n,
  }
}
