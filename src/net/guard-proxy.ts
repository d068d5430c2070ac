import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Guard, portOf } from './guard.ts'

export interface GuardProxy {
  readonly port: number
  /** Whether a connection to this URL's host was refused as private. */
  refused(url: string): boolean
  close(): void
}

/**
 * A forward proxy on loopback through which a live browser makes every connection. Request interception sees only the first
 * URL of a redirect chain and cannot pin an address; here each connection passes the guard, and goes where the guard looked.
 */
export async function startGuardProxy(guard: Guard): Promise<GuardProxy> {
  const sockets = new Set<Duplex>()
  const refusals = new Set<string>()
  const check: Check = async (url) => {
    if (url === null) return null
    const refuse = () => {
      refusals.add(url.host)
      return null
    }
    if (guard.checkUrl(url.href) !== null) return refuse()
    const resolved = await guard.resolve(url.hostname, portOf(url))
    if (!resolved.ok) return resolved.outcome === 'refused_private' ? refuse() : null
    const [first] = resolved.addresses
    return (_host, options, callback) =>
      options.all ? callback(null, [...resolved.addresses]) : callback(null, first?.address ?? '', first?.family ?? 4)
  }
  const server = createServer((incoming, answer) => void forward(check, incoming, answer))
  server.on('connect', (incoming, socket, head) => void tunnel(check, incoming, socket, head))
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
    refused: (url) => refusals.has(URL.parse(url)?.host ?? ''),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Check = (url: URL | null) => Promise<LookupFunction | null>

async function tunnel(check: Check, incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
  const url = URL.parse(`https://${incoming.url ?? ''}`)
  const lookup = await check(url)
  if (url === null || lookup === null) {
    socket.destroy()
    return
  }
  const outgoing = connect({ host: url.hostname, port: Number(url.port) || 443, lookup, autoSelectFamily: true })
  outgoing.once('connect', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    outgoing.write(head)
    outgoing.pipe(socket)
    socket.pipe(outgoing)
  })
  outgoing.on('error', () => socket.destroy())
  outgoing.on('close', () => socket.destroy())
  socket.on('error', () => outgoing.destroy())
  socket.on('close', () => outgoing.destroy())
}

async function forward(check: Check, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const url = URL.parse(incoming.url ?? '')
  const lookup = url?.protocol === 'http:' ? await check(url) : null
  if (url === null || lookup === null) {
    // No answer of ours may pass for the site's.
    answer.destroy()
    return
  }
  const { 'proxy-connection': _hop, ...headers } = incoming.headers
  const outgoing = request(url, { method: incoming.method ?? 'GET', headers, lookup, agent: false }, (received) => {
    answer.writeHead(received.statusCode ?? 502, received.headers)
    received.pipe(answer)
  })
  outgoing.on('error', () => answer.destroy())
  answer.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
