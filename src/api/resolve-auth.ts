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
        .refine((cookies) => cookies.length > 0, 'holds no cookie'),
    ]),
    user_agent: z.string().max(1000).optional(),
    expires_at: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({ ...listedAsObject, description: 'Cookies of the passed session' })

const authId = givenId.describe('With target "item"')
const ofDomain = givenDomain.describe('With target "domain"')
const target = <Kind extends string>(kind: Kind) =>
  z.literal(kind).describe('One waiting page, or every waiting page of a domain')
const authStatus = z.enum(['resolved', 'skipped', 'failed'])
const report = {
  status: authStatus.describe('What the user reported'),
  session_data: sessionData.optional(),
}

export const resolveAuth = defineUseCase({
  name: 'resolve_auth',
  title: 'Report a passed or skipped login',
  description:
    'Reports that the user passed, skipped or failed a login or challenge: for one item (data.auth_id) or for all ' +
    `pages of a domain (data.domain). session_data ${describeFields(sessionData)} is kept on this machine for ` +
    'later requests to that domain and never shown again.',
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
