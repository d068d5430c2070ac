import { z } from 'zod'
import type { CreateTaskAnswer, CreateTaskInput } from '../api/create-task.ts'
import type { AnswerOf } from '../api/define-use-case.ts'
import { listTasks, NEWEST_TASKS } from '../api/list-tasks.ts'
import { isoTime } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { addTask } from '../hub/hub-tasks.ts'
import type { RemoteParts } from './parts.ts'

/** The budget is decided here, once: workers may have other settings. A task is its maker's until it is shared. */
export async function createOnHub(
  { hub, settings, clock }: RemoteParts,
  { query, config = {} }: CreateTaskInput,
): Promise<CreateTaskAnswer> {
  const budget = {
    max_pages: config.budget?.max_pages ?? settings.task.max_pages,
    max_seconds: config.budget?.max_seconds ?? settings.task.max_seconds,
  }
  const id = await addTask(hub, { question: query, config: { ...config, budget }, shared: false })
  return { ok: true, task_id: id, query, created_at: isoTime(clock), budget }
}

const taskRow = z
  .object({
    id: z.string(),
    query: z.string(),
    config: z.looseObject({
      budget: z.object({ max_pages: z.number(), max_seconds: z.number() }).optional(),
      priority_domains: z.array(z.string()).optional(),
      language: z.string().optional(),
    }),
    open: z.number(),
    generation: z.number(),
    seconds_used: z.number().nullable(),
    created_at: z.date(),
  })
  .transform(({ config, open, generation, seconds_used, created_at, ...task }) => ({
    ...task,
    status: open > 0 ? ('exploring' as const) : generation > 0 ? ('paused' as const) : ('created' as const),
    budget: config.budget ?? { max_pages: 0, max_seconds: 0 },
    priority_domains: config.priority_domains ?? [],
    language: config.language ?? null,
    seconds_used: seconds_used ?? 0,
    created_at: created_at.toISOString(),
    updated_at: created_at.toISOString(),
    ...{ stopped_at: null, stop_reason: null, final_status: null, cause_id: '' },
  }))

const TASKS = `SELECT t.id, t.question AS query, t.config, t.generation, t.created_at, l.seconds_used,
    (SELECT count(*) FROM hub.searches s WHERE s.task_id = t.id AND s.state IN ('queued', 'running')) AS open
  FROM hub.tasks t LEFT JOIN lyra.tasks l ON l.id = t.id ORDER BY t.created_at DESC, t.id LIMIT ${NEWEST_TASKS}`

/** Those that the user may see, newest first. */
export async function listOnHub({ hub }: RemoteParts): Promise<AnswerOf<typeof listTasks>> {
  return listTasks.output.parse({ ok: true, tasks: await hub.rows(taskRow, TASKS) })
}

/** The task that a claim, a passage or an edge belongs to, of those that the user may see. */
export async function taskOf(
  hub: HubConnection,
  named: { readonly claim?: string; readonly fragment?: string; readonly edge?: string; readonly page?: string },
): Promise<string> {
  const row = z.object({ task_id: z.string() })
  const [statement, id] =
    named.claim !== undefined
      ? ['SELECT task_id FROM lyra.claims WHERE id = $1', named.claim]
      : named.edge !== undefined
        ? [`SELECT c.task_id FROM lyra.edges e JOIN lyra.claims c ON c.id = e.target_id WHERE e.id = $1`, named.edge]
        : named.fragment !== undefined
          ? [
              `SELECT p.task_id FROM lyra.fragments f JOIN hub.task_pages p ON p.page_id = f.page_id WHERE f.id = $1
              ORDER BY 1 LIMIT 1`,
              named.fragment,
            ]
          : ['SELECT task_id FROM hub.task_pages WHERE page_id = $1 ORDER BY 1 LIMIT 1', named.page ?? '']
  const [found] = await hub.rows(row, statement, [id])
  if (found !== undefined) return found.task_id
  throw new LyraError('NOT_FOUND', `The hub has nothing under ${id.slice(0, 80)} that you may see`)
}
