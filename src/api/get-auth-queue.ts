import { z } from 'zod'
import { type AnswerOf, type DeepReadonly, defineUseCase, type InputOf, READS } from './define-use-case.ts'
import { domain, id, ids, ok, onlyTask, ownText, time, webUrl } from './fields.ts'

const authType = ownText(50)
const count = z.number()

const authItem = z.object({
  id,
  domain,
  url: webUrl,
  type: authType,
  priority: z.enum(['high', 'normal', 'low']),
  queued_at: time,
  blocking_searches: ids,
})

const ofDomain = z.object({
  domain,
  pending_count: count,
  high_priority_count: count,
  affected_tasks: ids,
  auth_types: z.array(authType).max(50),
})

const ofType = z.object({ type: authType, pending_count: count, domains: z.array(domain).max(2000) })

export const getAuthQueue = defineUseCase({
  name: 'get_auth_queue',
  title: 'Pages that wait for a person',
  description:
    'Pages behind a login or challenge that only a person can pass. Ask the user whether to open or skip them, then ' +
    'report with resolve_auth.',
  input: z.strictObject({
    task_id: onlyTask,
    options: z
      .strictObject({
        group_by: z.enum(['none', 'domain', 'type']).default('none').describe('Grouping'),
        priority_filter: z
          .enum(['high', 'normal', 'low', 'all'])
          .default('all')
          .describe('Only those of this priority'),
      })
      .meta({
        listed: 'object',
        description: 'group_by: none|domain|type, priority_filter: high|normal|low|all',
      })
      .prefault({}),
  }),
  output: z.union([
    z.object({ ok, queue: z.array(authItem).max(2000), total_pending: count }),
    z.object({ ok, total_domains: count, total_pending: count, domains: z.array(ofDomain).max(2000) }),
    z.object({ ok, total_pending: count, types: z.array(ofType).max(50) }),
  ]),
  tool: READS,
})

export type AuthItem = DeepReadonly<z.output<typeof authItem>>
export type AuthQueueInput = InputOf<typeof getAuthQueue>
export type AuthQueueAnswer = AnswerOf<typeof getAuthQueue>
