import { z } from 'zod'
import type { PageFetch } from '../../net/types.ts'
import { once } from '../jobs/stage-memo.ts'
import type { SearchRun } from '../parts.ts'
import { identifierList, keep, readPage, skipKnown } from './fetch.ts'
import type { FetchCandidate } from './find.ts'
import { pageOfPaper, type SavedPaper } from './papers.ts'

const candidateList = z.array(
  z.object({ url: z.string(), foundBy: z.string(), referer: z.string().nullable(), score: z.number() }),
)

/** Papers whose abstract no source has are read like any other page (TRUST phase 4). */
export function landingCandidates(papers: readonly SavedPaper[]): readonly FetchCandidate[] {
  return papers.flatMap((paper) =>
    paper.pageId === null && paper.landingUrl !== null
      ? [{ url: paper.landingUrl, foundBy: paper.work.sources.join('+'), referer: null, score: 0 }]
      : [],
  )
}

/** The same for papers that pages named, with the pages that the search has left (TRUST phase 6 back to phase 3). */
export async function readLandingPages(
  run: SearchRun,
  papers: readonly SavedPaper[],
  pageBudget: number,
): Promise<void> {
  const wanted = await once(run, 'landing pages', candidateList, () => {
    const looked = run.parts.store.searches.pagesOf(run.row.id)
    const left = Math.max(0, pageBudget - looked.filter((page) => page.counts_toward_budget).length)
    const known = new Set(looked.map((page) => page.url))
    const fresh = landingCandidates(papers).filter((candidate) => !known.has(candidate.url))
    return fresh.filter((candidate) => !skipKnown(run, candidate)).slice(0, left)
  })
  const fetches = wanted.map((candidate, index) =>
    run.memo.get(keyOf(candidate)) === undefined ? readPage(run, candidate, `${index + 1}/${wanted.length}`) : null,
  )
  // Each is awaited in its turn below; one that fails earlier must not count as unhandled.
  for (const fetch of fetches) fetch?.catch(() => undefined)
  for (const [index, candidate] of wanted.entries()) {
    await once(run, keyOf(candidate), identifierList, async () => {
      const fetched = (await fetches[index]) as PageFetch
      run.signal.throwIfAborted()
      return [...(await keep(run, candidate, fetched))]
    })
  }
}

function keyOf(candidate: FetchCandidate): string {
  return `page ${candidate.url}`
}

/**
 * A paper whose landing page has been read has a page now: it is retracted with the paper, and its citations are
 * followed.
 */
export function withReadPages(run: SearchRun, papers: readonly SavedPaper[]): readonly SavedPaper[] {
  return papers.map((paper) => (paper.pageId === null ? { ...paper, pageId: pageOfPaper(run, paper) } : paper))
}
