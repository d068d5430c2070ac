import { connect, isIP, type Socket } from 'node:net'

export interface SocksTarget {
  readonly proxyHost: string
  readonly proxyPort: number
  /** Sent as a name, never resolved here: the proxy does that (`socks5h`), so no look-up leaks past Tor. */
  readonly host: string
  readonly port: number
  /** Tor keeps streams of different credentials on different circuits. */
  readonly isolation: { readonly user: string; readonly password: string } | null
  readonly timeoutMs: number
}

const REPLIES = [
  'granted',
  'general failure',
  'not allowed',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
]

/** The proxy itself does not answer: that is this side's trouble, not the target's. */
export const PROXY_UNREACHABLE = 'EPROXY'

class SocksError extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** A TCP connection to the target through a SOCKS 5 proxy (RFC 1928, 1929). */
export async function connectBySocks(target: SocksTarget): Promise<Socket> {
  const socket = connect({ host: target.proxyHost, port: target.proxyPort })
  const reader = bytesOf(socket, target.timeoutMs)
  try {
    await reader.connected.catch(() => {
      throw new SocksError('The proxy cannot be reached', PROXY_UNREACHABLE)
    })
    await greet(socket, reader.take, target.isolation)
    const name = Buffer.from(target.host.replace(/^\[|\]$/g, ''))
    if (name.length > 255) throw new SocksError('The host name is too long', 'ENOTFOUND')
    const address = isIP(target.host) === 4 ? [1, ...target.host.split('.').map(Number)] : [3, name.length, ...name]
    socket.write(Buffer.from([5, 1, 0, ...address, target.port >> 8, target.port & 255]))
    const [, reply = 1, , kind = 1] = await reader.take(4)
    if (reply !== 0) {
      const code = reply === 4 ? 'ENOTFOUND' : reply === 6 ? 'ETIMEDOUT' : 'ECONNREFUSED'
      throw new SocksError(`The SOCKS proxy answers: ${REPLIES[reply] ?? reply}`, code)
    }
    const length = kind === 1 ? 4 : kind === 4 ? 16 : ((await reader.take(1))[0] ?? 0)
    await reader.take(length + 2)
    reader.release()
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Whether a SOCKS 5 proxy greets back. */
export async function socksAnswers(host: string, port: number, timeoutMs: number): Promise<boolean> {
  const socket = connect({ host, port })
  const reader = bytesOf(socket, timeoutMs)
  try {
    await reader.connected
    socket.write(Buffer.from([5, 2, 0, 2]))
    return (await reader.take(2))[0] === 5
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function greet(
  socket: Socket,
  take: (count: number) => Promise<Buffer>,
  isolation: SocksTarget['isolation'],
): Promise<void> {
  socket.write(Buffer.from(isolation === null ? [5, 1, 0] : [5, 2, 0, 2]))
  const [version, method] = await take(2)
  if (version !== 5) throw new SocksError('This is no SOCKS 5 proxy', 'EPROXY')
  if (method === 2 && isolation !== null) {
    const user = Buffer.from(isolation.user).subarray(0, 255)
    const password = Buffer.from(isolation.password).subarray(0, 255)
    socket.write(Buffer.from([1, user.length, ...user, password.length, ...password]))
    const [, status] = await take(2)
    if (status !== 0) throw new SocksError('The SOCKS proxy refuses the credentials', 'EPROXY')
  } else if (method !== 0) throw new SocksError('The SOCKS proxy wants another authentication', 'EPROXY')
}

/** Reads exact counts of bytes while the handshake lasts. */
function bytesOf(socket: Socket, timeoutMs: number) {
  let held = Buffer.alloc(0)
  let wake: () => void = () => {}
  let failed: Error | null = null
  const fail = (error: Error) => {
    failed ??= error
    wake()
  }
  const timer = setTimeout(() => fail(new SocksError('The SOCKS proxy did not answer', 'ETIMEDOUT')), timeoutMs)
  const onData = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    wake()
  }
  const onClose = () => fail(new SocksError('The SOCKS proxy closed the connection', 'ECONNRESET'))
  socket.on('data', onData)
  socket.on('error', fail)
  socket.on('close', onClose)
  socket.on('close', () => clearTimeout(timer))
  async function until(done: () => boolean): Promise<void> {
    while (!done()) {
      if (failed !== null) throw failed
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  let open = false
  socket.once('connect', () => {
    open = true
    wake()
  })
  return {
    connected: until(() => open),
    async take(count: number): Promise<Buffer> {
      await until(() => held.length >= count)
      const taken = held.subarray(0, count)
      held = held.subarray(count)
      return taken
    },
    /** The handshake is over: the socket belongs to the caller, with what came too early put back. */
    release(): void {
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('error', fail)
      socket.off('close', onClose)
      socket.pause()
      if (held.length > 0) socket.unshift(held)
    },
  }
}
