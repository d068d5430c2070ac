import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface SocksDouble {
  readonly port: number
  /** `user:password@host:port` of every connection asked for, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/**
 * A SOCKS 5 proxy on loopback that resolves names itself and leaves from an address of its own, as Tor's exit does: the
 * sites can tell it from a direct visitor.
 */
export async function startSocksDouble(options: {
  /** Port on loopback that a name leads to; null: host unreachable. */
  readonly portOf: (host: string, port: number) => number | null
  readonly exitAddress: string
}): Promise<SocksDouble> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    client.on('error', () => client.destroy())
    void shakeHands(client).catch(() => client.destroy())
  })

  async function shakeHands(client: Socket): Promise<void> {
    const take = reader(client)
    const [, count = 0] = await take(2)
    const methods = await take(count)
    const byPassword = methods.includes(2)
    client.write(Buffer.from([5, byPassword ? 2 : 0]))
    const who = byPassword ? await readCredentials(take) : '-'
    if (byPassword) client.write(Buffer.from([1, 0]))
    const [, , , kind] = await take(4)
    const length = kind === 3 ? ((await take(1))[0] ?? 0) : 4
    const address = await take(length)
    const host = kind === 3 ? address.toString() : [...address].join('.')
    const port = (await take(2)).readUInt16BE()
    asked.push(`${who}@${host}:${port}`)
    const target = options.portOf(host, port)
    if (target === null) {
      client.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]))
      return
    }
    const outgoing = connect({ host: '127.0.0.1', port: target, localAddress: options.exitAddress })
    sockets.add(outgoing)
    outgoing.on('error', () => client.destroy())
    outgoing.on('close', () => {
      sockets.delete(outgoing)
      client.destroy()
    })
    client.on('close', () => outgoing.destroy())
    outgoing.on('connect', () => {
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
      client.pipe(outgoing)
      outgoing.pipe(client)
    })
  }

  return { port: await listen(server), asked, close: () => shut(server, sockets) }
}

async function readCredentials(take: (count: number) => Promise<Buffer>): Promise<string> {
  const [, userLength = 0] = await take(2)
  const user = await take(userLength)
  const [passwordLength = 0] = await take(1)
  return `${user}:${await take(passwordLength)}`
}

export interface ControlDouble {
  readonly port: number
  readonly told: readonly string[]
  close(): Promise<void>
}

/** Tor's control port: what it was told, the password it wants, what it says of itself. */
export async function startControlDouble(
  password: string,
  state = { bootstrap: 100, circuit: true },
): Promise<ControlDouble> {
  const told: string[] = []
  const sockets = new Set<Socket>()
  const answer = (line: string): string => {
    if (line.startsWith('PROTOCOLINFO'))
      return `250-PROTOCOLINFO 1\r\n250-AUTH METHODS=${password === '' ? 'NULL' : 'HASHEDPASSWORD'}\r\n250 OK\r\n`
    if (line.startsWith('AUTHENTICATE') && password !== '' && line !== `AUTHENTICATE "${password}"`)
      return '515 Authentication failed\r\n'
    if (line.startsWith('GETINFO'))
      return [
        `250-status/bootstrap-phase=NOTICE BOOTSTRAP PROGRESS=${state.bootstrap} TAG=x SUMMARY="x"`,
        `250-status/circuit-established=${state.circuit ? 1 : 0}`,
        '250 OK\r\n',
      ].join('\r\n')
    return '250 OK\r\n'
  }
  const server = createServer((client) => {
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    client.on('error', () => client.destroy())
    client.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        told.push(line)
        client.write(answer(line))
      }
    })
  })
  return { port: await listen(server), told, close: () => shut(server, sockets) }
}

function reader(socket: Socket): (count: number) => Promise<Buffer> {
  return async (count) => {
    if (count === 0) return Buffer.alloc(0)
    for (;;) {
      const chunk = socket.read(count) as Buffer | null
      if (chunk !== null) return chunk
      if (socket.destroyed) throw new Error('closed')
      await new Promise<void>((resolve) => {
        socket.once('readable', resolve)
        socket.once('close', resolve)
      })
    }
  }
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function shut(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy()
  return new Promise((resolve) => server.close(() => resolve()))
}
