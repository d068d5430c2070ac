import { normaliseUrl, registrableDomain } from '../domain/url.ts'
import { type FoundLink, linksOf } from './links.ts'
import type { SitemapEntry } from './sitemap.ts'
import type { NetResponse } from './types.ts'

/** A link worth following, with why. */
export interface LinkToFollow {
  readonly url: string
  readonly text: string
  /**
   * Where it stands: heading, contents, related, text, margin; the site named it itself; or as whose words it tells.
   */
  readonly place: FoundLink['place'] | 'sitemap' | 'source'
  /** 1 or 2. */
  readonly depth: number
  /** How near it is to the query, 0..1. */
  readonly worth: number
  readonly referer: string
}

export interface ExploreOptions {
  /** Pages of one domain that the caller has read already; they cost nothing. */
  readonly starts: readonly NetResponse[]
  /** Most links followed: what the search's budget leaves. */
  readonly budget: number
  readonly maxDepth: number
  /** How near each link is to the query, 0..1; those below `leastWorth` are left out (REQ 3.1.1). */
  worthOf(links: readonly Pick<LinkToFollow, 'url' | 'text'>[]): Promise<readonly number[]>
  readonly leastWorth: number
  /** Pages the caller has already. */
  known(url: string): boolean
  /** Addresses the site names itself. */
  sitemap(): Promise<readonly SitemapEntry[]>
  /** Reads the page behind the link and keeps it; null where there is nothing to go on from. */
  follow(link: LinkToFollow): Promise<NetResponse | null>
  readonly signal?: AbortSignal
}

/** REQ 3.1.2: never deeper than two links. */
const DEEPEST = 2
/** Links whose nearness to the query is measured at each depth; each costs an embedding. */
const MOST_JUDGED = 60
/** A menu or a footer is followed only where it speaks of the query itself. */
const MARGIN_SURPLUS = 0.2
const NOT_PAGES = /\.(jpe?g|png|gif|webp|svg|ico|css|js|mjs|zip|gz|mp[34]|mov|avi|woff2?|ttf|exe|dmg|xml|rss|atom)$/i
/**
 * REQ 3.1.2: headings, tables of contents and related articles first, then what the site names itself, its frame last.
 */
const TIER: Readonly<Record<LinkToFollow['place'], number>> = {
  contents: 0,
  heading: 0,
  related: 0,
  source: 0,
  sitemap: 1,
  text: 2,
  margin: 3,
}

/**
 * REQ 3.1.2: inside one domain, breadth first and never deeper than two links; among the links of one depth by where
 * they stand, then by nearness to the query. What is chosen follows from the pages alone, so that a replay chooses the
 * same.
 */
export async function exploreDomain(options: ExploreOptions): Promise<readonly LinkToFollow[]> {
  const { starts, budget, signal } = options
  const first = starts[0]
  if (first === undefined || budget <= 0) return []
  const domain = registrableDomain(first.finalUrl)
  const seen = new Set<string>(starts.map(({ finalUrl }) => normaliseUrl(finalUrl) ?? finalUrl))
  const followed: LinkToFollow[] = []
  let pages: readonly NetResponse[] = starts

  function isNew(url: string): boolean {
    const key = normaliseUrl(url)
    if (key === null || seen.has(key) || registrableDomain(url) !== domain) return false
    if (NOT_PAGES.test(new URL(url).pathname) || options.known(url)) return false
    seen.add(key)
    return true
  }

  for (let depth = 1; depth <= Math.min(options.maxDepth, DEEPEST); depth += 1) {
    const links: Omit<LinkToFollow, 'worth'>[] = []
    for (const page of pages) {
      for (const { url, text, place } of await linksOf(page)) {
        if (isNew(url)) links.push({ url, text, place, depth, referer: page.finalUrl })
      }
    }
    for (const { url } of depth === 1 ? await options.sitemap() : []) {
      if (isNew(url)) links.push({ url, text: '', place: 'sitemap', depth, referer: first.finalUrl })
    }
    const next: NetResponse[] = []
    for (const link of await ranked(links, options)) {
      if (followed.length >= budget || signal?.aborted === true) return followed
      followed.push(link)
      const page = await options.follow(link)
      if (page !== null) next.push(page)
    }
    pages = next
  }
  return followed
}

async function ranked(
  links: readonly Omit<LinkToFollow, 'worth'>[],
  { worthOf, leastWorth }: ExploreOptions,
): Promise<readonly LinkToFollow[]> {
  const judged = links.toSorted((a, b) => TIER[a.place] - TIER[b.place]).slice(0, MOST_JUDGED)
  const worths = await worthOf(judged)
  return judged
    .map((link, index) => ({ ...link, worth: worths[index] ?? 0 }))
    .filter(({ place, worth }) => worth >= leastWorth + (place === 'margin' ? MARGIN_SURPLUS : 0))
    .sort((a, b) => TIER[a.place] - TIER[b.place] || b.worth - a.worth)
}
