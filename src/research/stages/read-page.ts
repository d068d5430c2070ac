import { registrableDomain } from '../../domain/url.ts'
import type { PageFetch, PageFetcher } from '../../net/types.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'

export interface ReadPageDeps {
  readonly fetcher: PageFetcher
}

/** Reports progress when the page's turn comes, not while it is queued. `place` is its position, e.g. "3/15". */
export function readPage(
  { fetcher }: ReadPageDeps,
  { taskId, causeId, signal, progress }: SearchCall,
  candidate: FetchCandidate,
  place: string,
): Promise<PageFetch> {
  const domain = registrableDomain(candidate.url) ?? candidate.url
  const referer = candidate.referer === null ? {} : { referer: candidate.referer }
  return fetcher.fetchPage({ url: candidate.url, purpose: 'page', taskId, causeId, signal, ...referer }, () =>
    progress(`Reading ${place}: ${domain}`),
  )
}
