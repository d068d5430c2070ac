import { z } from 'zod'
import type { Settings } from '../../domain/settings.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { SitemapEntry } from '../../net/sitemap.ts'
import type { NetResponse } from '../../net/types.ts'
import type { Store } from '../../store/types.ts'
import { runOnce, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import type { QueryRelevance } from './query-relevance.ts'

export interface SitemapDeps extends Pick<ResearchParts, 'sitemaps'> {
  readonly settings: Pick<Settings, 'explore'>
  readonly store: Pick<Store, 'events'>
  readonly memo: StageCheckpoints
}

/** A sitemap names thousands of pages; the model reads the addresses that share most words with the query. */
const MOST_FROM_SITEMAP = 20

const entryList = z.array(z.object({ url: z.string(), lastModified: z.string().nullable() }))

/** The addresses a site names itself, as far as their words have to do with the query (REQ 3.1.2). */
export async function addressesInSitemap(
  { sitemaps, settings, store, memo }: SitemapDeps,
  { taskId, causeId, signal }: SearchCall,
  start: NetResponse | undefined,
  relevance: QueryRelevance,
): Promise<readonly SitemapEntry[]> {
  if (!settings.explore.sitemaps || start === undefined) return []
  const { origin } = new URL(start.finalUrl)
  return runOnce(memo, signal)(`sitemap of ${origin}`, entryList, async () => {
    const { entries, read } = await sitemaps(origin, { url: start.finalUrl, purpose: 'page', taskId, causeId, signal })
    const near = await relevance.mostRelevantByWords(entries, MOST_FROM_SITEMAP)
    store.events.append({
      kind: 'sitemap_read',
      taskId,
      subjectType: 'domain',
      subjectId: registrableDomain(origin) ?? origin,
      data: { read, entries: entries.length, near_the_query: near.length },
      causeId,
    })
    return [...near]
  })
}
