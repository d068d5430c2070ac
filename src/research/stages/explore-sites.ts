import { z } from 'zod'
import { turnTaker } from '../../domain/in-turns.ts'
import type { Fragment, Page, PageType } from '../../domain/page.ts'
import { roundTo } from '../../domain/round-to.ts'
import { isPrimarySource, type TrustLevel } from '../../domain/trust.ts'
import { isDangerous } from '../../guard/l6-source-verification.ts'
import type { Store } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'
import { isEvidence } from './evidence.ts'
import { isWithin } from './order-candidates.ts'
import type { QueryRelevance } from './query-relevance.ts'
import { type EmbedDeps, embedFragments } from './rank.ts'

export type ChooseSitesDeps = EmbedDeps & Pick<ResearchParts, 'trust' | 'settings'>

export const siteList = z.array(
  z.object({ domain: z.string(), standing: z.string(), worth: z.number(), pages: z.array(z.string()) }),
)
/** A site whose links are worth following, with the pages to begin from. */
export type Site = z.infer<typeof siteList>[number]

/** Pages that lead on (REQ 3.1.2 page types): a forum, a shop or a wall leads away from the question. */
const LEADS_ON: readonly PageType[] = ['article', 'knowledge', 'documentation', 'listing', 'service', 'other']
/** Pages of one site link to much the same pages: a few of the best are enough to begin from. */
const MOST_STARTS = 5

/**
 * The user's domains, then primary sources, then those the trust lists name, then the rest; the most relevant page
 * decides.
 */
export async function chooseSites(
  deps: ChooseSitesDeps,
  call: SearchCall,
  relevance: QueryRelevance,
  { pageIds, priorityDomains }: { readonly pageIds: readonly string[]; readonly priorityDomains: readonly string[] },
): Promise<Site[]> {
  const { store, trust } = deps
  const { least_worth, sites: most } = deps.settings.explore
  const pages = pagesOf(store, pageIds).filter(leadsOn)
  const turn = turnTaker()
  const fragments: Fragment[] = []
  for (const page of pages) {
    fragments.push(...store.fragments.ofPage(page.id))
    await turn()
  }
  await embedFragments(deps, call, fragments)
  const sites = new Map<string, Site & { rank: number }>()
  for (const page of pages) {
    await turn()
    const { level } = trust.ofPage(page)
    if (level === 'BLOCKED') continue
    const worth = await relevance.ofPage(page.title ?? '', store.fragments.ofPage(page.id).filter(isEvidence))
    if (worth < least_worth) continue
    const rank = rankOf(page, level, priorityDomains)
    const site = sites.get(page.domain) ?? { domain: page.domain, ...rank, worth: 0, pages: [] }
    site.worth = Math.max(site.worth, worth)
    if (site.pages.length < MOST_STARTS) site.pages.push(page.id)
    sites.set(page.domain, site)
  }
  const ordered = [...sites.values()]
    .sort((a, b) => b.rank - a.rank || b.worth - a.worth || (a.domain < b.domain ? -1 : 1))
    .slice(0, most)
    .map(({ rank: _, ...site }) => site)
  store.events.decide({
    kind: 'explore_sites',
    taskId: call.taskId,
    inputs: { search_id: call.searchId, pages_read: pages.length, least_worth },
    outcome: ordered.map(({ domain, standing, worth }) => ({ domain, standing, worth: roundTo(worth, 3) })),
    causeId: call.causeId,
  })
  return ordered
}

function rankOf(
  { domain }: Page,
  level: TrustLevel,
  priorityDomains: readonly string[],
): { readonly rank: number; readonly standing: string } {
  if (isWithin(domain, priorityDomains)) return { rank: 3, standing: 'priority domain' }
  if (isPrimarySource(level)) return { rank: 2, standing: `primary source (${level})` }
  return level === 'UNVERIFIED' ? { rank: 0, standing: 'unlisted' } : { rank: 1, standing: `listed as ${level}` }
}

/** A page that gives orders to the reader's AI is not followed anywhere (L2). */
function leadsOn(page: Page): boolean {
  return (
    page.route !== 'api' &&
    page.route !== 'file' &&
    LEADS_ON.includes(page.page_type) &&
    !isDangerous(page.quality_flags)
  )
}

export function pagesOf({ pages }: Pick<Store, 'pages'>, pageIds: readonly string[]): readonly Page[] {
  return pageIds.flatMap((id) => pages.get(id) ?? [])
}
