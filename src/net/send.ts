import { STATUS_CODES } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import { decodeContent } from '../archive/content-coding.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { Guard } from './guard.ts'
import { connectBySocks } from './socks.ts'

export interface Message {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  /** Through this SOCKS proxy, which resolves the name as well; null: directly. */
  readonly socks: {
    readonly host: string
    readonly port: number
    readonly circuit: { readonly user: string; readonly password: string }
  } | null
}

export type Sent =
  | {
      readonly ok: true
      readonly status: number
      readonly statusText: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array
    }
  | { readonly ok: false; readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>; readonly reason: string }

class Refusal extends Error {
  readonly outcome: 'refused_private' | 'dns'
  constructor(outcome: 'refused_private' | 'dns', reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

export interface Sender {
  send(message: Message): Promise<Sent>
  /** Ends idle connections, so that nothing keeps the process alive. */
  close(): Promise<void>
}

/** One request, no redirect followed. The guard's look-up is the connection's look-up: what was checked is what is used. */
export function createSender(guard: Guard): Sender {
  let agent: Promise<Dispatcher> | null = null
  async function openAgent(): Promise<Dispatcher> {
    const { Agent, buildConnector } = await import('undici')
    return new Agent({
      connect: (options, callback) => {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
        const connector = buildConnector({ lookup: guardedLookup(guard, port), autoSelectFamily: true })
        connector(options, callback)
      },
    })
  }

  async function send(message: Message): Promise<Sent> {
    const deadline = AbortSignal.timeout(message.timeoutMs)
    const signal = message.signal === undefined ? deadline : AbortSignal.any([message.signal, deadline])
    let own: Dispatcher | null = null
    try {
      const { request } = await import('undici')
      if (message.socks === null) agent ??= openAgent()
      else own = await socksAgent(message.socks, message.timeoutMs)
      const answer = await request(message.url, {
        ...(own === null && agent !== null ? { dispatcher: await agent } : { dispatcher: own as Dispatcher }),
        method: message.method,
        headers: message.headers,
        body: message.body ?? null,
        signal,
        headersTimeout: message.timeoutMs,
        bodyTimeout: message.timeoutMs,
      })
      const headers = plainHeaders(answer.headers)
      const raw = await readLimited(answer.body, message.maxBytes)
      if (raw === null) return tooLarge(message.maxBytes)
      const decoded = await decodeContent(raw, headers['content-encoding'] ?? '', message.maxBytes)
      if (!decoded.ok) {
        if (decoded.why === 'too_large') return tooLarge(message.maxBytes)
        return { ok: false, outcome: 'connection', reason: 'The body cannot be decompressed' }
      }
      const { statusCode: status } = answer
      return { ok: true, status, statusText: STATUS_CODES[status] ?? '', headers, body: decoded.body }
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
async function socksAgent(socks: NonNullable<Message['socks']>, timeoutMs: number): Promise<Dispatcher> {
  const { Agent, buildConnector } = await import('undici')
  return new Agent({
    connect: (options, callback) => {
      const secure = options.protocol === 'https:'
      const port = Number(options.port) || (secure ? 443 : 80)
      connectBySocks({
        proxyHost: socks.host,
        proxyPort: socks.port,
        host: options.hostname,
        port,
        isolation: socks.circuit,
        timeoutMs,
      }).then(
        (socket) => {
          if (!secure) return callback(null, socket)
          return buildConnector({})({ ...options, httpSocket: socket }, callback)
        },
        (error: Error) => callback(error, null),
      )
    },
  })
}

function guardedLookup(guard: Guard, port: number): LookupFunction {
  return (host, options, callback) => {
    guard.resolve(host, port).then(
      (resolved) => {
        if (!resolved.ok) return callback(new Refusal(resolved.outcome, resolved.reason), '', 4)
        const [first] = resolved.addresses
        if (options.all) return callback(null, [...resolved.addresses])
        return callback(null, first?.address ?? '', first?.family ?? 4)
      },
      (error: Error) => callback(error, '', 4),
    )
  }
}

async function readLimited(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limit) return null
    chunks.push(chunk)
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

function tooLarge(limit: number): Sent {
  return { ok: false, outcome: 'too_large', reason: `The body is larger than ${limit} bytes` }
}

/** The first error in the chain that says what happened. */
function* chain(error: unknown): Generator<Error & { code?: string }> {
  if (!(error instanceof Error)) return
  yield error
  if (error instanceof AggregateError) for (const inner of error.errors) yield* chain(inner)
  yield* chain(error.cause)
}

export function failureOf(error: unknown): Extract<Sent, { ok: false }> {
  for (const one of chain(error)) {
    if (one instanceof Refusal) return { ok: false, outcome: one.outcome, reason: one.message }
    const code = one.code ?? ''
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
