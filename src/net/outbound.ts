import type { Socket } from 'node:net'
import type { AddressFamilies, Family } from './address-family.ts'
import { dial } from './dial.ts'
import type { Resolved, SsrfGuard } from './ssrf-guard.ts'
import { isOwnSide, OFFLINE, type Uplink } from './uplink.ts'

/**
 * A connection may outlive the request that opened it, so connecting has its own time-out, far below the kernel's two
 * minutes.
 */
export const CONNECT_MS = 20_000

/** A connection the guard does not allow, a name that leads nowhere, or no way out of this machine. */
export class RefusedConnection extends Error {
  readonly outcome: Extract<Resolved, { ok: false }>['outcome']
  constructor({ outcome, reason }: Extract<Resolved, { ok: false }>) {
    super(reason)
    this.outcome = outcome
  }
}

/** The one place where a connection to the outside is opened: looked up, checked, and to the checked addresses only. */
export interface Outbound {
  connect(host: string, port: number, timeoutMs: number): Promise<Socket>
}

export function createOutbound(guard: SsrfGuard, families: AddressFamilies, uplink: Uplink): Outbound {
  return {
    async connect(name, port, timeoutMs) {
      const host = name.replace(/^\[(.*)\]$/, '$1')
      const started = performance.now()
      const resolved = await guard.resolve(host, port)
      if (!resolved.ok) throw new RefusedConnection(resolved)
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
        uplink.reached()
        return socket
      } catch (error) {
        note(null)
        if (isOwnSide(error) && (await uplink.isDown())) throw new RefusedConnection(OFFLINE)
        throw error
      }
    },
  }
}
