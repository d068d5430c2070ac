import { randomUUID } from 'node:crypto'
import type { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { APPS_EXTENSION } from '../mcp/apps/app-views.ts'

/** Serves the clients that have to be remembered between two requests; null: the request needs no session. */
export interface McpSessions {
  serve(request: Request): Promise<Response | null>
  close(): Promise<void>
}

/** A client up to 2025-11-25 that can be asked or shows views: it says so once, when it begins. */
const hasAbilities = z.object({
  method: z.literal('initialize'),
  params: z.object({
    capabilities: z.union([
      z.object({ elicitation: z.object({}) }),
      z.object({ extensions: z.object({ [APPS_EXTENSION]: z.object({}) }) }),
    ]),
  }),
})

const WITHOUT_SESSIONS = '2026-07-28'

/** Forgotten sessions are begun anew by their clients; so many assistants on one machine are not met. */
const MOST_SESSIONS = 100

type Transport = WebStandardStreamableHTTPServerTransport
interface Session {
  readonly server: McpServer
  readonly transport: Transport
}

/**
 * Up to 2025-11-25 a client tells its abilities in `initialize` and gets questions in the midst of a call; both need a
 * server that lives longer than one request. Every other client is served without memory, and notices no restart.
 */
export function createMcpSessions(
  createServer: () => McpServer,
  Transport: typeof WebStandardStreamableHTTPServerTransport,
): McpSessions {
  /** The one used longest ago first. */
  const sessions = new Map<string, Session>()

  const end = async (id: string) => {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.server.close()
  }

  async function begin(request: Request, parsedBody: unknown): Promise<Response> {
    const server = createServer()
    const transport = new Transport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        sessions.set(id, { server, transport })
        const [oldest] = sessions.keys()
        if (sessions.size > MOST_SESSIONS && oldest !== undefined) void end(oldest)
      },
      onsessionclosed: (id) => {
        sessions.delete(id)
      },
    })
    await server.connect(transport)
    return transport.handleRequest(request, { parsedBody })
  }

  return {
    async serve(request) {
      // A revision without sessions: the header means nothing there, even when a gateway still sends it.
      if ((request.headers.get('mcp-protocol-version') ?? '') >= WITHOUT_SESSIONS) return null
      const id = request.headers.get('mcp-session-id')
      if (id !== null) {
        const session = sessions.get(id)
        if (session === undefined) return noSuchSession()
        sessions.delete(id)
        sessions.set(id, session)
        return session.transport.handleRequest(request)
      }
      if (request.method !== 'POST') return null
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => null)
      return hasAbilities.safeParse(body).success ? begin(request, body) : null
    },
    async close() {
      await Promise.all([...sessions.keys()].map(end))
    },
  }
}

/** By the protocol a client that gets 404 begins a new session. */
function noSuchSession(): Response {
  const error = { code: -32001, message: 'Session not found' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
