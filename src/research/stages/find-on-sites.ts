import { z } from 'zod'
import type { Fragment } from '../../domain/page.ts'
import { hostOf } from '../../domain/url.ts'
import type { SiteSearchAnswer } from '../../engines/site-search.ts'
import { SITE_HARVESTED } from '../../engines/site-search-history.ts'
import type { EngineReport } from '../../engines/types.ts'
import { once } from '../jobs/stage-memo.ts'
import type { SearchRun } from '../parts.ts'
import { askPerson, isForPerson, type Listed, warn } from './find.ts'
import { screenResults } from './screen-results.ts'

const siteAnswer = z.custom<SiteSearchAnswer>((value) => typeof value === 'object')

/** REQ 3.1.5: the search forms of a few allow-listed sites, and `site:` for those the user put first. */
export async function searchSites(run: SearchRun, reports: readonly EngineReport[]): Promise<readonly Listed[]> {
  const { siteSearch } = run.parts
  if (siteSearch === undefined) return []
  const listed: Listed[] = []
  for (const { domain, fallback } of sitesToSearch(run, reports)) {
    const { items, url, outcome, reason } = await once(run, `site search ${domain}`, siteAnswer, async () => {
      run.step(`Searching ${domain}`)
      const { task, row, causeId, signal } = run
      const answer = await siteSearch.search({ domain, query: row.query, fallback, taskId: task.id, causeId, signal })
      return { ...answer, items: screenResults(run, answer.items) }
    })
    if (items.length === 0 && outcome !== 'no_results') warn(run, `site search ${domain}: ${outcome} (${reason})`)
    if (isForPerson(outcome)) askPerson(run, url ?? `https://${domain}/`)
    listed.push(...items.map((item) => ({ item, referer: url })))
  }
  return listed
}

/**
 * Named in the query, put first by the user, or seen among the results; the engines were asked with `site:` already if
 * named.
 */
function sitesToSearch(
  run: SearchRun,
  reports: readonly EngineReport[],
): readonly { readonly domain: string; readonly fallback: boolean }[] {
  const { siteSearch, settings } = run.parts
  const allowed = (host: string) => siteSearch?.domainOf(host) ?? []
  const named = [...run.row.query.matchAll(/(?<![-\w])site:([^\s/]+)/giu)].map(([, host = '']) => host.toLowerCase())
  const sites = new Map<string, boolean>()
  for (const domain of named.flatMap(allowed)) sites.set(domain, false)
  if (named.length === 0) {
    const seen = reports.flatMap((report) => report.items).flatMap(({ url }) => hostOf(url) ?? [])
    const wanted = run.task.priority_domains.map((domain) => siteSearch?.domainOf(domain) ?? domain)
    for (const domain of [...wanted, ...seen.flatMap(allowed)]) sites.set(domain, true)
  }
  return [...sites].slice(0, settings.engines.site_searches).map(([domain, fallback]) => ({ domain, fallback }))
}

/** REQ 3.1.5: what a site's own search brought that the engines had not, for the log it learns from. */
export function noteSiteHarvest(run: SearchRun, kept: readonly Fragment[]): void {
  const { store } = run.parts
  const useful = new Set(kept.map((fragment) => fragment.page_id))
  const pages = store.searches.pagesOf(run.row.id).filter(({ found_by: by }) => /^site:[^+]+$/.test(by))
  for (const domain of new Set(pages.map(({ found_by: by }) => by.slice('site:'.length)))) {
    const own = pages.filter(({ found_by: by }) => by === `site:${domain}`)
    store.events.append({
      kind: SITE_HARVESTED,
      taskId: run.task.id,
      subjectType: 'domain',
      subjectId: domain,
      data: { pages: own.length, useful: own.filter(({ page_id: id }) => id !== null && useful.has(id)).length },
      causeId: run.causeId,
    })
  }
}
