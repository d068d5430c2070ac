import { LyraError } from '../../domain/errors.ts'
import type { Settings } from '../../domain/settings.ts'
import { registrableDomain } from '../../domain/url.ts'
import type { PageFetch, PageFetcher } from '../../net/types.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import type { SearchCall } from '../search-call.ts'
import type { FetchCandidate } from './fetch-candidate.ts'

export interface ReadPageDeps {
  readonly scheduler: Scheduler
  readonly fetcher: PageFetcher
  readonly settings: Pick<Settings, 'jobs'>
}

/** In the network slot (REQ 3.2.2): four at once, one per domain. `place` tells whoever waits which page it is. */
export async function readPage(
  { scheduler, fetcher, settings }: ReadPageDeps,
  { taskId, causeId, signal, progress }: SearchCall,
  candidate: FetchCandidate,
  place: string,
): Promise<PageFetch> {
  const domain = registrableDomain(candidate.url) ?? candidate.url
  const timeoutMs = settings.jobs.page_seconds * 1000
  try {
    await scheduler.room('network_client')
    return await scheduler.run(
      { kind: 'prefetch', slot: 'network_client', domain, taskId, timeoutMs, signal },
      (until) => {
        progress(`Reading ${place}: ${domain}`)
        return fetcher.fetchPage({
          url: candidate.url,
          purpose: 'page',
          taskId,
          causeId,
          signal: until,
          ...(candidate.referer === null ? {} : { referer: candidate.referer }),
        })
      },
    )
  } catch (error) {
    if (!(error instanceof LyraError) || error.code !== 'TIMEOUT') throw error
    const late = {
      outcome: 'timeout',
      reason: error.message,
      route: 'http',
      archive: null,
      elapsedMs: timeoutMs,
    } as const
    return { result: late, attempts: [], screenshot: null }
  }
}
