import { normaliseUrl } from '../domain/url.ts'
import type { Capture } from './capture-index.ts'

/** A capture that answers a request, and the step to the next one of the same request. */
export interface Match {
  readonly capture: Capture
  advance(): void
}

export type FindCapture = (method: string, url: string, bodyHash: string | null) => Match | null

/**
 * Exact address first, then the normalised one. Captures of one address come in the order they were made, and the last
 * one repeats. A body that was sent must match where the capture knows of one.
 */
export function createCaptureLookup(captures: readonly Capture[]): FindCapture {
  const exact = Map.groupBy(captures, ({ method, url }) => `${method} ${new URL(url).href}`)
  const loose = Map.groupBy(captures, ({ method, url }) => `${method} ${normaliseUrl(url)}`)
  const cursors = new Map<string, number>()
  return (method, url, bodyHash) => {
    const address = URL.parse(url)
    if (address === null) return null
    address.hash = ''
    for (const [kind, key, table] of [
      ['exact', `${method} ${address.href}`, exact],
      ['loose', `${method} ${normaliseUrl(url)}`, loose],
    ] as const) {
      const fitting = (table.get(key) ?? []).filter(
        (capture) => bodyHash === null || capture.bodyHash === null || capture.bodyHash === bodyHash,
      )
      const cursorKey = `${kind} ${key} ${bodyHash ?? ''}`
      const cursor = cursors.get(cursorKey) ?? 0
      const capture = fitting[Math.min(cursor, fitting.length - 1)]
      if (capture !== undefined) return { capture, advance: () => cursors.set(cursorKey, cursor + 1) }
    }
    return null
  }
}
