import { createHash, timingSafeEqual } from 'node:crypto'
import { hostHeaderValidation } from '@modelcontextprotocol/hono'
import type { Context, MiddlewareHandler } from 'hono'
import type { ErrorAnswer } from '../api/error-answer.ts'
import { ERROR_TABLE, type ErrorCode, LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.toLowerCase()) || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** A server that others can reach without a token would be an open door to the user's research. */
export function requireSafeBinding(server: Settings['server']): void {
  if (!isLoopback(server.host) && server.token === '')
    throw new LyraError(
      'INVALID_CONFIG',
      `server.host is ${server.host}, which others can reach, but server.token is empty`,
      {
        hint: 'Set server.token (LYRA_SERVER__TOKEN), or bind to 127.0.0.1',
      },
    )
}

/** A page that rebinds its own name to this address still sends that name as Host (DNS rebinding). */
export function checkHost(server: Settings['server']): MiddlewareHandler {
  // Bound to every address, the names are not known here; the token, which is then required, guards instead.
  if (['0.0.0.0', '::'].includes(server.host)) return async (_c, next) => await next()
  const own = server.host.includes(':') && !server.host.startsWith('[') ? `[${server.host}]` : server.host
  return hostHeaderValidation(['127.0.0.1', 'localhost', '[::1]', own.toLowerCase()])
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

export function checkToken(token: string): MiddlewareHandler {
  return async (c, next) => {
    if (token === '') return await next()
    const sent = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (sameSecret(sent, token)) return await next()
    c.header('WWW-Authenticate', 'Bearer')
    return refuse(c, 401, 'AUTH_REQUIRED', 'A bearer token is needed')
  }
}

/** Hashing first makes both sides equally long, which the constant-time comparison needs. */
function sameSecret(sent: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(sent), digest(expected))
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
