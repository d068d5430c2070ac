import type { Page } from '../../domain/page.ts'
import type { CanonicalWork } from '../../domain/work.ts'
import { type AdmittedWork, admitWork, type FoundPaper, type SavedPaper } from '../../intake/admit-work.ts'
import { adoptPage, pageOfPaper, type WorkIntake } from '../../intake/work-pages.ts'
import { type RecomputeParts, recomputeClaims } from '../graph/recompute.ts'
import type { SearchCall } from '../search-call.ts'

/** The intake of works, with the graph behind it: a retraction is weighed at once. */
function workIntake(deps: RecomputeParts): WorkIntake {
  return {
    store: deps.store,
    clock: deps.clock,
    reweigh: (claimIds, causeId) => recomputeClaims(deps, claimIds, causeId),
  }
}

export function savePaper(deps: RecomputeParts, call: SearchCall, found: FoundPaper): AdmittedWork {
  return admitWork(workIntake(deps), found, call)
}

/** The page is this work's from now on, and is retracted with it. */
export function adoptPageOf(deps: RecomputeParts, call: SearchCall, page: Page, work: CanonicalWork): void {
  adoptPage(workIntake(deps), page, work, call)
}

/**
 * A paper whose landing page has been read has a page now: it is retracted with the paper, and its citations are
 * followed.
 */
export function withReadPages(
  deps: RecomputeParts,
  call: SearchCall,
  papers: readonly SavedPaper[],
): readonly SavedPaper[] {
  const intake = workIntake(deps)
  return papers.map((paper) => (paper.pageId === null ? { ...paper, pageId: pageOfPaper(intake, paper, call) } : paper))
}
