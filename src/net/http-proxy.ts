import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { CONNECT_MS, type Outbound, RefusedConnection } from './outbound.ts'
import { portOf, type SsrfGuard } from './ssrf-guard.ts'

export interface GuardedConnections {
  readonly guard: SsrfGuard
  readonly outbound: Outbound
}

export interface HttpProxy {
  readonly port: number
  /** Why the last connection to this URL's host was refused; null when it was not. */
  refusal(url: string): RefusedConnection['outcome'] | null
  close(): void
}

/**
 * A forward proxy on loopback through which a live browser makes every connection. Request interception sees only the
 * first URL of a redirect chain and cannot pin an address; here each connection passes the guard, and goes where the
 * guard looked.
 */
export async function startHttpProxy({ guard, outbound }: GuardedConnections): Promise<HttpProxy> {
  const sockets = new Set<Duplex>()
  const refusals = new Map<string, RefusedConnection['outcome']>()
  const dial: Dial = async (url) => {
    if (url === null) return null
    if (guard.checkUrl(url.href) !== null) {
      refusals.set(url.host, 'refused_private')
      return null
    }
    try {
      const socket = await outbound.connect(url.hostname, portOf(url), CONNECT_MS)
      refusals.delete(url.host)
      return socket
    } catch (error) {
      if (error instanceof RefusedConnection) refusals.set(url.host, error.outcome)
      return null
    }
  }
  const server = createServer((incoming, answer) => void forward(dial, incoming, answer))
  server.on('connect', (incoming, socket, head) => void tunnel(dial, incoming, socket, head))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    refusal: (url) => refusals.get(URL.parse(url)?.host ?? '') ?? null,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Dial = (url: URL | null) => Promise<Socket | null>

async function tunnel(dial: Dial, incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  socket.on('error', () => socket.destroy())
  const outgoing = await dial(URL.parse(`https://${incoming.url ?? ''}`))
  if (outgoing === null || socket.destroyed) {
    outgoing?.destroy()
    socket.destroy()
    return
  }
  outgoing.on('error', () => socket.destroy())
  outgoing.on('close', () => socket.destroy())
  socket.on('close', () => outgoing.destroy())
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  outgoing.write(head)
  outgoing.pipe(socket)
  socket.pipe(outgoing)
}

async function forward(dial: Dial, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = URL.parse(incoming.url ?? '')
  const socket = url?.protocol === 'http:' ? await dial(url) : null
  if (url === null || socket === null) {
    // An answer of the proxy must not look like one of the site.
    answer.destroy()
    return
  }
  const headers = withoutHops(incoming.rawHeaders)
  const options = { method: incoming.method ?? 'GET', headers, createConnection: () => socket }
  const outgoing = request(url, options, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.headers)
    received.pipe(answer)
    received.on('end', () => socket.destroy())
  })
  outgoing.on('error', () => answer.destroy())
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}

/** As the browser spelled and ordered them: what it says to the proxy alone, it says to the site. */
function withoutHops(raw: readonly string[]): string[] {
  return raw.map((text, at) => (at % 2 === 0 && text.toLowerCase() === 'proxy-connection' ? 'Connection' : text))
}
