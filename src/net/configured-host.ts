import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { dial } from './dial.ts'
import { CONNECT_MS, RefusedConnection } from './outbound.ts'
import { createSsrfGuard, type Resolve, systemResolve } from './ssrf-guard.ts'
import { failureOf } from './undici-client.ts'

export interface HostRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Must be of the host that was configured. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Readable
  /** Until the head of the answer is there, and between two pieces of its body. */
  readonly silenceMs: number
}

export type HostAnswer =
  | {
      readonly ok: true
      readonly status: number
      /** Lower-case names; the first of several values. */
      readonly headers: Readonly<Record<string, string>>
      /** Must be read to its end, or `return` called, so that the connection is free again. */
      readonly body: AsyncIterable<Uint8Array>
    }
  | { readonly ok: false; readonly reason: string }

/** A service that the operator named (object storage, an issuer of tokens). Nothing of what passes is archived. */
export interface ConfiguredHost {
  send(request: HostRequest): Promise<HostAnswer>
  close(): Promise<void>
}

/**
 * The address rules of the one door (SSRF guard, connection pinned to what was checked) with one exception: this host
 * at this port, which may lie in a private network, since the operator named it. No other host is asked, and a redirect
 * is an answer like any other: what is sent must not be carried elsewhere.
 */
export function configuredHost(endpoint: string, resolve: Resolve = systemResolve): ConfiguredHost {
  const { host, hostname, origin } = new URL(endpoint)
  const port = Number(new URL(endpoint).port) || (origin.startsWith('https:') ? 443 : 80)
  const guard = createSsrfGuard([`${hostname}:${port}`, host], resolve)
  let agent: Promise<Dispatcher> | null = null
  return {
    send: async (request) => {
      if (new URL(request.url).origin !== origin) return { ok: false, reason: `${origin} alone may be asked` }
      const refused = guard.checkUrl(request.url)
      if (refused !== null) return { ok: false, reason: refused }
      try {
        const undici = await import('undici')
        agent ??= Promise.resolve(agentOf(undici, guard))
        const answer = await undici.request(request.url, {
          dispatcher: await agent,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          headersTimeout: request.silenceMs,
          bodyTimeout: request.silenceMs,
        })
        return { ok: true, status: answer.statusCode, headers: firstValues(answer.headers), body: answer.body }
      } catch (error) {
        return { ok: false, reason: failureOf(error).reason }
      }
    },
    close: async () => {
      const open = await agent?.catch(() => null)
      agent = null
      await open?.destroy()
    },
  }
}

function agentOf(
  { Agent, buildConnector }: typeof import('undici'),
  guard: ReturnType<typeof createSsrfGuard>,
): Dispatcher {
  const secured = buildConnector({})
  return new Agent({
    connect: (options, callback) => {
      const isSecure = options.protocol === 'https:'
      const port = Number(options.port) || (isSecure ? 443 : 80)
      connect(guard, options.hostname, port).then(
        (socket) => (isSecure ? secured({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
        (error: Error) => callback(error, null),
      )
    },
  })
}

async function connect(guard: ReturnType<typeof createSsrfGuard>, name: string, port: number) {
  const host = name.replace(/^\[(.*)\]$/u, '$1')
  const resolved = await guard.resolve(host, port)
  if (!resolved.ok) throw new RefusedConnection(resolved)
  return dial(host, port, resolved.addresses, CONNECT_MS)
}

function firstValues(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    const first = Array.isArray(value) ? value[0] : value
    if (first !== undefined) plain[name] = first
  }
  return plain
}
