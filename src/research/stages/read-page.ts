import { registrableDomain } from '../../domain/url.ts'
import type { PageFetch, PageFetcher } from '../../net/types.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'

export interface ReadPageDeps {
  readonly fetcher: PageFetcher
}

/** Told when its turn has come: pages wait for their place. `place` tells whoever waits which page it is. */
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
