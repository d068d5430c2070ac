import { createLruCache } from '../domain/lru-cache.ts'
import type { RevisitTarget } from './record.ts'
import type { Exchange } from './types.ts'

/** What one group has in its files already: the same bytes are not stored twice. */
export interface CaptureMemory {
  /** The record that holds these bytes; null: none, or too few to be worth a pointer. */
  samePayload(body: Uint8Array, digest: string): RevisitTarget | null
  /** The last capture of this address where it came by another route (REQ 4.3.2); null: none, or the same route. */
  otherRoute(url: string, route: string | null): string | null
  note(exchange: Exchange, capture: Capture): void
}

export interface Capture {
  readonly recordId: string
  readonly route: string | null
  readonly digest: string
  /** Its payload is in its own record, not in an earlier one. */
  readonly whole: boolean
}

/** Below this a pointer to the bytes is longer than the bytes. */
const REVISIT_FROM = 256
/** Captures and payloads remembered of each group; far above the pages of one task. */
const MOST_REMEMBERED = 20_000

export function createCaptureMemory(): CaptureMemory {
  const payloads = new Map<string, RevisitTarget>()
  const captures = createLruCache<{ readonly recordId: string; readonly route: string | null }>(MOST_REMEMBERED)
  return {
    samePayload: (body, digest) => (body.length >= REVISIT_FROM ? (payloads.get(digest) ?? null) : null),
    otherRoute(url, route) {
      const before = captures.get(url)
      return before === undefined || before.route === route ? null : before.recordId
    },
    note({ url, time }, { recordId, route, digest, whole }) {
      captures.set(url, { recordId, route })
      if (!whole || payloads.size >= MOST_REMEMBERED) return
      payloads.set(digest, { why: 'identical-payload-digest', recordId, url, time, digest })
    },
  }
}
