import type { ServerOptions } from 'node:http'
import type { Context } from 'hono'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import type { McpOptions } from '../mcp/server.ts'
import { checkHost, checkOrigin, MCP_PATH, refuse } from './access.ts'
import { challenge, METADATA_PATHS, resourceMetadata } from './oauth/resource.ts'
import { createSeats, MAX_REQUEST_BYTES, type Seat } from './team-seats.ts'

/** Whom a bearer token stands for. */
export type Seating = (bearer: string) => Promise<Seat | Unseated>
export interface Unseated {
  readonly error: 'invalid_token' | 'insufficient_scope'
  readonly reason: string
}

export interface TeamOptions extends McpOptions {
  readonly seating: Seating
  /** Where tokens of OAuth are taken: the resource may be asked for by the address of the server. */
  readonly oauth: { readonly issuer: string; readonly resource: string } | null
}

export interface TeamServer {
  readonly url: string
  close(): Promise<void>
}

const MOST_CONNECTIONS = 1024
/**
 * MCP over streamable HTTP for the users of a hub: every request names its user by a token, and sessions are the
 * user's own. /health for a watchdog; no dashboard, which is a home's.
 */
export async function startTeamServer(settings: Settings['server'], options: TeamOptions): Promise<TeamServer> {
  const [{ serve }, { Hono: App }, { bodyLimit }, mcp] = await Promise.all([
    import('@hono/node-server'),
    import('hono'),
    import('hono/body-limit'),
    import('@modelcontextprotocol/server'),
  ])
  const { seating, oauth, ...mcpOptions } = options
  const seats = createSeats(mcpOptions, mcp)
  const app = new App()
  app.use(checkHost(settings), checkOrigin(settings))
  app.get('/health', (c) => c.json({ ok: true, name: 'lyra', version: options.version }))
  const resource = () => (oauth === null ? null : oauth.resource || `${url}${MCP_PATH}`)
  for (const path of METADATA_PATHS)
    app.get(path, (c) => {
      const of = resource()
      return of === null || oauth === null ? c.notFound() : c.json(resourceMetadata(of, oauth.issuer))
    })
  app.use(
    bodyLimit({
      maxSize: MAX_REQUEST_BYTES,
      onError: (c) => refuse(c, 413, 'INVALID_PARAMS', 'The request is larger than 1 MB'),
    }),
  )
  app.all(MCP_PATH, async (c) => {
    const [, bearer] = /^bearer +([!-~]{1,20000})$/iu.exec(c.req.header('authorization') ?? '') ?? []
    if (bearer === undefined) return unseated(c, null, 'A token is needed', resource())
    const seat = await seating(bearer).catch((error: unknown) => {
      if (error instanceof LyraError && error.code !== 'HUB_UNAVAILABLE')
        return { error: 'invalid_token' as const, reason: error.message }
      throw error
    })
    if ('error' in seat) return unseated(c, seat.error, seat.reason, resource())
    const { sessions, handler } = seats.take(seat)
    return (await sessions.serve(c.req.raw)) ?? handler.fetch(c.req.raw)
  })
  app.onError((error, c) => {
    options.log.warn('team_server', { message: String(error) })
    return c.json(
      { ok: false, error: { code: 'HUB_UNAVAILABLE', message: 'The hub does not answer', retry: 'later' } },
      503,
    )
  })
  let url = ''
  return await new Promise<TeamServer>((resolve, reject) => {
    const listening = { fetch: app.fetch, hostname: settings.host, port: settings.port }
    const server = serve({ ...listening, serverOptions: LIMITS }, (address) => {
      const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
      url = `http://${host}:${address.port}`
      resolve({
        url,
        close: async () => {
          await seats.close()
          await new Promise<void>((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          })
        },
      })
    })
    server.maxConnections = MOST_CONNECTIONS
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new LyraError(
          'INVALID_CONFIG',
          `Cannot listen on ${settings.host}:${settings.port} (${cause.code ?? 'error'})`,
          {
            ...{ hint: 'Choose another server.port or server.host', cause },
          },
        ),
      ),
    )
  })
}

function unseated(c: Context, error: Unseated['error'] | null, reason: string, resource: string | null): Response {
  c.header('WWW-Authenticate', challenge(resource, error))
  return refuse(c, error === 'insufficient_scope' ? 403 : 401, 'AUTH_REQUIRED', reason)
}

/** LYRA 3.5: a connection that says nothing, or stops in the midst of a request, is closed. */
const LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2500,
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
}
