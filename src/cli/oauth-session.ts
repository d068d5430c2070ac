import { configuredJson } from '../app/configured-json.ts'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { issuerKeys } from '../web/oauth/issuer-keys.ts'
import { type Verified, verifyToken } from '../web/oauth/verify-token.ts'

export interface TokenVerifier {
  readonly issuer: string
  verify(token: string): Promise<Verified>
  close(): Promise<void>
}

/** Null where no issuer is set. `audience` is asked for when a token comes: the server may not listen yet. */
export function openTokenVerifier(server: Settings['server'], audience: () => string): TokenVerifier | null {
  const { oauth_issuer: issuer, oauth_keys: keysUrl } = server
  if (issuer === '') return null
  const origin = URL.parse(keysUrl === '' ? issuer : keysUrl)?.origin
  if (origin === undefined || !/^https?:/u.test(origin) || URL.parse(issuer) === null)
    throw new LyraError('INVALID_CONFIG', 'server.oauth_issuer and server.oauth_keys are addresses: https://...')
  const { fetchJson, close } = configuredJson(origin)
  const keyOf = issuerKeys({ issuer, keysUrl, now: Date.now, fetchJson })
  return {
    issuer,
    verify: (token) => verifyToken(token, { issuer, audience: audience(), keyOf, now: Date.now }),
    close,
  }
}
