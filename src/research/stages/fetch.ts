import { z } from 'zod'
import { isSuccess } from '../../domain/outcome.ts'
import { type Identifier, identifierList } from '../../domain/paper.ts'
import type { PageFetcher } from '../../net/types.ts'
import { runOnce, type StageCheckpoints, savedOutput } from '../../work/stage-checkpoints.ts'
import type { SearchCall } from '../search-call.ts'
import { type AdmitDeps, admitFetch } from './admit-fetch.ts'
import { candidateList, type FetchCandidate } from './fetch-candidate.ts'
import { ALREADY_KNOWN, type KnownPageDeps, reuseKnownPage, useKnownPage } from './known-pages.ts'
import { type NoveltyWatch, unreadWarnings } from './novelty-watch.ts'
import { type ReadPageDeps, readPage } from './read-page.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type FetchDeps = ReadPageDeps &
  AdmitDeps &
  KnownPageDeps & { readonly fetcher: PageFetcher; readonly memo: StageCheckpoints }

export const pagesReadSchema = z.object({
  /** Papers and books that the pages name. */
  identifiers: identifierList,
  /** In the order of their rank. */
  pageIds: z.array(z.string()).readonly(),
  /** Those of them that were fetched just now; the others were in the graph. */
  fetched: z.array(z.string()).readonly(),
  warnings: warningList,
})
export type PagesRead = z.infer<typeof pagesReadSchema>
export const NOTHING_READ: PagesRead = { identifiers: [], pageIds: [], fetched: [], warnings: [] }

const wantedSchema = z.object({
  wanted: candidateList,
  /** Pages that need no fetching. */
  pageIds: z.array(z.string()).readonly(),
})
type Wanted = z.infer<typeof wantedSchema>

/**
 * TRUST phase 6: what is no paper is fetched, archived and extracted; identifiers found inside go back to enrichment.
 * Pages are saved in the order of their rank, each as soon as it and those before it are there: a crash loses the few
 * that are under way.
 */
export async function fetchPages(
  deps: FetchDeps,
  call: SearchCall,
  {
    candidates,
    budget,
    novelty,
  }: {
    readonly candidates: readonly FetchCandidate[]
    readonly budget: number
    readonly novelty: NoveltyWatch
  },
): Promise<PagesRead> {
  const choose = () => candidatesToFetch(deps, call, candidates, budget)
  const read = await fetchWanted(deps, call, 'pages wanted', choose, novelty)
  return { ...read, warnings: mergeWarnings(deps.fetcher.warnings, read.warnings) }
}

/** The first `most` of those that have to be fetched, and the pages of those that have not. */
export function candidatesToFetch(
  deps: KnownPageDeps,
  call: SearchCall,
  candidates: readonly FetchCandidate[],
  most: number,
): Wanted {
  const looked = candidates.map((candidate) => ({ candidate, ...reuseKnownPage(deps, call, candidate) }))
  const missing = looked.flatMap(({ candidate, skipped }) => (skipped ? [] : [candidate]))
  // An old page is better than none where the budget does not reach for asking again.
  const old = missing.slice(most).flatMap((candidate) => {
    const page = deps.store.pages.byUrl(candidate.url)
    const usable = page !== null && isSuccess(page.outcome)
    return usable ? [useKnownPage(deps, call, candidate, page, `${ALREADY_KNOWN}, not asked for again`)] : []
  })
  return { wanted: missing.slice(0, most), pageIds: [...looked.flatMap(({ pageIds }) => pageIds), ...old] }
}

/**
 * Decides once which pages are wanted, then reads them side by side and saves them in their order, until they say
 * nothing new. Where it stops follows from the pages before; one that is under way then is given up and not saved, so
 * that a replay has the same pages.
 */
export async function fetchWanted(
  deps: FetchDeps,
  call: SearchCall,
  key: string,
  choose: () => Wanted,
  novelty: NoveltyWatch,
): Promise<PagesRead> {
  const once = runOnce(deps.memo, call.signal)
  const { wanted, pageIds } = await once(key, wantedSchema, choose)
  const enough = new AbortController()
  const reading = { ...call, signal: AbortSignal.any([call.signal, enough.signal]) }
  const read = (candidate: FetchCandidate, index: number) =>
    readPage(deps, reading, candidate, `${index + 1}/${wanted.length}`)
  const isDone = (candidate: FetchCandidate) =>
    savedOutput(deps.memo, stageOf(candidate), pagesReadSchema) !== undefined
  const fetches = wanted.map((candidate, index) => (isDone(candidate) ? null : read(candidate, index)))
  // Each promise is awaited in order below; an earlier rejection must not be reported as unhandled.
  for (const fetch of fetches) fetch?.catch(() => undefined)
  const pages: PagesRead[] = []
  for (const [index, candidate] of wanted.entries()) {
    const page = await once(stageOf(candidate), pagesReadSchema, async () => {
      const fetched = await (fetches[index] ?? read(candidate, index))
      call.signal.throwIfAborted()
      return admitFetch(deps, call, candidate, fetched)
    })
    pages.push(page)
    if (!(await novelty.goOnAfter(page.fetched))) break
  }
  enough.abort()
  const found = joinPages([{ ...NOTHING_READ, pageIds }, ...pages])
  return { ...found, warnings: mergeWarnings(found.warnings, unreadWarnings(wanted.length - pages.length)) }
}

export function joinPages(pages: readonly PagesRead[]): PagesRead {
  return {
    identifiers: pages.flatMap((page): readonly Identifier[] => page.identifiers),
    pageIds: pages.flatMap((page) => page.pageIds),
    fetched: pages.flatMap((page) => page.fetched),
    warnings: mergeWarnings(...pages.map((page) => page.warnings)),
  }
}

function stageOf(candidate: FetchCandidate): string {
  return `page ${candidate.url}`
}
