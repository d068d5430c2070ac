import { randomUUID } from 'node:crypto'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { SocksExit } from './http-client.ts'
import { CONNECT_MS, type Outbound, RefusedConnection } from './outbound.ts'
import { connectBySocks, PROXY_UNREACHABLE } from './socks-client.ts'

/** Where a connection leaves: directly, or through another SOCKS proxy that also resolves the name (Tor). */
export type Exit = 'direct' | SocksExit

export interface SocksProxy {
  /** The proxy URL whose connections leave by this exit; `forget` ends them. */
  open(exit: Exit): string
  forget(url: string): void
  /** Ends the connection that has this port on the client's side. */
  drop(clientPort: number): void
  close(): void
}

/** The client is on this machine: whoever takes longer is no client of ours. */
const HANDSHAKE_MS = 5000
/** RFC 1928 6: reply codes. */
const REPLY = { granted: 0, failed: 1, notAllowed: 2, offline: 3, unreachable: 4, refused: 5, late: 6 } as const

/**
 * A SOCKS 5 proxy on loopback for the client whose own look-up cannot be replaced: it sends names, and here each
 * connection passes the guard and goes where the guard looked. Who does not know the password of an exit is turned
 * away.
 */
export async function startSocksProxy(outbound: Outbound): Promise<SocksProxy> {
  const exits = new Map<string, Exit>()
  const clients = new Map<number, Socket>()
  const byExit = new Map<string, Set<Socket>>()
  const server = createServer((client) => {
    const port = client.remotePort ?? 0
    clients.set(port, client)
    client.on('close', () => clients.delete(port))
    client.on('error', () => client.destroy())
    void serve(client).catch(() => client.destroy())
  })

  async function serve(client: Socket): Promise<void> {
    const timer = setTimeout(() => client.destroy(), HANDSHAKE_MS).unref()
    const take = reader(client)
    const [version, count = 0] = await take(2)
    const methods = await take(count)
    if (version !== 5 || !methods.includes(2)) return void client.end(Buffer.from([5, 255]))
    client.write(Buffer.from([5, 2]))
    const [, userLength = 0] = await take(2)
    await take(userLength)
    const key = (await take((await take(1))[0] ?? 0)).toString()
    const exit = exits.get(key)
    client.write(Buffer.from([1, exit === undefined ? 1 : 0]))
    if (exit === undefined) return void client.end()
    const [, command, , kind] = await take(4)
    const host = await addressOf(take, kind ?? 0)
    const port = (await take(2)).readUInt16BE()
    clearTimeout(timer)
    if (command !== 1 || host === null) return void client.end(reply(REPLY.failed))
    const mine = byExit.get(key) ?? new Set<Socket>()
    byExit.set(key, mine.add(client))
    client.on('close', () => mine.delete(client))
    try {
      const far = await leave(exit, host, port)
      if (client.destroyed) return void far.destroy()
      client.write(reply(REPLY.granted))
      join(client, far)
    } catch (error) {
      client.end(reply(replyFor(error)))
    }
  }

  function leave(exit: Exit, host: string, port: number): Promise<Socket> {
    if (exit === 'direct') return outbound.connect(host, port, CONNECT_MS)
    const { circuit: isolation } = exit
    return connectBySocks({ proxyHost: exit.host, proxyPort: exit.port, host, port, isolation, timeoutMs: CONNECT_MS })
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const { port } = server.address() as AddressInfo
  const keyOf = (url: string) => new URL(url.replace(/^socks5h:/, 'http:')).password
  return {
    open(exit) {
      const key = randomUUID()
      exits.set(key, exit)
      return `socks5h://lyra:${key}@127.0.0.1:${port}`
    },
    forget(url) {
      const key = keyOf(url)
      exits.delete(key)
      for (const client of byExit.get(key) ?? []) client.destroy()
      byExit.delete(key)
    },
    drop: (clientPort) => void clients.get(clientPort)?.destroy(),
    close() {
      server.close()
      for (const client of clients.values()) client.destroy()
    },
  }
}

function reply(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
}

const REFUSED: Readonly<Record<RefusedConnection['outcome'], number>> = {
  dns: REPLY.unreachable,
  offline: REPLY.offline,
  refused_private: REPLY.notAllowed,
}

function replyFor(error: unknown): number {
  if (error instanceof RefusedConnection) return REFUSED[error.outcome]
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === PROXY_UNREACHABLE) return REPLY.offline
  if (code === 'ENOTFOUND') return REPLY.unreachable
  return code === 'ETIMEDOUT' ? REPLY.late : REPLY.refused
}

async function addressOf(take: (count: number) => Promise<Buffer>, kind: number): Promise<string | null> {
  if (kind === 1) return [...(await take(4))].join('.')
  if (kind === 3) return (await take((await take(1))[0] ?? 0)).toString()
  if (kind !== 4) return null
  const bytes = await take(16)
  return Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16)).join(':')
}

/** Both ways, and the end of one side is the end of the other. */
function join(client: Socket, far: Socket): void {
  far.on('error', () => client.destroy())
  // After a clean end the last bytes may still be on their way to the client.
  far.on('close', () => (far.readableEnded ? client.end() : client.destroy()))
  client.on('close', () => far.destroy())
  client.pipe(far)
  far.pipe(client)
}

function reader(socket: Socket): (count: number) => Promise<Buffer> {
  return async (count) => {
    if (count === 0) return Buffer.alloc(0)
    for (;;) {
      const chunk = socket.read(count) as Buffer | null
      if (chunk !== null) return chunk
      if (socket.destroyed || socket.readableEnded) throw new Error('closed')
      await new Promise<void>((resolve) => {
        const wake = () => {
          socket.off('readable', wake)
          socket.off('close', wake)
          resolve()
        }
        socket.on('readable', wake)
        socket.on('close', wake)
      })
    }
  }
}
