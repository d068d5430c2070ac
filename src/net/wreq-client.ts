import { STATUS_CODES } from 'node:http'
import type { BrowserProfile, Response, Transport } from 'wreq-js'
import { z } from 'zod'
import { handshakeProfile, handshakeSystem } from './handshake-profile.ts'
import type { HttpAnswer, HttpClient, HttpMessage } from './http-client.ts'
import type { Outbound } from './outbound.ts'
import { decodeBody } from './received-body.ts'
import { type SocksProxy, startSocksProxy } from './socks-proxy.ts'
import { OFFLINE } from './uplink.ts'

type Wreq = typeof import('wreq-js')

/** The header lines as they came, which the client keeps to itself. */
const headerLines = z.array(z.tuple([z.string(), z.string()]))

/** HTTP/1.1 shows how names are spelled and in which order they come: as Chromium does it. */
const SPELLING = [
  'Host',
  'Connection',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'Upgrade-Insecure-Requests',
  'User-Agent',
  'Accept',
  'Sec-Fetch-Site',
  'Sec-Fetch-Mode',
  'Sec-Fetch-User',
  'Sec-Fetch-Dest',
  'Referer',
  'Accept-Encoding',
  'Accept-Language',
  'Cookie',
  'If-None-Match',
  'If-Modified-Since',
]
const KEPT_ALIVE: [string, string] = ['connection', 'keep-alive']

/** A connection unused for so long is closed. */
const IDLE_MS = 15_000
/** Over the message's own deadline: that one ends a request, this one only what it could not end. */
const NATIVE_EXTRA_MS = 2000

/**
 * REQ 4.3: TLS and HTTP/2 as the browser speaks them. The client resolves names itself and cannot be given addresses,
 * so it is given a SOCKS proxy of ours, where each connection passes the guard. Throws where the platform has no build
 * of it.
 */
export async function createWreqClient(outbound: Outbound, plain: HttpClient): Promise<HttpClient> {
  const wreq = await load()
  const socks = await startSocksProxy(outbound)
  const profiles = wreq.getProfiles()
  const direct = socks.open('direct')
  /** One for each User-Agent in use: in practice one, and another for a session a person earned. */
  const transports = new Map<string, Promise<Transport>>()

  function transportFor(profile: string, userAgent: string, proxy: string): Promise<Transport> {
    const os = handshakeSystem(userAgent)
    const emulation = { origHeaders: SPELLING }
    return wreq.createTransport({ browser: profile as BrowserProfile, os, emulation, proxy, poolIdleTimeout: IDLE_MS })
  }

  async function send(message: HttpMessage): Promise<HttpAnswer> {
    const userAgent = message.headers['user-agent'] ?? ''
    const profile = handshakeProfile(userAgent, profiles)
    // What does not call itself a browser does not shake hands like one.
    if (profile === null) return plain.send(message)
    if (message.socks === null) {
      const key = `${profile} ${handshakeSystem(userAgent)}`
      const transport = transports.get(key) ?? transportFor(profile, userAgent, direct)
      transports.set(key, transport)
      return exchange(wreq, socks, await transport, message)
    }
    // A connection of its own for each request: the circuit it runs on must not outlive its stickiness.
    const proxy = socks.open(message.socks)
    const transport = await transportFor(profile, userAgent, proxy)
    try {
      return await exchange(wreq, socks, transport, message)
    } finally {
      socks.forget(proxy)
      await transport.close()
    }
  }

  return {
    send,
    async close() {
      const open = await Promise.all(transports.values())
      transports.clear()
      socks.close()
      await Promise.all(open.map((transport) => transport.close()))
    },
  }
}

async function load(): Promise<Wreq> {
  const report: typeof process.report & { excludeNetwork?: boolean } = process.report
  const before = report.excludeNetwork ?? false
  // It asks the process report which libc is there, and the report would look up the name of every open connection.
  report.excludeNetwork = true
  try {
    return await import('wreq-js')
  } finally {
    report.excludeNetwork = before
  }
}

async function exchange(
  wreq: Wreq,
  socks: SocksProxy,
  transport: Transport,
  message: HttpMessage,
): Promise<HttpAnswer> {
  const deadline = AbortSignal.timeout(message.timeoutMs)
  const signal = message.signal === undefined ? deadline : AbortSignal.any([message.signal, deadline])
  let answer: Response | null = null
  let whole = false
  try {
    answer = await wreq.fetch(message.url, {
      transport,
      method: message.method,
      headers: [...(message.url.startsWith('http:') ? [KEPT_ALIVE] : []), ...Object.entries(message.headers)],
      body: message.body ?? null,
      signal,
      timeout: message.timeoutMs + NATIVE_EXTRA_MS,
      redirect: 'manual',
      // The bytes as they came: the limit has to hold while they are unpacked.
      compress: false,
      disableDefaultHeaders: true,
      captureDiagnostics: true,
    })
    const raw = await readLimited(answer, message.maxBytes, signal)
    whole = raw !== null
    const { status } = answer
    const head = { status, statusText: STATUS_CODES[status] ?? '', headers: headersOf(answer) }
    return await decodeBody(head, raw, message.maxBytes)
  } catch (error) {
    if (message.signal?.aborted) return { ok: false, outcome: 'cancelled', reason: 'The request was cancelled' }
    if (deadline.aborted) return { ok: false, outcome: 'timeout', reason: 'The deadline passed' }
    return failureOf(error)
  } finally {
    // The client keeps the connection of an abandoned body until its next call, so it is closed here.
    if (answer !== null && !whole) {
      const port = Number(/:(\d+)$/.exec(answer.diagnostics?.localAddr ?? '')?.[1])
      if (!Number.isNaN(port)) socks.drop(port)
    }
  }
}

/** Null: larger than the limit. Each read races with the signal, which the body itself does not heed. */
async function readLimited(answer: Response, limit: number, signal: AbortSignal): Promise<Buffer | null> {
  const reader = answer.body?.getReader()
  if (reader === undefined) return Buffer.alloc(0)
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted])
      if (done) return Buffer.concat(chunks, size)
      size += value.length
      if (size > limit) {
        void reader.cancel().catch(() => {})
        return null
      }
      chunks.push(value)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Lower-case names; cookies on lines of their own, which the client's public list would join. */
function headersOf(answer: Response): Record<string, string> {
  const lines = headerLines.safeParse(Reflect.get(answer, 'headersInit'))
  const pairs = lines.success ? lines.data : [...answer.headers]
  const headers: Record<string, string> = {}
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    const before = headers[key]
    headers[key] = before === undefined ? value : `${before}${key === 'set-cookie' ? '\n' : ', '}${value}`
  }
  return headers
}

/** The client's own words, and those of our proxy's replies. */
const FAILURES: readonly (readonly [RegExp, Extract<HttpAnswer, { ok: false }>['outcome'], string])[] = [
  [/not allowed by ruleset/i, 'refused_private', 'The host resolves to a private or reserved address'],
  [/network unreachable/i, 'offline', OFFLINE.reason],
  [/host unreachable/i, 'dns', 'The host name cannot be resolved'],
  [/TTL expired|timed out/i, 'timeout', 'The server did not answer in time'],
  [/\[[A-Z0-9_]+\]|certificate|tls|ssl/i, 'tls', 'No secure connection'],
]

function failureOf(error: unknown): Extract<HttpAnswer, { ok: false }> {
  // The address itself may hold any of these words.
  const message = String((error as Error).message ?? error).replace(/\bhttps?:\/\/\S+/g, '')
  for (const [sign, outcome, reason] of FAILURES) {
    const found = sign.exec(message)
    if (found !== null) {
      const code = /\[([A-Z0-9_]+)\]/.exec(message)?.[1]
      return { ok: false, outcome, reason: outcome === 'tls' && code !== undefined ? `${reason} (${code})` : reason }
    }
  }
  return { ok: false, outcome: 'connection', reason: 'The connection failed' }
}
