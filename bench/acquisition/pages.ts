import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBrowser } from '../../src/browser/browser.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { isSuccess } from '../../src/domain/outcome.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { networkMetrics } from '../../src/net/network-metrics.ts'
import { createPageFetcher } from '../../src/net/page-fetcher.ts'
import { browserRoute, httpRoute, torRoute } from '../../src/net/routes.ts'
import type { NetRequest, PageFetch } from '../../src/net/types.ts'
import { waybackRoute } from '../../src/net/wayback.ts'
import { checkDigests } from './digests.ts'
import { type PlannedPage, planPages } from './page-plan.ts'
import { replayOwn } from './replay-own.ts'
import { startSocksDouble } from './socks-double.ts'
import { ENGINE_ORIGIN, EXIT_ADDRESS, openWeb } from './web.ts'
import { openBenchWorld, share } from './world.ts'

const SEED = 20_260_515
const AT_ONCE = 4
const REFUSED = ['blocked', 'rate_limited']

interface Visit {
  readonly page: PlannedPage
  readonly fetched: PageFetch
}

/** 200 pages through every route there is here, then those that came once more. */
export async function measurePages(folder: string, say: (line: string) => void): Promise<Record<string, number>> {
  const pages = planPages(SEED)
  const web = await openWeb(pages)
  const tor = await startSocksDouble({
    portOf: (_host, port) => (port === web.port || port === web.tlsPort ? port : null),
    exitAddress: EXIT_ADDRESS,
  })
  const settings = {
    allow_private: [...web.allowed],
    max_bytes: 2_000_000,
    timeout_seconds: 3,
    tor_proxy: `socks5h://127.0.0.1:${tor.port}`,
    tor_control: '',
    wayback_url: `http://web.archive.example:${web.port}`,
  }
  const world = openBenchWorld(folder, settings, { resolve: web.resolve })
  const { gateway, archive, store } = world
  const browser = createBrowser({
    settings: defaultSettings.browser,
    gateway,
    clock: systemClock,
    log: silentLogger,
    profileFolder: join(folder, 'profile'),
    onAudit: () => {},
    pageTimeoutMs: 60_000,
    mode: 'browser',
    archive,
  })
  const fetcher = createPageFetcher({
    routes: [
      httpRoute(gateway),
      torRoute(gateway),
      browserRoute(browser),
      waybackRoute(gateway, { url: settings.wayback_url, share: defaultSettings.net.wayback_share }),
    ],
    log: silentLogger,
    events: store.events,
    warnings: [],
    firstVisitShare: defaultSettings.net.first_visit_share,
  })
  const requestFor = (page: PlannedPage): NetRequest => ({
    url: web.urlOf(page),
    purpose: 'page',
    taskId: 'task_bench',
    causeId: 'cause_bench',
    referer: `${ENGINE_ORIGIN}/?q=${encodeURIComponent('大腸がん 検診')}`,
    timeoutMs: 3000,
  })
  const visit = (page: PlannedPage): Promise<PageFetch> => fetcher.fetchPage(requestFor(page))
  try {
    const started = performance.now()
    const visits = await all(pages, visit)
    const seconds = (performance.now() - started) / 1000
    const figures = firstVisit(visits)
    const today = store.events.ofTask('task_bench', 100_000).filter((event) => event.kind === 'net.fetch')
    const page = today.filter((event) => event.data.purpose === 'page')
    const byTor = page.filter((event) => event.data.route === 'tor').length
    for (const line of surprises(visits)) say(line)
    const again = visits.filter(
      ({ fetched }) => isSuccess(fetched.result.outcome) && fetched.result.route !== 'wayback',
    )
    const seen = new Set(again.map(({ page: one }) => one))
    const second = await all([...seen], visit)
    const offering = second.filter(({ page: one }) => offersValidators(one))
    const confirmed = (list: readonly Visit[]) =>
      list.filter(({ fetched }) => fetched.result.outcome === 'not_modified').length
    const families = Object.fromEntries(
      networkMetrics(store.connectionTotals()).map(({ name, value }) => [name, value]),
    )
    const handshake = gateway.connections().handshake?.kind
    await browser.close()
    await world.close()
    const files = readdirSync(join(folder, 'archive'), { recursive: true, encoding: 'utf8' })
    const checked = await checkDigests(
      files.filter((name) => name.endsWith('.warc.gz')).map((name) => createReadStream(join(folder, 'archive', name))),
    )
    const kept = visits.map(({ page: one, fetched }) => ({ request: requestFor(one), fetched }))
    const replayed = await replayOwn(join(folder, 'again'), join(folder, 'archive', 'task_bench'), settings, kept)
    return {
      ...figures,
      ...replayed,
      pages: pages.length,
      seconds: Math.round(seconds * 10) / 10,
      domain_concurrency: Math.max(...web.stats.concurrency.values()),
      referer_share: share(web.stats.refererFits, web.stats.documents),
      tor_share: share(byTor, page.length),
      browser_handshake: handshake === 'browser' ? 1 : 0,
      ipv6_offered: families.ipv6_offered ?? 0,
      ipv6_share: rounded(families.ipv6_share ?? 0),
      family_switches: families.family_switches ?? 0,
      family_switch_share: rounded(families.family_switch_success_share ?? 0),
      confirmed_share: share(confirmed(offering), offering.length),
      confirmed_of_all: share(confirmed(second), second.length),
      resource_list_share: share(checked.resources.resources ?? 0, checked.resources.rendered ?? 0),
      warc_records: checked.records,
      warc_revisits: checked.byType.revisit ?? 0,
      warc_bad_digests: checked.bad,
    }
  } finally {
    await browser.close()
    await tor.close()
    await web.close()
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

function firstVisit(visits: readonly Visit[]): Record<string, number> {
  const got = ({ fetched }: Visit) => isSuccess(fetched.result.outcome)
  const reachable = visits.filter(({ page }) => page.reachable)
  const refused = visits.filter(({ fetched }) => REFUSED.includes(fetched.attempts[0]?.outcome ?? ''))
  const tried = (one: Visit) => one.fetched.attempts.filter(({ outcome }) => outcome !== 'cancelled').length
  const challenges = visits.filter(({ page }) => page.behaviour === 'captcha')
  const answered = visits.filter(({ fetched }) => fetched.result.response !== undefined)
  const byBrowser = visits.filter(({ fetched }) =>
    fetched.attempts.some(({ route, outcome }) => route === 'browser' && outcome !== 'cancelled'),
  )
  const rendered = visits.filter((one) => got(one) && one.fetched.result.route === 'browser')
  return {
    reachable: reachable.length,
    success_share: share(reachable.filter(got).length, reachable.length),
    refused_first: refused.length,
    recovered_share: share(refused.filter((one) => got(one) && tried(one) <= 4).length, refused.length),
    captcha_share: share(
      challenges.filter(({ fetched }) => fetched.result.outcome === 'captcha').length,
      challenges.length,
    ),
    outcome_share: share(
      visits.filter(({ page, fetched }) => page.expected.includes(fetched.result.outcome)).length,
      visits.length,
    ),
    archived_share: share(answered.filter(({ fetched }) => fetched.result.archive !== null).length, answered.length),
    rendered: rendered.length,
    screenshot_share: share(rendered.filter(({ fetched }) => fetched.screenshot !== null).length, rendered.length),
    browser_share: share(byBrowser.length, visits.length),
  }
}

function* surprises(visits: readonly Visit[]): Generator<string> {
  for (const { page, fetched } of visits) {
    if (page.expected.includes(fetched.result.outcome)) continue
    const path = fetched.attempts.map(({ route, outcome, reason }) => `${route}:${outcome} (${reason ?? ''})`)
    yield `  ${page.host}${page.path} ${page.variant}: ${path.join(' -> ')}`
  }
}

function offersValidators({ behaviour, path, variant }: PlannedPage): boolean {
  if (behaviour === 'gate') return true
  return behaviour === 'plain' && variant !== 'moved-across' && Number(/\d+/.exec(path)?.[0]) % 10 !== 0
}

async function all(pages: readonly PlannedPage[], visit: (page: PlannedPage) => Promise<PageFetch>): Promise<Visit[]> {
  const visits: Visit[] = new Array(pages.length)
  let next = 0
  const worker = async () => {
    while (next < pages.length) {
      const index = next
      next += 1
      const page = pages[index] as PlannedPage
      visits[index] = { page, fetched: await visit(page) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return visits
}
