import { z } from 'zod'
import type { Page, PageType } from '../../domain/page.ts'
import { isPrimarySource } from '../../domain/trust.ts'
import { normaliseUrl, registrableDomain } from '../../domain/url.ts'
import type { Identifier } from '../../domain/work.ts'
import { screenFields } from '../../guard/l2-page-screen.ts'
import { isDangerous } from '../../guard/l6-source-verification.ts'
import { exploreDomain, type LinkToFollow } from '../../net/explore.ts'
import type { SitemapEntry } from '../../net/sitemap.ts'
import type { NetResponse, PageFetch } from '../../net/types.ts'
import { once } from '../jobs/stage-memo.ts'
import type { SearchRun } from '../parts.ts'
import { identifierList, keep, readPage, skipKnown } from './fetch.ts'
import { type Nearness, openNearness } from './nearness.ts'
import { embedFragments, isEvidence } from './rank.ts'
import { reportDanger } from './report-danger.ts'

/** Pages that lead on (REQ 3.1.2 page types): a forum, a shop or a wall leads away from the question. */
const LEADS_ON: readonly PageType[] = ['article', 'knowledge', 'documentation', 'listing', 'service', 'other']
const MOST_FROM_SITEMAP = 20
const MOST_STARTS = 5
const MOST_SITES = 4
const FOUND_BY_LINK = 'link:'

const siteList = z.array(
  z.object({ domain: z.string(), standing: z.string(), worth: z.number(), pages: z.array(z.string()) }),
)
type Site = z.infer<typeof siteList>[number]

/**
 * REQ 3.1.2: inside the sites that gave useful pages, links are followed with what the search's pages leave. Every
 * choice follows from the pages themselves, so that a resumed search and a replay make the same ones.
 */
export async function exploreSites(run: SearchRun, pageBudget: number): Promise<readonly Identifier[]> {
  const { explore } = run.parts.settings
  const used = run.parts.store.searches.pagesOf(run.row.id).filter((page) => page.counts_toward_budget).length
  let left = Math.min(explore.pages, await once(run, 'pages left', z.number(), () => pageBudget - used))
  if (!explore.enabled || run.parts.readBack === undefined || left <= 0) return []
  const nearness = await openNearness(run)
  const sites = await once(run, 'sites to explore', siteList, () => chooseSites(run, nearness))
  const known = knownBefore(run)
  const identifiers: Identifier[] = []
  for (const site of sites) {
    if (left <= 0) break
    const starts = await responsesOf(run, site.pages)
    const followed = await exploreDomain({
      starts,
      budget: Math.min(explore.domain_pages, left),
      maxDepth: explore.depth,
      leastWorth: explore.least_worth,
      signal: run.signal,
      worthOf: (links) => nearness.ofLinks(links),
      known: (url) => known.has(normaliseUrl(url) ?? url),
      sitemap: () => fromSitemap(run, starts[0], nearness),
      follow: async (link) => {
        identifiers.push(...(await once(run, `link ${link.url}`, identifierList, () => follow(run, link))))
        const page = run.parts.store.pages.byUrl(addressOf(link))
        return page === null ? null : responseOf(run, page)
      },
    })
    left -= followed.length
    run.signal.throwIfAborted()
  }
  return identifiers
}

/**
 * The user's domains, then primary sources, then those the trust lists name, then the rest; the nearest page decides.
 */
async function chooseSites(run: SearchRun, nearness: Nearness): Promise<Site[]> {
  const { store, trust, settings } = run.parts
  const read = inOrder(run, run.pageIds)
  const pages = read.filter(leadsOn)
  await embedFragments(
    run,
    pages.flatMap((page) => store.fragments.ofPage(page.id)),
  )
  const sites = new Map<string, Site & { rank: number }>()
  for (const page of pages) {
    const { level } = trust.ofPage(page)
    if (level === 'BLOCKED') continue
    const worth = await nearness.ofPage(page.title ?? '', store.fragments.ofPage(page.id).filter(isEvidence))
    if (worth < settings.explore.least_worth) continue
    const rank = isPriority(run, page) ? 3 : isPrimarySource(level) ? 2 : level === 'UNVERIFIED' ? 0 : 1
    const standing = ['unlisted', `listed as ${level}`, `primary source (${level})`, 'priority domain'][rank] ?? ''
    const site = sites.get(page.domain) ?? { domain: page.domain, standing, rank, worth: 0, pages: [] }
    site.worth = Math.max(site.worth, worth)
    if (site.pages.length < MOST_STARTS) site.pages.push(page.id)
    sites.set(page.domain, site)
  }
  const ordered = [...sites.values()]
    .sort((a, b) => b.rank - a.rank || b.worth - a.worth || (a.domain < b.domain ? -1 : 1))
    .slice(0, MOST_SITES)
    .map(({ rank: _, ...site }) => site)
  store.events.decide({
    kind: 'explore_sites',
    taskId: run.task.id,
    inputs: { search_id: run.row.id, pages_read: pages.length, least_worth: settings.explore.least_worth },
    outcome: ordered.map(({ domain, standing, worth }) => ({ domain, standing, worth: rounded(worth) })),
    causeId: run.causeId,
  })
  return ordered
}

/** A page that gives orders to the reader's AI is not followed anywhere (L2). */
function leadsOn(page: Page): boolean {
  return page.route !== 'api' && LEADS_ON.includes(page.page_type) && !isDangerous(page.quality_flags)
}

/** One link: told with its reason, then read like any other page. */
async function follow(run: SearchRun, link: LinkToFollow): Promise<Identifier[]> {
  const { url, place, depth, worth, referer } = link
  const screened = screenFields({ link: link.text.slice(0, 200) })
  reportDanger(run, { id: url, url }, screened, 'link')
  const text = screened.safe.link ?? ''
  const causeId = run.parts.store.events.append({
    kind: 'link_followed',
    taskId: run.task.id,
    subjectType: 'url',
    subjectId: url,
    data: { search_id: run.row.id, from: referer, text, place, depth, worth: rounded(worth) },
    causeId: run.causeId,
  })
  const candidate = { url: addressOf(link), foundBy: `${FOUND_BY_LINK}${place}`, referer, score: worth }
  const linked: SearchRun = { ...run, causeId }
  // Decided once: a page that this link saved right before a crash is not one the graph had before.
  if (await once(run, `known ${url}`, z.boolean(), () => skipKnown(linked, candidate))) return []
  const fetched: PageFetch = await readPage(
    linked,
    candidate,
    text === '' ? `a ${place} link` : `"${text.slice(0, 60)}"`,
  )
  run.signal.throwIfAborted()
  return [...(await keep(linked, candidate, fetched))]
}

/** Pages are kept under one spelling of their address, like those the engines name. */
function addressOf({ url }: LinkToFollow): string {
  return normaliseUrl(url) ?? url
}

/**
 * What the task has read is in its graph already, and what this search was refused is not asked again. Links followed
 * before a crash do not count: the resumed search takes them in their turn.
 */
function knownBefore(run: SearchRun): ReadonlySet<string> {
  const { store } = run.parts
  const looked = store.searches.pagesOf(run.row.id)
  const linked = new Set(looked.filter(({ found_by: by }) => by.startsWith(FOUND_BY_LINK)).map(({ url }) => url))
  const urls = [...store.pages.ofTask(run.task.id), ...looked].map(({ url }) => url)
  return new Set(urls.filter((url) => !linked.has(url)).map((url) => normaliseUrl(url) ?? url))
}

async function fromSitemap(
  run: SearchRun,
  start: NetResponse | undefined,
  nearness: Nearness,
): Promise<readonly SitemapEntry[]> {
  const { sitemaps, settings } = run.parts
  if (sitemaps === undefined || !settings.explore.sitemaps || start === undefined) return []
  const { origin } = new URL(start.finalUrl)
  return once(run, `sitemap of ${origin}`, entryList, async () => {
    const request = { url: start.finalUrl, purpose: 'page', taskId: run.task.id, causeId: run.causeId } as const
    const { entries, read } = await sitemaps(origin, { ...request, signal: run.signal })
    const near = nearness.nearestByWords(entries, MOST_FROM_SITEMAP)
    run.parts.store.events.append({
      kind: 'sitemap_read',
      taskId: run.task.id,
      subjectType: 'domain',
      subjectId: registrableDomain(origin) ?? origin,
      data: { read, entries: entries.length, near_the_query: near.length },
      causeId: run.causeId,
    })
    return [...near]
  })
}

const entryList = z.array(z.object({ url: z.string(), lastModified: z.string().nullable() }))

async function responsesOf(run: SearchRun, pageIds: readonly string[]): Promise<NetResponse[]> {
  const pages = await Promise.all(inOrder(run, pageIds).map((page) => responseOf(run, page)))
  return pages.filter((response) => response !== null)
}

function inOrder(run: SearchRun, pageIds: readonly string[]): readonly Page[] {
  return pageIds.flatMap((id) => run.parts.store.pages.get(id) ?? [])
}

function responseOf(run: SearchRun, page: Page): Promise<NetResponse | null> {
  return run.parts.readBack?.(page) ?? Promise.resolve(null)
}

function isPriority(run: SearchRun, page: Page): boolean {
  return run.task.priority_domains.some((name) => page.domain === name || page.domain.endsWith(`.${name}`))
}

function rounded(worth: number): number {
  return Math.round(worth * 1000) / 1000
}
