import { createLruCache } from '../domain/lru-cache.ts'
import type { RevisitTarget } from './record.ts'
import type { Exchange } from './types.ts'

/** What the files of one group already hold, so that identical payloads are stored once. */
export interface CaptureDedup {
  /** The record that already holds these bytes; null when there is none or a pointer would not save space. */
  samePayload(body: Uint8Array, digest: string): RevisitTarget | null
  /** The last capture of this URL if it used another route (REQ 4.3.2), else null. */
  otherRoute(url: string, route: string | null): string | null
  note(exchange: Exchange, capture: Capture): void
}

export interface Capture {
  readonly recordId: string
  readonly route: string | null
  readonly digest: string
  /** The payload is in this record, not in an earlier one. */
  readonly whole: boolean
}

/** Below this a revisit record is longer than the payload. */
const REVISIT_FROM = 256
/** Captures and payloads remembered of each group; far above the pages of one task. */
const MOST_REMEMBERED = 20_000

export function createCaptureDedup(): CaptureDedup {
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
