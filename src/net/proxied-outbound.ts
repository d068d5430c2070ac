import type { Socket } from 'node:net'
import { LyraError } from '../domain/errors.ts'
import { dial } from './dial.ts'
import type { Outbound } from './outbound.ts'
import type { Resolve } from './ssrf-guard.ts'

/** The head of a proxy's answer is a few lines; more is no such answer. */
const LONGEST_HEAD = 16_384

/**
 * Every connection by CONNECT through the proxy that the user named. The proxy looks the names up, so that the guard
 * sees what is asked for and not where it leads: it refuses local names and private addresses as they stand.
 */
export function createProxiedOutbound(proxy: string, resolve: Resolve): Outbound {
  const url = URL.parse(proxy)
  const credentials = url === null ? null : loginOf(url)
  if (url === null || credentials === null || url.protocol !== 'http:' || url.hostname === '')
    throw new LyraError('INVALID_CONFIG', `A proxy is given as http://host:port, not "${withoutUser(proxy)}"`)
  const port = url.port === '' ? 80 : Number(url.port)
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const authorization =
    url.username === '' ? '' : `Proxy-Authorization: Basic ${Buffer.from(credentials).toString('base64')}\r\n`
  return {
    async connect(host, targetPort, timeoutMs) {
      const socket = await dial(name, port, await resolve(name), timeoutMs)
      const target = `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${targetPort}`
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`)
      const status = await statusOf(socket, timeoutMs)
      if (status === 200) return socket
      socket.destroy()
      throw Object.assign(new Error(`The proxy answered ${status}`), { code: `PROXY_${status}` })
    },
  }
}

/** Null for a "%" that begins no escape. */
function loginOf({ username, password }: URL): string | null {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  } catch {
    return null
  }
}

function withoutUser(proxy: string): string {
  return proxy.slice(proxy.lastIndexOf('@') + 1)
}

/** The number in the proxy's first line; what follows the head goes back to the socket. */
function statusOf(socket: Socket, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const timer = setTimeout(() => end(timedOut()), timeoutMs)
    const end = (error: Error | null, status = 0) => {
      clearTimeout(timer)
      socket.off('data', read).off('error', end).off('close', closed)
      if (error === null) resolve(status)
      else {
        socket.destroy()
        reject(error)
      }
    }
    const closed = () => end(Object.assign(new Error('The proxy closed the connection'), { code: 'ECONNRESET' }))
    const read = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const stop = head.indexOf('\r\n\r\n')
      if (stop === -1) return head.length > LONGEST_HEAD ? closed() : undefined
      socket.pause()
      if (head.length > stop + 4) socket.unshift(head.subarray(stop + 4))
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(head.toString('latin1', 0, 20))?.[1]
      end(null, Number(status ?? 0))
    }
    socket.on('data', read).on('error', end).on('close', closed)
  })
}

function timedOut(): Error {
  return Object.assign(new Error('The proxy did not answer in time'), { code: 'ETIMEDOUT' })
}
