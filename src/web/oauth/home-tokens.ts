import type { Hono, MiddlewareHandler } from 'hono'
import { hasBearer, NEEDS_TOKEN, refuse } from '../access.ts'
import { challenge, METADATA_PATHS, resourceMetadata, SCOPES } from './resource.ts'
import type { Verified } from './verify-token.ts'

/** Tokens of an issuer for a home, beside its own one. */
export interface HomeTokens {
  readonly issuer: string
  /** Who may come: a home has no users of its own. */
  readonly subjects: readonly string[]
  readonly resource: () => string
  readonly verify: (token: string) => Promise<Verified>
}

export function mountMetadata(app: Hono, { issuer, resource }: HomeTokens): void {
  for (const path of METADATA_PATHS) app.get(path, (c) => c.json(resourceMetadata(resource(), issuer)))
}

/** The token of the home, or one of the issuer for a subject that the settings name. */
export function checkTokens(token: string, tokens: HomeTokens): MiddlewareHandler {
  return async (c, next) => {
    if (hasBearer(c, token)) return await next()
    const [, bearer] = /^bearer +([!-~]{1,20000})$/iu.exec(c.req.header('authorization') ?? '') ?? []
    const refused = (error: Parameters<typeof challenge>[1], status: 401 | 403, reason: string) => {
      c.header('WWW-Authenticate', challenge(tokens.resource(), error))
      return refuse(c, status, 'AUTH_REQUIRED', reason)
    }
    if (bearer === undefined) return refused(null, 401, NEEDS_TOKEN)
    const verified = await tokens.verify(bearer)
    if (!verified.ok) return refused('invalid_token', 401, verified.reason)
    if (!tokens.subjects.includes(verified.bearer.subject))
      return refused('invalid_token', 401, 'The token is of somebody whom server.oauth_subjects does not name')
    if (!verified.bearer.scopes.includes(SCOPES.write))
      return refused('insufficient_scope', 403, `The token lacks the scope ${SCOPES.write}`)
    return await next()
  }
}
