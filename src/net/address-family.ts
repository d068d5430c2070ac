import type { LookupAddress } from 'node:dns'
import type { Clock } from '../domain/clock.ts'
import type { EventLog } from '../store/event-log.ts'

export type Family = 4 | 6

/** One attempt to reach a host, over however many addresses. */
export interface ConnectionAttempt {
  readonly host: string
  /** In the order they were to be tried. */
  readonly addresses: readonly LookupAddress[]
  /** The family that answered; null: none did. */
  readonly family: Family | null
  readonly lookupMs: number
  readonly connectMs: number
}

export interface FamilyCounts {
  readonly connections: number
  readonly failed: number
  /** Sites that offer IPv6, and how many of these answered over it (REQ 7: at least 80 %). */
  readonly ipv6Offered: number
  readonly ipv6Used: number
  /** The first family failed and the other one was tried. */
  readonly switched: number
  readonly switchedOk: number
}

/** REQ 4.3 IPv6: first, with IPv4 behind it, and counted. */
export interface AddressFamilies {
  order(host: string, addresses: readonly LookupAddress[]): readonly LookupAddress[]
  note(attempt: ConnectionAttempt): void
  counts(): FamilyCounts
}

/** A host whose IPv6 did not answer is not made to wait for it again for so long. */
const PREFER_V4_MS = 10 * 60_000

export function createAddressFamilies(clock: Clock, events: EventLog): AddressFamilies {
  const preferV4 = new Map<string, number>()
  /** Failing to store the count must not fail the connection. */
  const tell = (event: Parameters<EventLog['append']>[0]) => {
    try {
      events.append(event)
    } catch {}
  }
  const counts = { connections: 0, failed: 0, ipv6Offered: 0, ipv6Used: 0, switched: 0, switchedOk: 0 }

  return {
    order(host, addresses) {
      const first: Family = (preferV4.get(host) ?? 0) > clock.now() ? 4 : 6
      const [preferred, rest] = [true, false].map((wanted) =>
        addresses.filter(({ family }) => (family === first) === wanted),
      )
      return [...(preferred ?? []), ...(rest ?? [])]
    },
    note({ host, addresses, family, lookupMs, connectMs }) {
      const offered = new Set(addresses.map((one) => one.family))
      const both = offered.size > 1
      const first = addresses[0]?.family
      const switched = both && family !== first
      counts.connections += 1
      if (family === null) counts.failed += 1
      if (offered.has(6)) counts.ipv6Offered += 1
      if (family === 6) counts.ipv6Used += 1
      if (switched) counts.switched += 1
      if (switched && family !== null) counts.switchedOk += 1
      if (switched && family === 4) preferV4.set(host, clock.now() + PREFER_V4_MS)
      // If IPv4 failed as well, or IPv6 had to take over, there is no reason to prefer IPv4.
      if (switched && family !== 4) preferV4.delete(host)
      tell({
        kind: 'net.connection',
        subjectType: 'host',
        subjectId: host,
        data: { offered: [...offered].sort(), first, family, switched, lookup_ms: lookupMs, connect_ms: connectMs },
        causeId: 'connection',
      })
    },
    counts: () => ({ ...counts }),
  }
}
