import { type Clock, isPending } from '../domain/clock.ts'
import { createLruCache } from '../domain/lru-cache.ts'
import type { Resolve } from './ssrf-guard.ts'

export interface DnsCounts {
  /** Names asked of the system. */
  readonly lookups: number
  /** Answered from the cache. */
  readonly hits: number
  readonly failed: number
}

export interface DnsCache {
  readonly resolve: Resolve
  counts(): DnsCounts
}

/** About what a day of research asks for; a name costs some 200 bytes. */
const MOST_NAMES = 2000

/**
 * REQ 4.3 DNS: the system's own look-up, remembered for a short while. Its interface tells no TTL, so the time is a
 * setting below what sites publish; what is remembered is also what a page's later requests connect to.
 */
export function createDnsCache(resolve: Resolve, seconds: number, clock: Clock): DnsCache {
  const known = createLruCache<{ readonly until: number; readonly answer: ReturnType<Resolve> }>(MOST_NAMES)
  const counts = { lookups: 0, hits: 0, failed: 0 }
  return {
    counts: () => ({ ...counts }),
    async resolve(host) {
      const kept = known.get(host)
      if (kept !== undefined && isPending(kept.until, clock.now(), seconds * 1000)) {
        counts.hits += 1
        return kept.answer
      }
      counts.lookups += 1
      const answer = resolve(host)
      known.set(host, { until: clock.now() + seconds * 1000, answer })
      try {
        return await answer
      } catch (error) {
        counts.failed += 1
        if (known.get(host)?.answer === answer) known.delete(host)
        throw error
      }
    },
  }
}
