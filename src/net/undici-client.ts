import { STATUS_CODES } from 'node:http'
import type { Dispatcher } from 'undici'
import type { HttpAnswer, HttpClient, HttpMessage } from './http-client.ts'
import { CONNECT_MS, type Outbound, RefusedConnection } from './outbound.ts'
import { decodeBody } from './received-body.ts'
import { connectBySocks, PROXY_UNREACHABLE } from './socks-client.ts'

/** Node's own HTTP client. The guard's look-up is the connection's look-up: what was checked is what is used. */
export function createUndiciClient(outbound: Outbound): HttpClient {
  let agent: Promise<Dispatcher> | null = null

  async function send(message: HttpMessage): Promise<HttpAnswer> {
    const deadline = AbortSignal.timeout(message.timeoutMs)
    const signal = message.signal === undefined ? deadline : AbortSignal.any([message.signal, deadline])
    let own: Dispatcher | null = null
    try {
      const { request } = await import('undici')
      if (message.socks !== null) own = await socksAgent(message.socks, message.timeoutMs)
      else agent ??= agentThrough((host, port) => outbound.connect(host, port, CONNECT_MS))
      const answer = await request(message.url, {
        dispatcher: own ?? ((await agent) as Dispatcher),
        method: message.method,
        headers: message.headers,
        body: message.body ?? null,
        signal,
        headersTimeout: message.timeoutMs,
        bodyTimeout: message.timeoutMs,
      })
      const headers = plainHeaders(answer.headers)
      const raw = await readLimited(answer.body, message.maxBytes, message.onChunk)
      const { statusCode: status } = answer
      return decodeBody({ status, statusText: STATUS_CODES[status] ?? '', headers }, raw, message.maxBytes)
    } catch (error) {
      if (message.signal?.aborted) return { ok: false, outcome: 'cancelled', reason: 'The request was cancelled' }
      if (deadline.aborted) return { ok: false, outcome: 'timeout', reason: 'The deadline passed' }
      return failureOf(error)
    } finally {
      await own?.destroy()
    }
  }

  return {
    send,
    async close() {
      const open = await agent?.catch(() => null)
      agent = null
      await open?.destroy()
    },
  }
}

/** A connection of its own for each request: the circuit it runs on must not outlive its stickiness. */
function socksAgent(socks: NonNullable<HttpMessage['socks']>, timeoutMs: number): Promise<Dispatcher> {
  const { host: proxyHost, port: proxyPort, circuit: isolation } = socks
  return agentThrough((host, port) => connectBySocks({ proxyHost, proxyPort, host, port, isolation, timeoutMs }))
}

async function agentThrough(
  connect: (host: string, port: number) => ReturnType<Outbound['connect']>,
): Promise<Dispatcher> {
  const { Agent, buildConnector } = await import('undici')
  const secured = buildConnector({})
  return new Agent({
    connect: (options, callback) => {
      const secure = options.protocol === 'https:'
      const port = Number(options.port) || (secure ? 443 : 80)
      connect(options.hostname, port).then(
        (socket) => (secure ? secured({ ...options, httpSocket: socket }, callback) : callback(null, socket)),
        (error: Error) => callback(error, null),
      )
    },
  })
}

/** Null: larger than the limit. */
async function readLimited(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  onChunk?: HttpMessage['onChunk'],
): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
    onChunk?.(chunk)
  }
  return Buffer.concat(chunks)
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      plain[name] = Array.isArray(value) ? value.join(name === 'set-cookie' ? '\n' : ', ') : value
  }
  return plain
}

/** The first error in the chain that says what happened. */
function* chain(error: unknown): Generator<Error & { code?: string }> {
  if (!(error instanceof Error)) return
  yield error
  if (error instanceof AggregateError) for (const inner of error.errors) yield* chain(inner)
  yield* chain(error.cause)
}

export function failureOf(error: unknown): Extract<HttpAnswer, { ok: false }> {
  for (const one of chain(error)) {
    if (one instanceof RefusedConnection) return { ok: false, outcome: one.outcome, reason: one.message }
    const code = one.code ?? ''
    if (code === PROXY_UNREACHABLE) return { ok: false, outcome: 'offline', reason: one.message }
    if (/^(ENOTFOUND|EAI_)/.test(code)) return { ok: false, outcome: 'dns', reason: 'The host name cannot be resolved' }
    if (/TIMEOUT|ETIMEDOUT/.test(code))
      return { ok: false, outcome: 'timeout', reason: 'The server did not answer in time' }
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code)) {
      return { ok: false, outcome: 'tls', reason: `No secure connection (${code})` }
    }
    if (code !== '') return { ok: false, outcome: 'connection', reason: `The connection failed (${code})` }
  }
  return { ok: false, outcome: 'connection', reason: 'The connection failed' }
}
