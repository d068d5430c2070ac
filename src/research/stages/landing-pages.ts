import type { SavedPaper } from '../../intake/admit-paper.ts'
import type { SearchCall } from '../search-call.ts'
import { candidatesToFetch, type FetchDeps, fetchWanted, NOTHING_READ, type PagesRead } from './fetch.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import type { NoveltyWatch } from './novelty-watch.ts'

/** Papers whose abstract no source has are read like any other page (TRUST phase 4). */
export function landingCandidates(papers: readonly SavedPaper[]): readonly FetchCandidate[] {
  return papers.flatMap((paper) =>
    paper.pageId === null && paper.landingUrl !== null
      ? [{ url: paper.landingUrl, foundBy: paper.work.sources.join('+'), referer: null, score: 0, isPaper: true }]
      : [],
  )
}

/** The same for papers that pages named, with the pages that the search has left (TRUST phase 6 back to phase 3). */
export async function readLandingPages(
  deps: FetchDeps,
  call: SearchCall,
  {
    papers,
    pageBudget,
    novelty,
  }: { readonly papers: readonly SavedPaper[]; readonly pageBudget: number; readonly novelty: NoveltyWatch },
): Promise<PagesRead> {
  if (novelty.isExhausted()) return NOTHING_READ
  const choose = () => {
    const looked = deps.store.searches.pagesOf(call.searchId)
    const left = Math.max(0, pageBudget - looked.filter((page) => page.counts_toward_budget).length)
    const known = new Set(looked.map((page) => page.url))
    const fresh = landingCandidates(papers).filter((candidate) => !known.has(candidate.url))
    return candidatesToFetch(deps, call, fresh, left)
  }
  return fetchWanted(deps, call, 'landing pages', choose, novelty)
}
