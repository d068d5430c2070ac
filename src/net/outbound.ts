import type { LookupAddress } from 'node:dns'
import { connect, type LookupFunction, type Socket } from 'node:net'
import type { AddressFamilies, Family } from './address-family.ts'
import type { SsrfGuard } from './ssrf-guard.ts'

/**
 * A connection outlives the request that opened it: that one's own deadline ends the request, this one the attempt to
 * connect, well before the two minutes the kernel would take.
 */
export const CONNECT_MS = 20_000

/** A connection the guard does not allow, or a name that leads nowhere. */
export class RefusedConnection extends Error {
  readonly outcome: 'refused_private' | 'dns'
  constructor(outcome: 'refused_private' | 'dns', reason: string) {
    super(reason)
    this.outcome = outcome
  }
}

/** The one place where a connection to the outside is opened: looked up, checked, and to the checked addresses only. */
export interface Outbound {
  connect(host: string, port: number, timeoutMs: number): Promise<Socket>
}

export function createOutbound(guard: SsrfGuard, families: AddressFamilies): Outbound {
  return {
    async connect(name, port, timeoutMs) {
      const host = name.replace(/^\[(.*)\]$/, '$1')
      const started = performance.now()
      const resolved = await guard.resolve(host, port)
      if (!resolved.ok) throw new RefusedConnection(resolved.outcome, resolved.reason)
      const lookedUp = performance.now()
      const addresses = families.order(host, resolved.addresses)
      const note = (family: Family | null) =>
        families.note({
          host,
          addresses,
          family,
          lookupMs: Math.round(lookedUp - started),
          connectMs: Math.round(performance.now() - lookedUp),
        })
      try {
        const socket = await dial(host, port, addresses, timeoutMs)
        note(socket.remoteFamily === 'IPv6' ? 6 : 4)
        return socket
      } catch (error) {
        note(null)
        throw error
      }
    },
  }
}

function dial(host: string, port: number, addresses: readonly LookupAddress[], timeoutMs: number): Promise<Socket> {
  const pinned: LookupFunction = (_host, options, callback) => {
    const [first] = addresses
    if (options.all) return callback(null, [...addresses])
    return callback(null, first?.address ?? '', first?.family ?? 4)
  }
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: pinned, autoSelectFamily: true, noDelay: true })
    const timer = setTimeout(
      () => fail(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    )
    function fail(error: Error): void {
      clearTimeout(timer)
      socket.destroy()
      reject(error)
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}
