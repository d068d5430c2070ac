import { z } from 'zod'
import { type AnswerOf, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { domain, id, ids, ok } from './fields.ts'

export const resolveAuth = defineUseCase({
  name: 'resolve_auth',
  title: 'Report a passed or skipped login',
  description:
    'Reports that the user passed, skipped or failed a login or challenge: for one item (data.auth_id) or for all ' +
    'pages of a domain (data.domain). session_data {cookies, user_agent?, expires_at?} is kept on this machine for ' +
    'later requests to that domain and never shown again.',
  input: z.strictObject({
    target: z.enum(['item', 'domain']).describe('One waiting page, or every waiting page of a domain'),
    data: z.strictObject({
      auth_id: z.string().min(1).max(200).optional().describe('With target "item"'),
      domain: z.string().trim().min(1).max(253).optional().describe('With target "domain"'),
      status: z.enum(['resolved', 'skipped', 'failed']).describe('What the user reported'),
      session_data: z.record(z.string().max(100), z.unknown()).optional().describe('Cookies of the passed session'),
    }),
  }),
  output: z.union([
    z.object({ ok, auth_id: id, status: z.string().max(20), unblocked_searches: ids }),
    z.object({ ok, domain, resolved_count: z.number(), affected_tasks: ids, session_stored: z.boolean() }),
  ]),
  tool: WRITES,
})

export type ResolveAuthInput = InputOf<typeof resolveAuth>
export type ResolveAuthAnswer = AnswerOf<typeof resolveAuth>
