import { z } from 'zod'
import type { AuthQueueAnswer } from '../../domain/answers.ts'
import { domain, id, ids, ok, time, url } from '../answer-schemas.ts'
import { defineTool, taskId } from '../define-tool.ts'

const authType = z.string().max(50)

const output: z.ZodType<AuthQueueAnswer> = z.union([
  z.object({
    ok,
    queue: z
      .array(
        z.object({
          id,
          domain,
          url,
          type: authType,
          priority: z.enum(['high', 'normal', 'low']),
          queued_at: time,
          blocking_searches: ids,
        }),
      )
      .max(2000),
    total_pending: z.number(),
  }),
  z.object({
    ok,
    total_domains: z.number(),
    total_pending: z.number(),
    domains: z
      .array(
        z.object({
          domain,
          pending_count: z.number(),
          high_priority_count: z.number(),
          affected_tasks: ids,
          auth_types: z.array(authType).max(50),
        }),
      )
      .max(2000),
  }),
  z.object({
    ok,
    total_pending: z.number(),
    types: z.array(z.object({ type: authType, pending_count: z.number(), domains: z.array(domain).max(2000) })).max(50),
  }),
])

export const getAuthQueue = defineTool({
  name: 'get_auth_queue',
  title: 'Pages that wait for a person',
  description:
    'Lists pages behind a login or a challenge that only a person can pass. Ask the user whether to open them or to skip them, then report with resolve_auth.',
  input: z.strictObject({
    task_id: taskId.optional().describe('Only this task; all tasks when left out'),
    options: z
      .strictObject({
        group_by: z.enum(['none', 'domain', 'type']).optional().describe('Grouping (default none)'),
        priority_filter: z.enum(['high', 'normal', 'all']).optional().describe('Default all'),
      })
      .optional(),
  }),
  output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  taskOf: (input) => input.task_id,
  handle: (lyra, { task_id, options }) => lyra.getAuthQueue(task_id, options),
})
