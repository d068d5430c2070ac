import { join } from 'node:path'
import { openReplay } from '../../src/archive/replay.ts'
import { createBrowser } from '../../src/browser/browser.ts'
import { replayClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { isSuccess } from '../../src/domain/outcome.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import { createPageFetcher } from '../../src/net/page-fetcher.ts'
import { browserRoute, httpRoute, torRoute } from '../../src/net/routes.ts'
import type { NetRequest, PageFetch } from '../../src/net/types.ts'
import { waybackRoute } from '../../src/net/wayback.ts'
import { silentEvents } from '../../src/store/event-log.ts'
import { openBenchWorld, share } from './world.ts'

export interface Kept {
  readonly request: NetRequest
  readonly fetched: PageFetch
}

/**
 * The pages that came, asked for once more of nothing but the archive they left: by the same route, with the same
 * bytes?
 */
export async function replayOwn(
  folder: string,
  archive: string,
  settings: Partial<Settings['net']>,
  visits: readonly Kept[],
): Promise<Record<string, number>> {
  const replay = await openReplay(archive)
  const clock = replayClock(replay.latest)
  const world = openBenchWorld(folder, settings, { replay, clock })
  const { gateway } = world
  const browser = createBrowser({
    settings: defaultSettings.browser,
    gateway,
    clock,
    log: silentLogger,
    profileFolder: join(folder, 'profile'),
    onAudit: () => {},
    pageTimeoutMs: 60_000,
    mode: 'browser',
    archive: world.archive,
  })
  const fetcher = createPageFetcher({
    routes: [
      httpRoute(gateway),
      torRoute(gateway),
      browserRoute(browser),
      waybackRoute(gateway, { url: settings.wayback_url ?? '', share: 1 }),
    ],
    log: silentLogger,
    events: silentEvents,
    warnings: [],
    firstVisitShare: 0,
  })
  try {
    const came = visits.filter(({ fetched }) => isSuccess(fetched.result.outcome))
    let sameRoute = 0
    let sameBytes = 0
    for (const { request, fetched } of came) {
      const again = await fetcher.fetchPage(request)
      if (again.result.route === fetched.result.route && isSuccess(again.result.outcome)) sameRoute += 1
      if (bytesOf(again).equals(bytesOf(fetched))) sameBytes += 1
    }
    return { replay_same_route: share(sameRoute, came.length), replay_same_bytes: share(sameBytes, came.length) }
  } finally {
    await browser.close()
    await world.close()
  }
}

function bytesOf({ result }: PageFetch): Buffer {
  return Buffer.from(result.response?.body ?? [])
}
