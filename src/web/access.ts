import { hostHeaderValidation } from '@modelcontextprotocol/hono'
import type { Context, MiddlewareHandler } from 'hono'
import type { ErrorAnswer } from '../api/error-answer.ts'
import { ERROR_TABLE, type ErrorCode, LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { sameSecret } from './dashboard/session.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** 128 bits, in the tightest way that random bytes are written (base64). */
const SHORTEST_TOKEN = 22

/**
 * LYRA 3.5: on loopback, too, since every user of the machine can reach it. A token that can be guessed is none, and
 * one with other characters cannot be sent in a header.
 */
export function requireToken({ token }: Pick<Settings['server'], 'token'>): void {
  if (token.length >= SHORTEST_TOKEN && /^[\x21-\x7e]+$/.test(token)) return
  throw new LyraError(
    'INVALID_CONFIG',
    `server.token must be at least ${SHORTEST_TOKEN} letters, digits or signs, without spaces`,
    { hint: 'Take a random one (openssl rand -hex 24), or leave it empty: `lyra serve` makes one in LYRA_HOME' },
  )
}

/** A page that rebinds its own name to this address still sends that name as Host (DNS rebinding). */
export function checkHost(server: Settings['server']): MiddlewareHandler {
  // Bound to every address, the names are not known here; the token guards instead.
  if (['0.0.0.0', '::'].includes(server.host)) return async (_c, next) => await next()
  const own = server.host.includes(':') && !server.host.startsWith('[') ? `[${server.host}]` : server.host
  const known = URL.parse(server.oauth_resource)?.hostname
  return hostHeaderValidation([
    ...['127.0.0.1', 'localhost', '[::1]', own.toLowerCase()],
    // A proxy in front may hand on the name that clients know.
    ...(known === undefined ? [] : [known]),
  ])
}

/** Programs send no Origin; a browser page has to come from this server or from an origin in the settings. */
export function checkOrigin(server: Settings['server']): MiddlewareHandler {
  const allowed = new Set(server.allowed_origins.map((origin) => origin.toLowerCase().replace(/\/$/, '')))
  return async (c, next) => {
    const origin = c.req.header('origin')?.toLowerCase()
    const own = `http://${(c.req.header('host') ?? '').toLowerCase()}`
    if (origin !== undefined && origin !== own && !allowed.has(origin))
      return refuse(c, 403, 'AUTH_REQUIRED', 'Requests from this origin are not allowed')
    return await next()
  }
}

export const NEEDS_TOKEN =
  'A bearer token is needed: the one that `lyra serve` was given (server.token), else that in LYRA_HOME/server-token'

/** Programs send the token as `Authorization: Bearer`; a person's browser has a session of its own (dashboard). */
export function checkToken(token: string): MiddlewareHandler {
  return async (c, next) => {
    if (hasBearer(c, token)) return await next()
    c.header('WWW-Authenticate', 'Bearer')
    return refuse(c, 401, 'AUTH_REQUIRED', NEEDS_TOKEN)
  }
}

export function hasBearer(c: Context, token: string): boolean {
  const [, value = ''] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
  return sameSecret(value, token)
}

/** What the MCP transport answers with where no method was reached. */
const JSON_RPC_REFUSED = -32_000

/** Refused before anything was called: a client of `/mcp` gets a JSON-RPC error, as from the transport itself. */
export function refuse(c: Context, status: 401 | 403 | 413, code: ErrorCode, message: string): Response {
  const answer = refusal(code, message)
  if (c.req.path !== MCP_PATH) return c.json(answer, status)
  return c.json({ jsonrpc: '2.0', error: { code: JSON_RPC_REFUSED, message, data: answer.error }, id: null }, status)
}

export const MCP_PATH = '/mcp'

/** An error answer of the web server itself. */
export function refusal(code: ErrorCode, message: string): ErrorAnswer {
  return { ok: false, error: { code, message, retry: ERROR_TABLE[code].retry } }
}
