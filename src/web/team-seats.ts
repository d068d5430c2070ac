import type { McpHttpHandler } from '@modelcontextprotocol/server'
import type { Lyra } from '../app/lyra.ts'
import { createMcpServer, type McpOptions } from '../mcp/server.ts'
import { createMcpSessions, type McpSessions } from './mcp-sessions.ts'

export interface Seat {
  /** Another one for another user, and for another reach of the same user's tokens. */
  readonly key: string
  readonly open: () => Lyra
}

/** What serves the requests of one user. */
export interface TakenSeat {
  readonly lyra: Lyra
  readonly sessions: McpSessions
  readonly handler: McpHttpHandler
}

export const MAX_REQUEST_BYTES = 1_000_000
/** Those used longest ago are closed; they are opened again by their next request. */
const MOST_SEATS = 100

/** One application for each user, so that a session is never another user's. */
export function createSeats(
  options: McpOptions,
  mcp: typeof import('@modelcontextprotocol/server'),
): { take(seat: Seat): TakenSeat; close(): Promise<void> } {
  /** The one used longest ago first. */
  const taken = new Map<string, TakenSeat>()

  async function leave(key: string): Promise<void> {
    const seat = taken.get(key)
    taken.delete(key)
    await seat?.sessions.close()
    await seat?.handler.close()
    await seat?.lyra.close()
  }

  return {
    take: ({ key, open }) => {
      const known = taken.get(key)
      const lyra = known?.lyra ?? open()
      const create = () => createMcpServer(lyra, options)
      const seat = known ?? {
        lyra,
        sessions: createMcpSessions(create, mcp.WebStandardStreamableHTTPServerTransport),
        handler: mcp.createMcpHandler(create, {
          maxRequestBodySize: MAX_REQUEST_BYTES,
          onerror: (error) => options.log.warn('mcp.http', { message: error.message }),
        }),
      }
      taken.delete(key)
      taken.set(key, seat)
      const [oldest] = taken.keys()
      if (taken.size > MOST_SEATS && oldest !== undefined) void leave(oldest)
      return seat
    },
    close: async () => {
      for (const key of [...taken.keys()]) await leave(key)
    },
  }
}
