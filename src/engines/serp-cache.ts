import { type Clock, isoTime } from '../domain/clock.ts'
import { stableId } from '../domain/ids.ts'
import type { SerpItem } from '../domain/task.ts'
import type { CacheStore, SerpEntry } from '../store/types.ts'
import { engineReport } from './engine-report.ts'
import type { Engine } from './engine-table.ts'
import { queryKey } from './normalise-query.ts'
import { serpUrl } from './serp-place.ts'
import type { EngineReport, WebSearchRequest } from './types.ts'

const HOUR_MS = 3_600_000

/** Result pages that were read not long ago (REQ 5.1.2). */
export interface SerpCache {
  get(engine: Engine, request: WebSearchRequest): EngineReport | null
  save(engine: Engine, request: WebSearchRequest, answer: EngineReport): void
}

/**
 * Where result pages are kept, as they were read: what saves them screens them first (`screenedSerpCache`). The store's
 * own cache is none of these, because it takes nothing unscreened; a method instead of a property would let it pass.
 */
export interface SerpCacheStore extends Pick<CacheStore, 'serp'> {
  readonly saveSerp: (entry: SerpEntry<SerpItem>) => void
}

export function createSerpCache(store: SerpCacheStore, hours: number, clock: Clock): SerpCache {
  return {
    get(engine, request) {
      if (request.fresh === true) return null
      const hit = store.serp(cacheKey(engine.name, request), isoTime(clock), request.taskId)
      if (hit === null) return null
      const outcome = hit.outcome === 'no_results' ? 'no_results' : 'ok'
      const url = serpUrl(engine, request.query, request)
      return { ...engineReport(engine.name, outcome, null), items: hit.items, url, cached: true }
    },
    save(engine, request, answer) {
      if (hours === 0) return
      const now = clock.now()
      store.saveSerp({
        key: cacheKey(engine.name, request),
        engine: engine.name,
        items: answer.items,
        outcome: answer.outcome,
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + hours * HOUR_MS).toISOString(),
        taskId: request.taskId,
      })
    },
  }
}

/** REQ 5.1.2: normalised query, engine and period; the first page of all time is the query alone. */
export function cacheKey(engine: string, { query, period, page = 1, language }: WebSearchRequest): string {
  const { after = '', before = '' } = period ?? {}
  const plain = after === '' && before === '' && page === 1 && language === undefined
  const place = plain ? [] : [after, before, String(page), language ?? '']
  return stableId('serp', engine, queryKey(query), ...place)
}
