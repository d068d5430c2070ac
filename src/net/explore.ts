import { isSuccess } from '../domain/outcome.ts'
import { normaliseUrl, registrableDomain } from '../domain/url.ts'
import { type FoundLink, linksOf } from './links.ts'
import { readSitemaps } from './sitemap.ts'
import type { Gateway, NetRequest, PageFetch, PageFetcher } from './types.ts'

export interface Explored {
  readonly url: string
  readonly depth: number
  /** Why this page came before others: heading, contents, related, sitemap, text. */
  readonly place: FoundLink['place'] | 'start' | 'sitemap'
  readonly referer: string | null
  readonly fetched: PageFetch
}

export interface ExploreOptions {
  readonly fetcher: PageFetcher
  /** The page to begin with; its purpose, task, cause and signal hold for all. */
  readonly request: NetRequest
  /** The first page, where the caller has it already: it is not asked for again and costs nothing. */
  readonly start?: PageFetch
  /** Most pages, the first included: what the task's budget leaves. */
  readonly budget: number
  /** Words that make a link worth more; the query's. */
  readonly words?: readonly string[]
  readonly maxDepth?: number
  /** Pages the caller has already. */
  readonly known?: (url: string) => boolean
  /** Also take the addresses the site names itself, asked for through this door. */
  readonly sitemaps?: Gateway
}

interface Candidate {
  readonly url: string
  readonly depth: number
  readonly place: Explored['place']
  readonly score: number
  readonly referer: string | null
}

const DEEPEST = 2
const SITEMAP_SCORE = 1
const MOST_FROM_SITEMAP = 20
const NOT_PAGES = /\.(jpe?g|png|gif|webp|svg|ico|css|js|mjs|zip|gz|mp[34]|mov|avi|woff2?|ttf|exe|dmg|xml|rss|atom)$/i

/**
 * REQ 3.1.2: inside one domain, breadth first and never deeper than two links; among the links of one depth those under
 * headings, in tables of contents and among related articles come first. Pages come one by one, so that the caller can stop.
 */
export async function* exploreDomain(options: ExploreOptions): AsyncGenerator<Explored> {
  const { fetcher, request, budget, words = [], known = () => false } = options
  const deepest = Math.min(options.maxDepth ?? DEEPEST, DEEPEST)
  const domain = registrableDomain(request.url)
  const seen = new Set<string>([normaliseUrl(request.url) ?? request.url])
  let level: Candidate[] = [{ url: request.url, depth: 0, place: 'start', score: 0, referer: request.referer ?? null }]
  let left = budget

  function add(next: Candidate[], candidate: Candidate): void {
    const key = normaliseUrl(candidate.url)
    if (key === null || seen.has(key) || registrableDomain(candidate.url) !== domain) return
    if (NOT_PAGES.test(new URL(candidate.url).pathname) || known(candidate.url)) return
    seen.add(key)
    next.push(candidate)
  }

  for (let depth = 0; depth <= deepest && level.length > 0 && left > 0; depth += 1) {
    const next: Candidate[] = []
    for (const candidate of level) {
      if (left <= 0 || request.signal?.aborted) return
      const given = depth === 0 ? options.start : undefined
      if (given === undefined) left -= 1
      const fetched = given ?? (await fetcher.fetchPage(asking(request, candidate)))
      yield { url: candidate.url, depth, place: candidate.place, referer: candidate.referer, fetched }
      const { result } = fetched
      if (depth === deepest || !isSuccess(result.outcome) || result.response === undefined) continue
      const from = result.response.finalUrl
      for (const link of await linksOf(result.response, words)) {
        add(next, { url: link.url, depth: depth + 1, place: link.place, score: link.score, referer: from })
      }
    }
    if (depth === 0 && options.sitemaps !== undefined && left > 0) {
      for (const candidate of await fromSitemap(options.sitemaps, request, words)) add(next, candidate)
    }
    level = next.toSorted((a, b) => b.score - a.score)
  }
}

function asking(request: NetRequest, { url, referer }: Candidate): NetRequest {
  return { ...request, url, ...(referer === null ? {} : { referer }) }
}

async function fromSitemap(
  gateway: Gateway,
  request: NetRequest,
  words: readonly string[],
): Promise<readonly Candidate[]> {
  const { entries } = await readSitemaps(gateway, new URL(request.url).origin, request)
  const hits = (url: string) => {
    const text = decodeSafely(url).toLowerCase()
    return words.filter((word) => text.includes(word.toLowerCase())).length
  }
  return entries
    .map(({ url, lastModified }) => ({ url, hits: hits(url), lastModified: lastModified ?? '' }))
    .filter((entry) => words.length === 0 || entry.hits > 0)
    .sort((a, b) => b.hits - a.hits || b.lastModified.localeCompare(a.lastModified))
    .slice(0, MOST_FROM_SITEMAP)
    .map(({ url, hits: found }) => ({
      url,
      depth: 1,
      place: 'sitemap' as const,
      score: SITEMAP_SCORE + 2 * found,
      referer: request.url,
    }))
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
