import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { givenScopeSchema } from '../domain/search-scope.ts'
import { type Task, taskSchema } from '../domain/task.ts'
import { json, strings } from './columns.ts'
import { insertInto, type Row, type Statements } from './statements.ts'
import type { TaskStore } from './types.ts'

const COLUMNS = [
  'id',
  'query',
  'status',
  'max_pages',
  'max_seconds',
  'priority_domains',
  'language',
  'scope',
  'seconds_used',
  'created_at',
  'updated_at',
  'stopped_at',
  'stop_reason',
  'final_status',
  'cause_id',
]
const INSERT = insertInto('tasks', COLUMNS)

/** The budget has two columns; the domains are a list in one, the scope an object. */
const taskRow = taskSchema
  .omit({ budget: true })
  .extend({ max_pages: z.number(), max_seconds: z.number(), priority_domains: strings, scope: json(givenScopeSchema) })
  .transform(({ max_pages, max_seconds, ...task }) => ({ ...task, budget: { max_pages, max_seconds } }))

const readTask = (row: Row): Task => taskRow.parse(row)

export function taskStore(sql: Statements): TaskStore {
  const change = (id: string, changes: number) => {
    if (changes === 0) throw new LyraError('TASK_NOT_FOUND', `no task has the id ${id}`)
  }
  return {
    insert: ({ budget, ...task }) => {
      const { priority_domains: domains, scope } = task
      const lists = { priority_domains: JSON.stringify(domains), scope: JSON.stringify(scope) }
      sql.run(INSERT, { ...task, ...budget, ...lists })
    },
    get: (id) => {
      const row = sql.get('SELECT * FROM tasks WHERE id = :id', { id })
      return row === null ? null : readTask(row)
    },
    list: (limit) =>
      sql.all('SELECT * FROM tasks ORDER BY created_at DESC, rowid DESC LIMIT :limit', { limit }).map(readTask),
    setStatus: (id, status, at) => {
      // A stopped task that is searched again is open again: its end is forgotten.
      const end = status === 'exploring' ? ', stopped_at = NULL, stop_reason = NULL, final_status = NULL' : ''
      change(
        id,
        sql.run(`UPDATE tasks SET status = :status, updated_at = :at${end} WHERE id = :id`, { id, status, at }),
      )
    },
    setBudget: (id, { max_pages, max_seconds }, at) =>
      change(
        id,
        sql.run(
          `UPDATE tasks SET max_pages = :max_pages, max_seconds = :max_seconds, updated_at = :at WHERE id = :id`,
          { id, max_pages, max_seconds, at },
        ),
      ),
    addSeconds: (id, seconds) =>
      change(id, sql.run('UPDATE tasks SET seconds_used = seconds_used + :seconds WHERE id = :id', { id, seconds })),
    stop: (id, { status, final_status, reason, at }) =>
      change(
        id,
        sql.run(
          `UPDATE tasks SET status = :status, final_status = :final_status, stop_reason = :reason, stopped_at = :at,
             updated_at = :at WHERE id = :id`,
          { id, status, final_status, reason, at },
        ),
      ),
    setMetric: (taskId, name, value, at) => {
      sql.run(
        `INSERT INTO task_metrics (task_id, name, value, updated_at) VALUES (:taskId, :name, :value, :at)
         ON CONFLICT (task_id, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
        { taskId, name, value, at },
      )
    },
    metrics: (taskId) => {
      const rows = sql.all('SELECT name, value FROM task_metrics WHERE task_id = :taskId ORDER BY name', { taskId })
      return Object.fromEntries(rows.map((row) => metricRow.parse(row)).map(({ name, value }) => [name, value]))
    },
  }
}

const metricRow = z.object({ name: z.string(), value: z.number() })
