import { z } from 'zod'
import { type Identifier, identifierList } from '../../domain/work.ts'
import type { PageFetcher } from '../../net/types.ts'
import { finished, onceIn, type StageMemo } from '../../work/stage-memo.ts'
import type { SearchCall } from '../search-call.ts'
import { type AdmitDeps, admitFetch } from './admit-fetch.ts'
import { candidateList, type FetchCandidate } from './fetch-candidate.ts'
import { type KnownPageDeps, skipKnown } from './known-pages.ts'
import { type ReadPageDeps, readPage } from './read-page.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type FetchDeps = ReadPageDeps &
  AdmitDeps &
  KnownPageDeps & { readonly fetcher: PageFetcher; readonly memo: StageMemo }

export const pagesReadSchema = z.object({
  /** Papers and books that the pages name. */
  identifiers: identifierList,
  /** In the order of their rank. */
  pageIds: z.array(z.string()).readonly(),
  warnings: warningList,
})
export type PagesRead = z.infer<typeof pagesReadSchema>

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
  { candidates, budget }: { readonly candidates: readonly FetchCandidate[]; readonly budget: number },
): Promise<PagesRead> {
  const read = await fetchWanted(deps, call, 'pages wanted', () => unknownOnes(deps, call, candidates, budget))
  return { ...read, warnings: mergeWarnings(deps.fetcher.warnings, read.warnings) }
}

/** The first `most` of those that have to be fetched, and the pages of those that have not. */
export function unknownOnes(
  deps: KnownPageDeps,
  call: SearchCall,
  candidates: readonly FetchCandidate[],
  most: number,
): Wanted {
  const looked = candidates.map((candidate) => ({ candidate, ...skipKnown(deps, call, candidate) }))
  return {
    wanted: looked.flatMap(({ candidate, skipped }) => (skipped ? [] : [candidate])).slice(0, most),
    pageIds: looked.flatMap(({ pageIds }) => pageIds),
  }
}

/** Decides once which pages are wanted, then reads them side by side and saves them in their order. */
export async function fetchWanted(
  deps: FetchDeps,
  call: SearchCall,
  key: string,
  choose: () => Wanted,
): Promise<PagesRead> {
  const once = onceIn(deps.memo, call.signal)
  const { wanted, pageIds } = await once(key, wantedSchema, choose)
  const read = (candidate: FetchCandidate, index: number) =>
    readPage(deps, call, candidate, `${index + 1}/${wanted.length}`)
  const isDone = (candidate: FetchCandidate) => finished(deps.memo, stageOf(candidate), pagesReadSchema) !== undefined
  const fetches = wanted.map((candidate, index) => (isDone(candidate) ? null : read(candidate, index)))
  // Each is awaited in its turn below; one that fails earlier must not count as unhandled.
  for (const fetch of fetches) fetch?.catch(() => undefined)
  const pages: PagesRead[] = []
  for (const [index, candidate] of wanted.entries()) {
    const page = await once(stageOf(candidate), pagesReadSchema, async () => {
      const fetched = await (fetches[index] ?? read(candidate, index))
      call.signal.throwIfAborted()
      return admitFetch(deps, call, candidate, fetched)
    })
    pages.push(page)
  }
  return joinPages([{ identifiers: [], pageIds, warnings: [] }, ...pages])
}

export function joinPages(pages: readonly PagesRead[]): PagesRead {
  return {
    identifiers: pages.flatMap((page): readonly Identifier[] => page.identifiers),
    pageIds: pages.flatMap((page) => page.pageIds),
    warnings: mergeWarnings(...pages.map((page) => page.warnings)),
  }
}

function stageOf(candidate: FetchCandidate): string {
  return `page ${candidate.url}`
}
