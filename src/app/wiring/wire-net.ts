import { unreadableNotice } from '../../archive/replay.ts'
import type { LocalArchive } from '../../archive/writer.ts'
import { rememberedProduct } from '../../browser/browser-product.ts'
import { isoTime, systemClock } from '../../domain/clock.ts'
import type { HumanDeps } from '../../human/human-deps.ts'
import { createGateway, type NetGateway } from '../../net/gateway.ts'
import { createPageFetcher } from '../../net/page-fetcher.ts'
import { browserRoute, httpRoute, torRoute } from '../../net/routes.ts'
import { systemResolve } from '../../net/ssrf-guard.ts'
import type { PageFetcher } from '../../net/types.ts'
import { waybackRoute } from '../../net/wayback.ts'
import { isAlive, ownerOfThisProcess } from '../../work/process-owner.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import { slottedFetcher } from '../slots/network.ts'
import type { Browsers } from './wire-browsers.ts'
import { deadlinesOf, type WireInput } from './wire-input.ts'

/** The one door to the network (docs/adr/0002). */
export function wireGateway(input: WireInput, archive: LocalArchive, human: HumanDeps): NetGateway {
  const { settings, home, store, clock, random, ids, log, replay } = input
  const product = replay === null ? rememberedProduct(home.profile, settings.browser) : null
  const leaseMs = deadlinesOf(settings).page
  return createGateway({
    settings: settings.net,
    ...{ store, clock, random, ids, log, archive, replay },
    events: store.events,
    lanes: input.lanes?.(leaseMs) ?? store.lanes({ me: ownerOfThisProcess(), isAlive, leaseMs }),
    resolve: systemResolve,
    product,
    sessionFor: (domain) => human.store.people.sessions.forSite(domain, isoTime(systemClock)),
  })
}

/** Pages by every route there is, the cheapest first. */
export function wireFetcher(
  { settings, store, log, replay }: WireInput,
  { gateway, browsers, scheduler }: { gateway: NetGateway; browsers: Browsers; scheduler: Scheduler },
): PageFetcher {
  const damage = replay === null ? null : unreadableNotice(replay)
  if (damage !== null) log.warn('replay.unreadable', { notice: damage })
  const fetcher = createPageFetcher({
    routes: [
      httpRoute(gateway),
      torRoute(gateway),
      browserRoute(browsers.plain),
      browserRoute(browsers.headful, 'headful'),
      browserRoute(browsers.undetected, 'undetected'),
      waybackRoute(gateway, { url: settings.net.wayback_url, share: settings.net.wayback_share }),
    ],
    log,
    events: store.events,
    warnings: damage === null ? [] : [damage],
    firstVisitShare: replay === null ? settings.net.first_visit_share : 0,
  })
  return slottedFetcher(fetcher, scheduler, deadlinesOf(settings).page)
}
