import { z } from 'zod'
import type { Page } from '../../domain/page.ts'
import { normaliseUrl } from '../../domain/url.ts'
import { admitLink } from '../../intake/admit-link.ts'
import { exploreDomain, type LinkToFollow } from '../../net/explore.ts'
import type { NetResponse } from '../../net/types.ts'
import type { Store } from '../../store/types.ts'
import { runOnce } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { admitFetch } from './admit-fetch.ts'
import { addressesInSitemap, type SitemapDeps } from './explore-sitemap.ts'
import { type ChooseSitesDeps, chooseSites, pagesOf, type Site, siteList } from './explore-sites.ts'
import { type FetchDeps, joinPages, NOTHING_READ, type PagesRead, pagesReadSchema } from './fetch.ts'
import { reuseKnownPage } from './known-pages.ts'
import type { NoveltyWatch } from './novelty-watch.ts'
import { openQueryRelevance, type QueryRelevance, type RelevanceDeps } from './query-relevance.ts'
import { readPage } from './read-page.ts'

export type ExploreDeps = FetchDeps &
  RelevanceDeps &
  ChooseSitesDeps &
  SitemapDeps &
  Pick<ResearchParts, 'settings' | 'readBack'>

interface ExploreInput {
  /** Pages that the search has read so far: the links begin there. */
  readonly pageIds: readonly string[]
  readonly pageBudget: number
  readonly priorityDomains: readonly string[]
  readonly queryVector: Float32Array | null
  readonly novelty: NoveltyWatch
}

const FOUND_BY_LINK = 'link:'
/** A link is shown to whoever waits by its first words. */
const WORDS_SHOWN = 60

const knownLink = z.object({ skipped: z.boolean(), pageIds: z.array(z.string()).readonly() })

/**
 * REQ 3.1.2: inside the sites that gave useful pages, links are followed with what the search's pages leave. Every
 * choice follows from the pages themselves, so that a resumed search and a replay make the same ones.
 */
export async function exploreSites(deps: ExploreDeps, call: SearchCall, input: ExploreInput): Promise<PagesRead> {
  const { explore } = deps.settings
  const once = runOnce(deps.memo, call.signal)
  const used = deps.store.searches.pagesOf(call.searchId).filter((page) => page.counts_toward_budget).length
  let left = Math.min(explore.pages, await once('pages left', z.number(), () => input.pageBudget - used))
  if (!explore.enabled || left <= 0 || input.novelty.isExhausted()) return NOTHING_READ
  const relevance = await openQueryRelevance(deps, call, input.queryVector)
  const sites = await once('sites to explore', siteList, () => chooseSites(deps, call, relevance, input))
  const known = knownBefore(deps.store, call)
  const read: PagesRead[] = []
  for (const site of sites) {
    if (left <= 0) break
    const budget = Math.min(explore.domain_pages, left)
    const followed = await exploreSite(deps, call, { site, budget, known, relevance })
    read.push(...followed)
    left -= followed.length
    if (!(await input.novelty.goOnAfter(followed.flatMap(({ fetched }) => fetched)))) break
    call.signal.throwIfAborted()
  }
  return joinPages(read)
}

interface SiteToExplore {
  readonly site: Site
  readonly budget: number
  readonly known: ReadonlySet<string>
  readonly relevance: QueryRelevance
}

/** The links of one site that were followed, and what each of them brought. */
async function exploreSite(
  deps: ExploreDeps,
  call: SearchCall,
  { site, budget, known, relevance }: SiteToExplore,
): Promise<readonly PagesRead[]> {
  const { depth, least_worth } = deps.settings.explore
  const starts = await responsesOf(deps, pagesOf(deps.store, site.pages))
  const read: PagesRead[] = []
  await exploreDomain({
    starts,
    budget,
    maxDepth: depth,
    leastWorth: least_worth,
    signal: call.signal,
    worthOf: (links) => relevance.ofLinks(links),
    known: (url) => known.has(normaliseUrl(url) ?? url),
    sitemap: () => addressesInSitemap(deps, call, starts[0], relevance),
    follow: async (link) => {
      read.push(
        await runOnce(deps.memo, call.signal)(`link ${link.url}`, pagesReadSchema, () => follow(deps, call, link)),
      )
      const page = deps.store.pages.byUrl(addressOf(link))
      return page === null ? null : responseOf(deps, page)
    },
  })
  return read
}

/** Records the link with its reason, then reads it like any other page. */
async function follow(deps: ExploreDeps, call: SearchCall, link: LinkToFollow): Promise<PagesRead> {
  const { url, place, worth, referer } = link
  const { text, causeId, warnings } = admitLink(deps.store.events, call.searchId, link, call)
  const candidate = { url: addressOf(link), foundBy: `${FOUND_BY_LINK}${place}`, referer, score: worth }
  const linked: SearchCall = { ...call, causeId }
  // Decided once: after a crash, a page that this link saved must not count as known before.
  const before = await runOnce(deps.memo, call.signal)(`known ${url}`, knownLink, () =>
    reuseKnownPage(deps, linked, candidate),
  )
  if (before.skipped) return { ...NOTHING_READ, pageIds: before.pageIds, warnings }
  const shown = text === '' ? `a ${place} link` : `"${text.slice(0, WORDS_SHOWN)}"`
  const fetched = await readPage(deps, linked, candidate, shown)
  call.signal.throwIfAborted()
  const read = await admitFetch(deps, linked, candidate, fetched)
  return joinPages([{ ...NOTHING_READ, pageIds: before.pageIds, warnings }, read])
}

/** Pages are kept under one spelling of their address, like those the engines name. */
function addressOf({ url }: LinkToFollow): string {
  return normaliseUrl(url) ?? url
}

/**
 * Pages the task has read are in its graph already, and refused ones are not requested again. Links followed before a
 * crash do not count, because the resumed search follows them in the same order.
 */
function knownBefore(
  { pages, searches }: Pick<Store, 'pages' | 'searches'>,
  { taskId, searchId }: SearchCall,
): ReadonlySet<string> {
  const looked = searches.pagesOf(searchId)
  const linked = new Set(looked.filter(({ found_by: by }) => by.startsWith(FOUND_BY_LINK)).map(({ url }) => url))
  const urls = [...pages.ofTask(taskId), ...looked].map(({ url }) => url)
  return new Set(urls.filter((url) => !linked.has(url)).map((url) => normaliseUrl(url) ?? url))
}

async function responsesOf(deps: Pick<ResearchParts, 'readBack'>, pages: readonly Page[]): Promise<NetResponse[]> {
  const responses = await Promise.all(pages.map((page) => responseOf(deps, page)))
  return responses.filter((response) => response !== null)
}

function responseOf({ readBack }: Pick<ResearchParts, 'readBack'>, page: Page): Promise<NetResponse | null> {
  return readBack(page)
}
