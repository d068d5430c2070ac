import { type AdmittedPaper, admitPaper, type FoundPaper, type SavedPaper } from '../../intake/admit-paper.ts'
import { type PaperIntake, pageOfPaper } from '../../intake/paper-pages.ts'
import { type RecomputeParts, recomputeClaims } from '../graph/recompute.ts'
import type { ResearchParts } from '../parts.ts'
import type { SearchCall } from '../search-call.ts'

/** The intake of works, with the graph behind it: a retraction is weighed at once. */
export function paperIntake(graph: RecomputeParts): PaperIntake {
  return {
    store: graph.store,
    clock: graph.clock,
    reweigh: (claimIds, causeId) => recomputeClaims(graph, claimIds, causeId),
  }
}

export function savePaper({ works }: Pick<ResearchParts, 'works'>, call: SearchCall, found: FoundPaper): AdmittedPaper {
  return admitPaper(works, found, call)
}

/**
 * A paper whose landing page has been read has a page now: it is retracted with the paper, and its citations are
 * followed.
 */
export function withReadPages(
  { works }: Pick<ResearchParts, 'works'>,
  call: SearchCall,
  papers: readonly SavedPaper[],
): readonly SavedPaper[] {
  return papers.map((paper) => (paper.pageId === null ? { ...paper, pageId: pageOfPaper(works, paper, call) } : paper))
}
