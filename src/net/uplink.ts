import { type Clock, elapsedMs } from '../domain/clock.ts'
import { dial } from './dial.ts'
import type { Resolved, SsrfGuard } from './ssrf-guard.ts'

/** Whether this machine reaches the internet at all (LYRA 4.6). */
export interface Uplink {
  /** A connection was made. */
  reached(): void
  /** Nobody can be reached: what has just failed says nothing about the site. */
  isDown(): Promise<boolean>
}

/** Codes by which the system says that it, or the network on this side, could not send. */
const OWN_SIDE = new Set([
  ...['ENETUNREACH', 'ENETDOWN', 'EHOSTUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL', 'EACCES', 'EPERM'],
  // Packets that nobody answers: the site's doing or ours, which the other hosts tell apart.
  'ETIMEDOUT',
])
/** A connection made so shortly before is proof enough. */
const RECENT_MS = 2000
/** Requests that fail together share one look; soon after, it is taken anew, so that coming back is noticed. */
const SHARED_MS = 1000
/** Hosts that are up take a fraction of this. */
const PROBE_MS = 4000

/**
 * Asks hosts that are up all year, and only when something failed in a way that may be this machine's. One that
 * answers, even by refusing, means that the failure was the site's own. Without hosts nothing is ever called offline.
 */
export function createUplink(
  reach: (host: string) => Promise<boolean>,
  hosts: readonly string[],
  clock: Clock,
): Uplink {
  let lastReached = Number.NEGATIVE_INFINITY
  let look: { readonly at: number; readonly down: Promise<boolean> } | null = null

  function probe(): Promise<boolean> {
    const { promise: down, resolve } = Promise.withResolvers<boolean>()
    // A look-up that hangs cannot be ended, only left.
    const timer = setTimeout(() => resolve(true), PROBE_MS)
    const answers = hosts.map(async (host) => {
      if (!(await reach(host))) throw new Error(`${host} cannot be reached`)
    })
    Promise.any(answers).then(
      () => resolve(false),
      () => resolve(true),
    )
    return down.finally(() => clearTimeout(timer))
  }

  return {
    reached() {
      lastReached = clock.now()
    },
    isDown() {
      const now = clock.now()
      if (hosts.length === 0 || elapsedMs(lastReached, now) < RECENT_MS) return Promise.resolve(false)
      if (look === null || elapsedMs(look.at, now) >= SHARED_MS) look = { at: now, down: probe() }
      return look.down
    },
  }
}

/** Whether the host, or a machine on the way to it, answers. */
export async function reachHost(guard: Pick<SsrfGuard, 'resolve'>, host: string): Promise<boolean> {
  const resolved = await guard.resolve(host, 443)
  if (!resolved.ok) return resolved.outcome !== 'dns'
  try {
    const socket = await dial(host, 443, resolved.addresses, PROBE_MS)
    socket.destroy()
    return true
  } catch (error) {
    return !isOwnSide(error)
  }
}

/** May be the fault of this side; of several addresses each. */
export function isOwnSide(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOwnSide)
  return error instanceof Error && OWN_SIDE.has((error as NodeJS.ErrnoException).code ?? '')
}

/** A name that does not resolve while no name does is not the site's failure. */
export function guardBehind(uplink: Uplink, guard: SsrfGuard): SsrfGuard {
  return {
    checkUrl: (url) => guard.checkUrl(url),
    async resolve(host, port): Promise<Resolved> {
      const resolved = await guard.resolve(host, port)
      return !resolved.ok && resolved.outcome === 'dns' && (await uplink.isDown()) ? OFFLINE : resolved
    },
  }
}

export const OFFLINE = {
  ok: false,
  outcome: 'offline',
  reason: 'This machine is not connected to the internet',
} as const
