import { randomBytes } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import { getMetrics } from '../api/get-metrics.ts'
import { answerError } from '../app/answer-error.ts'
import type { Lyra } from '../app/lyra.ts'
import { prometheusText } from '../app/prometheus.ts'
import { LyraError } from '../domain/errors.ts'
import type { Settings } from '../domain/settings.ts'
import { createMcpServer, type McpOptions } from '../mcp/server.ts'
import { checkHost, checkOrigin, checkToken, hasBearer, isLoopback, MCP_PATH, refuse, requireToken } from './access.ts'
import { createFramePasses } from './archived/frame-pass.ts'
import { frameLink, startFrameServer } from './archived/frame-server.ts'
import { readAssets } from './dashboard/assets.ts'
import { mountDashboard } from './dashboard/mount.ts'
import { createSessions } from './dashboard/session.ts'
import { httpStatus } from './http-status.ts'
import { createMcpSessions } from './mcp-sessions.ts'
import { checkTokens, type HomeTokens, mountMetadata } from './oauth/home-tokens.ts'

/** Larger than any input the tools accept, small enough that nobody fills the memory. */
const MAX_REQUEST_BYTES = 1_000_000

export interface HttpServer {
  readonly url: string
  /** The first link for a person's browser: good once, and for a few minutes. */
  readonly dashboardLink: string
  close(): Promise<void>
}

/** How long a client may take to send what it began; how long the answer takes is not limited here. */
export interface Patience {
  readonly headersMs: number
  readonly requestMs: number
}

const PATIENCE: Patience = { headersMs: 10_000, requestMs: 30_000 }
/** Many times what one person's assistants open; beyond it a connection is closed at once. */
const MOST_CONNECTIONS = 256
/** A peer that is gone without a word is asked for by TCP from so long a silence on. */
const SILENCE_MS = 30_000

const METRICS_PATH = '/metrics'

/**
 * MCP over streamable HTTP at /mcp, /metrics for Prometheus, /health, and the dashboard everywhere else. Loopback
 * unless the settings say otherwise; always behind the token or a session made with it (LYRA 3.5), /health apart.
 */
export async function startHttpServer(
  lyra: Lyra,
  settings: Settings['server'],
  options: McpOptions,
  patience: Patience = PATIENCE,
  tokens: HomeTokens | null = null,
): Promise<HttpServer> {
  requireToken(settings)
  const [{ serve }, { Hono: App }, { bodyLimit }, mcp] = await Promise.all([
    import('@hono/node-server'),
    import('hono'),
    import('hono/body-limit'),
    import('@modelcontextprotocol/server'),
  ])
  const sessions = createMcpSessions(() => createMcpServer(lyra, options), mcp.WebStandardStreamableHTTPServerTransport)
  const handler = mcp.createMcpHandler(() => createMcpServer(lyra, options), {
    maxRequestBodySize: MAX_REQUEST_BYTES,
    onerror: (error) => options.log.warn('mcp.http', { message: error.message }),
  })
  const app = new App()
  app.use(checkHost(settings), checkOrigin(settings))
  app.get('/health', (c) => c.json({ ok: true, name: 'lyra', version: options.version }))
  if (tokens !== null) mountMetadata(app, tokens)
  app.use(MCP_PATH, tokens === null ? checkToken(settings.token) : checkTokens(settings.token, tokens))
  app.use(METRICS_PATH, checkToken(settings.token))
  app.use(
    bodyLimit({
      maxSize: MAX_REQUEST_BYTES,
      onError: (c) => refuse(c, 413, 'INVALID_PARAMS', 'The request is larger than 1 MB'),
    }),
  )
  app.all(MCP_PATH, async (c) => (await sessions.serve(c.req.raw)) ?? handler.fetch(c.req.raw))
  app.get(METRICS_PATH, async (c) => {
    const { metrics } = await lyra.call(getMetrics, {})
    return c.text(prometheusText(metrics), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })
  const passes = createFramePasses(randomBytes(32), Date.now)
  const frame = await startFrameServer({ ...options, lyra, passes }, settings)
  const people = createSessions({ token: settings.token, now: Date.now })
  mountDashboard(app, {
    ...options,
    lyra,
    sessions: people,
    isProgram: (c) => hasBearer(c, settings.token),
    now: Date.now,
    assets: readAssets(),
    archivedFrame: (host, pass) => frameLink(passes, frame.port, host, pass),
  })
  // The same answer as a tool's, with the same error_id in the log (REQ 4.4.1 L7).
  app.onError((error, c) => {
    const answer = answerError(options, `${c.req.method} ${c.req.path}`, error)
    return c.json(answer, httpStatus(answer.error.code))
  })
  return await new Promise<HttpServer>((resolve, reject) => {
    const listening = { fetch: app.fetch, hostname: settings.host, port: settings.port }
    const server = serve({ ...listening, serverOptions: connectionLimits(patience) }, (address) => {
      const host = isLoopback(settings.host) ? settings.host : address.address
      const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${address.port}`
      resolve({
        url,
        dashboardLink: `${url}/?token=${people.linkToken}`,
        close: async () => {
          await sessions.close()
          await handler.close()
          await frame.close()
          await new Promise<void>((done) => {
            server.close(() => done())
            if ('closeAllConnections' in server) server.closeAllConnections()
          })
        },
      })
    })
    server.maxConnections = MOST_CONNECTIONS
    server.once('error', (error: NodeJS.ErrnoException) => {
      void frame.close()
      reject(
        new LyraError(
          'INVALID_CONFIG',
          `Cannot listen on ${settings.host}:${settings.port} (${error.code ?? 'error'})`,
          {
            hint: 'Choose another server.port or server.host',
            cause: error,
          },
        ),
      )
    })
  })
}

/** LYRA 3.5: a connection that says nothing, or stops in the midst of a request, is closed. */
function connectionLimits({ headersMs, requestMs }: Patience): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(headersMs, requestMs) / 4,
    keepAlive: true,
    keepAliveInitialDelay: SILENCE_MS,
  }
}
