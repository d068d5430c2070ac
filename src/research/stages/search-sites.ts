import { z } from 'zod'
import type { Fragment } from '../../domain/page.ts'
import { type SerpItem, serpItemSchema } from '../../domain/task.ts'
import { hostOf } from '../../domain/url.ts'
import type { SiteSearch } from '../../engines/site-search.ts'
import { SITE_HARVESTED } from '../../engines/site-search-history.ts'
import { admitResults } from '../../intake/admit-results.ts'
import type { Store } from '../../store/types.ts'
import { runOnce, type StageCheckpoints } from '../../work/stage-checkpoints.ts'
import type { ResearchParts } from '../parts.ts'
import { addressLeftOut } from '../scope/left-out.ts'
import type { SearchCall } from '../search-call.ts'
import type { Listed } from './order-candidates.ts'
import { type AuthQueue, isForPerson, queueForPerson } from './queue-for-person.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type SiteSearchDeps = Pick<ResearchParts, 'siteSearch' | 'settings' | 'store' | 'trust'> &
  AuthQueue & { readonly memo: StageCheckpoints }

interface SitesInput {
  /** What the engines have listed: their sites are searched, too. */
  readonly seen: readonly SerpItem[]
  readonly priorityDomains: readonly string[]
}

const siteAnswer = z.object({
  items: z.array(serpItemSchema).readonly(),
  /** The page that lists them. */
  url: z.string().nullable(),
  outcome: z.string(),
  reason: z.string().nullable(),
  warnings: warningList,
})

/** REQ 3.1.5: the search forms of a few allow-listed sites, and `site:` for those the user put first. */
export async function searchSites(
  deps: SiteSearchDeps,
  call: SearchCall,
  input: SitesInput,
): Promise<{ readonly listed: readonly Listed[]; readonly warnings: readonly string[] }> {
  const { siteSearch, settings, store, memo } = deps
  const { taskId, causeId, signal, query } = call
  const listed: Listed[] = []
  const told: string[] = []
  const isWanted = ({ domain }: { readonly domain: string }) =>
    addressLeftOut(deps.trust, call.scope, { url: `https://${domain}/` }) === null
  const sites = sitesToSearch(siteSearch, query, input, settings.engines.site_searches).filter(isWanted)
  for (const { domain, fallback } of sites) {
    const ask = async () => {
      call.progress(`Searching ${domain}`)
      const answer = await siteSearch.search({ domain, query, fallback, taskId, causeId, signal })
      const { url, outcome, reason } = answer
      return { url, outcome, reason, ...admitResults(store.events, answer.items, causeId) }
    }
    const { items, url, outcome, reason, warnings } = await runOnce(memo, signal)(
      `site search ${domain}`,
      siteAnswer,
      ask,
    )
    told.push(...warnings)
    if (items.length === 0 && outcome !== 'no_results') told.push(`site search ${domain}: ${outcome} (${reason})`)
    if (isForPerson(outcome))
      queueForPerson(deps, call, { url: url ?? `https://${domain}/`, challenge: 'captcha', priority: 'normal' })
    listed.push(...items.map((item) => ({ item, referer: url })))
  }
  return { listed, warnings: mergeWarnings(told) }
}

/**
 * Named in the query, put first by the user, or seen among the results; the engines were asked with `site:` already if
 * named.
 */
function sitesToSearch(
  siteSearch: SiteSearch,
  query: string,
  { seen, priorityDomains }: SitesInput,
  most: number,
): readonly { readonly domain: string; readonly fallback: boolean }[] {
  const allowed = (host: string) => siteSearch.domainOf(host) ?? []
  const named = [...query.matchAll(/(?<![-\w])site:([^\s/]+)/giu)].map(([, host = '']) => host.toLowerCase())
  const sites = new Map<string, boolean>()
  for (const domain of named.flatMap(allowed)) sites.set(domain, false)
  if (named.length === 0) {
    const hosts = seen.flatMap(({ url }) => hostOf(url) ?? [])
    const wanted = priorityDomains.map((domain) => siteSearch.domainOf(domain) ?? domain)
    for (const domain of [...wanted, ...hosts.flatMap(allowed)]) sites.set(domain, true)
  }
  return [...sites].slice(0, most).map(([domain, fallback]) => ({ domain, fallback }))
}

/** REQ 3.1.5: what a site's own search brought that the engines had not, for the log it learns from. */
export function noteSiteHarvest(
  store: Pick<Store, 'searches' | 'events'>,
  { taskId, searchId, causeId }: SearchCall,
  kept: readonly Fragment[],
): void {
  const useful = new Set(kept.map((fragment) => fragment.page_id))
  const pages = store.searches.pagesOf(searchId).filter(({ found_by: by }) => /^site:[^+]+$/.test(by))
  for (const domain of new Set(pages.map(({ found_by: by }) => by.slice('site:'.length)))) {
    const own = pages.filter(({ found_by: by }) => by === `site:${domain}`)
    store.events.append({
      kind: SITE_HARVESTED,
      taskId,
      subjectType: 'domain',
      subjectId: domain,
      data: { pages: own.length, useful: own.filter(({ page_id: id }) => id !== null && useful.has(id)).length },
      causeId,
    })
  }
}
