import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { silentLogger } from '../../../src/domain/log.ts'
import { isSuccess } from '../../../src/domain/outcome.ts'
import { seededRandom } from '../../../src/domain/random.ts'
import { defaultSettings } from '../../../src/domain/settings.ts'
import { createPageFetcher } from '../../../src/net/page-fetcher.ts'
import { httpRoute } from '../../../src/net/routes.ts'
import type { PageFetch } from '../../../src/net/types.ts'
import { waybackRoute } from '../../../src/net/wayback.ts'
import { encodeText } from '../../acquisition/encode.ts'
import { openBenchWorld } from '../../acquisition/world.ts'
import { type Measure, shareFigure } from '../measure.ts'

const SEED = 26
const PAGES = 400
const STAMPS = ['20240301120000', '20250401120000', '20260501120000']
/** About the share that blocks or is gone in the benchmark of fetching. */
const BLOCKING = 20
/**
 * The archive answers some first requests with 503, and names no neighbours of some pages; a time that it has no
 * capture of it answers, as the Wayback Machine does, with the nearest one.
 */
const FAULTS = ['none', 'none', 'none', 'busy', 'none', 'none', 'lost link', 'none'] as const

type Change = 'heading added' | 'heading removed' | 'date moved' | 'heading renamed'
const CHANGES: readonly Change[] = ['heading added', 'heading removed', 'date moved', 'heading renamed']
const CODINGS = ['utf-8', 'utf-8', 'utf-8', 'shift_jis', 'utf-8', 'euc-jp'] as const

interface Planned {
  readonly host: string
  readonly path: string
  readonly fault: (typeof FAULTS)[number]
  readonly coding: (typeof CODINGS)[number]
  readonly refusal: 403 | 410
  /** One between each two versions, older first. */
  readonly changes: readonly Change[]
}

/** REQ 7 (26): changes planted between archived versions of pages that block or are gone, by the real escalation. */
export const measureWayback: Measure = async ({ folder, say }) => {
  const random = seededRandom(SEED)
  const planned = new Map<string, Planned>()
  const hosts = Array.from({ length: 100 }, (_, index) => `www.site-${index}.example`)
  const pages = Array.from({ length: PAGES }, (_, index) => ({
    host: hosts[index % hosts.length] ?? '',
    path: `/p${index}`,
  }))
  for (let at = 0; at < BLOCKING; at += 1) {
    const page = pages[Math.floor(random.next() * PAGES)]
    if (page === undefined || planned.has(`${page.host}${page.path}`)) continue
    const pick = () => CHANGES[Math.floor(random.next() * CHANGES.length)] ?? 'date moved'
    planned.set(`${page.host}${page.path}`, {
      ...page,
      fault: FAULTS[at % FAULTS.length] ?? 'none',
      coding: CODINGS[at % CODINGS.length] ?? 'utf-8',
      refusal: at % 3 === 0 ? 410 : 403,
      changes: [pick(), pick()],
    })
  }
  const busy = new Set<string>()
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = request.url ?? '/'
    if (path === '/robots.txt') return void response.writeHead(404).end()
    if (host === 'web.archive.example') return archive(path, response, planned, busy)
    const page = planned.get(`${host}${path}`)
    if (page !== undefined) response.writeHead(page.refusal, HTML).end('<p>no</p>')
    else response.writeHead(200, HTML).end(`<h1>${path}</h1><p>検診の案内、対象と費用。</p>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const world = openBenchWorld(
    folder,
    {
      allow_private: [...hosts, 'web.archive.example'],
      tor_proxy: '',
      cooldown_minutes: 0,
      backoff_base_seconds: 0.01,
    },
    { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )
  const fetcher = createPageFetcher({
    routes: [
      httpRoute(world.gateway),
      waybackRoute(world.gateway, {
        url: `http://web.archive.example:${port}`,
        share: defaultSettings.net.wayback_share,
      }),
    ],
    log: silentLogger,
    events: world.store.events,
    warnings: [],
    firstVisitShare: 0,
  })
  try {
    const visits: { readonly page: Planned; readonly fetched: PageFetch }[] = []
    for (const { host, path } of pages) {
      const url = `http://${host}:${port}${path}`
      const fetched = await fetcher.fetchPage({ url, purpose: 'page', taskId: 'task_bench', causeId: 'cause_bench' })
      const page = planned.get(`${host}${path}`)
      if (page !== undefined) visits.push({ page, fetched })
    }
    const came = visits.filter(({ fetched }) => isSuccess(fetched.result.outcome))
    const found = visits.filter(({ page, fetched }) => foundAll(page, fetched))
    for (const { page, fetched } of visits.filter((one) => !found.includes(one)))
      say(
        `${page.path} (${page.fault}, ${page.coding}): ${fetched.result.outcome}, ` +
          `${fetched.history?.stopped ?? 'changes differ'}`,
      )
    const world200 =
      `${PAGES} pages of ${hosts.length} sites, ${visits.length} of which ` +
      'block or are gone and have three versions in a double of the ' +
      'archive that is busy now and then and has lost the link between versions of some; some in Shift_JIS and EUC-JP.'
    return {
      'wayback.differences': shareFigure(
        found.length,
        visits.length,
        `${world200} Both planted changes of headings or dates found.`,
      ),
      'wayback.missing': shareFigure(visits.length - came.length, visits.length, `${world200} No text by any route.`),
    }
  } finally {
    await world.close()
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

function archive(
  path: string,
  response: ServerResponse,
  planned: ReadonlyMap<string, Planned>,
  busy: Set<string>,
): void {
  const [, stamp = '', url = ''] = /^\/web\/(\d+)id_\/(.*)$/.exec(path) ?? []
  const target = URL.parse(url)
  const page = target === null ? undefined : planned.get(`${target.hostname}${target.pathname}`)
  if (page === undefined) return void response.writeHead(404, HTML).end('<p>not archived</p>')
  if (page.fault === 'busy' && !busy.has(page.path)) {
    busy.add(page.path)
    return void response.writeHead(503, { ...HTML, 'retry-after': '0' }).end('<p>busy</p>')
  }
  if (stamp === '2') return void response.writeHead(302, { location: `/web/${STAMPS.at(-1)}id_/${url}` }).end()
  if (!STAMPS.includes(stamp)) {
    const nearest = STAMPS.toSorted((one, other) => Math.abs(+one - +stamp) - Math.abs(+other - +stamp))[0]
    return void response.writeHead(302, { location: `/web/${nearest}id_/${url}` }).end()
  }
  const version = STAMPS.indexOf(stamp)
  const before = page.fault === 'lost link' ? undefined : STAMPS[version - 1]
  const link = before === undefined ? [] : [`<https://web.archive.org/web/${before}/${url}>; rel="prev memento"`]
  response
    .writeHead(200, { 'content-type': `text/html; charset=${page.coding}`, link: link.join(', ') })
    .end(page.coding === 'utf-8' ? versionOf(page, version) : encodeText(versionOf(page, version), page.coding))
}

interface Version {
  readonly headings: readonly string[]
  readonly date: string
}

/** The version after so many of the planned changes. */
function stateOf(page: Planned, version: number): Version {
  let headings: readonly string[] = ['検診の案内', '対象となる方', '受けられる場所']
  let date = '2024年3月1日'
  for (const [at, change] of page.changes.slice(0, version).entries()) {
    if (change === 'heading added') headings = [...headings, `費用の改定${at}`]
    if (change === 'heading removed') headings = headings.slice(0, -1)
    if (change === 'heading renamed') headings = [...headings.slice(0, -1), `申し込みの方法${at}`]
    if (change === 'date moved') date = `202${5 + at}年4月${at + 1}日`
  }
  return { headings, date }
}

function versionOf(page: Planned, version: number): string {
  const { headings, date } = stateOf(page, version)
  const parts = headings.map((heading) => `<h2>${heading}</h2><p>窓口へ届け出てください。</p>`)
  return `<!doctype html><title>${page.path}</title><h1>お知らせ</h1>${parts.join('')}<p>更新日: ${date}</p>`
}

/** What the history tells between two versions is what was planted there, no more and no less. */
function foundAll(page: Planned, { history }: PageFetch): boolean {
  if (history === undefined || history.changes.length !== page.changes.length) return false
  const isoDate = (text: string) =>
    text.replace(
      /(\d+)年(\d+)月(\d+)日/,
      (_, y: string, m: string, d: string) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`,
    )
  return [...history.changes].reverse().every((told, at) => {
    const [older, newer] = [stateOf(page, at), stateOf(page, at + 1)]
    const without = (one: readonly string[], other: readonly string[]) => one.filter((item) => !other.includes(item))
    const dates =
      older.date === newer.date
        ? { added: [], removed: [] }
        : { added: [isoDate(newer.date)], removed: [isoDate(older.date)] }
    return (
      same(told.headings_added, without(newer.headings, older.headings)) &&
      same(told.headings_removed, without(older.headings, newer.headings)) &&
      same(told.dates_added, dates.added) &&
      same(told.dates_removed, dates.removed)
    )
  })
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item))
}
