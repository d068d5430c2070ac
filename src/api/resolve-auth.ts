import { z } from 'zod'
import { cookieSchema, cookiesOfHeader } from '../domain/cookie.ts'
import { type AnswerOf, type DeepReadonly, defineUseCase, type InputOf, WRITES } from './define-use-case.ts'
import { describeFields } from './describe-fields.ts'
import { domain, givenDomain, givenId, id, ids, listedAsObject, ok } from './fields.ts'

/** Cookies as a browser exports them, or as one Cookie header. */
const sessionData = z
  .strictObject({
    cookies: z.union([
      z.array(cookieSchema).min(1).max(500),
      z
        .string()
        .min(1)
        .max(32_768)
        .transform(cookiesOfHeader)
        .refine((cookies) => cookies.length > 0, 'holds no cookie')
        .pipe(z.array(cookieSchema)),
    ]),
    user_agent: z.string().max(1000).optional(),
    expires_at: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ ...listedAsObject, description: 'The passed session' })

const authId = givenId.describe('With target "item"')
const ofDomain = givenDomain.describe('With target "domain"')
const target = <Kind extends string>(kind: Kind) => z.literal(kind).describe('One page, or all of a domain')
const authStatus = z.enum(['resolved', 'skipped', 'failed'])
const report = {
  status: authStatus.describe('As the user says'),
  session_data: sessionData.optional(),
}

export const resolveAuth = defineUseCase({
  name: 'resolve_auth',
  title: 'Report a passed or skipped login',
  description:
    'Reports what became of a login or challenge. skipped holds for later searches of the task. ' +
    `session_data ${describeFields(sessionData)} stays on this machine.`,
  input: z.discriminatedUnion('target', [
    z.strictObject({
      target: target('item'),
      data: z.strictObject({ auth_id: authId, domain: ofDomain.optional(), ...report }),
    }),
    z.strictObject({
      target: target('domain'),
      data: z.strictObject({ auth_id: authId.optional(), domain: ofDomain, ...report }),
    }),
  ]),
  output: z.union([
    z.object({ ok, auth_id: id, status: authStatus, unblocked_searches: ids }),
    z.object({ ok, domain, resolved_count: z.number(), affected_tasks: ids, session_stored: z.boolean() }),
  ]),
  tool: WRITES,
})

export type SessionData = DeepReadonly<z.output<typeof sessionData>>
export type ResolveAuthInput = InputOf<typeof resolveAuth>
export type ResolveAuthAnswer = AnswerOf<typeof resolveAuth>
