import { isSuccess } from '../../domain/outcome.ts'
import type { SearchRow } from '../../domain/task.ts'
import { runOnce } from '../../work/stage-checkpoints.ts'
import { isSameSearch } from '../same-search.ts'
import type { SearchCall } from '../search-call.ts'
import { type AcademicDeps, checkRetractions } from './academic.ts'
import {
  candidatesToFetch,
  type FetchDeps,
  fetchWanted,
  NOTHING_READ,
  type PagesRead,
  pagesReadSchema,
} from './fetch.ts'
import type { FetchCandidate } from './fetch-candidate.ts'
import type { NoveltyWatch } from './novelty-watch.ts'
import { mergeWarnings, warningList } from './warnings.ts'

type RevisitDeps = FetchDeps & AcademicDeps

/** A page that says the same is no reason to leave the next one unasked. */
const TO_THE_LAST: NoveltyWatch = { goOnAfter: async () => true, isExhausted: () => false }

/**
 * The first stage of a search that repeats an earlier one for an update: every page that the earlier ones read is asked
 * for again, by conditional request where the server knows them, and Crossref whether their papers were withdrawn.
 * Before the engines, so that engines that refuse leave the pages checked.
 */
export async function revisitKnown(deps: RevisitDeps, call: SearchCall, row: SearchRow): Promise<PagesRead> {
  if (call.update === undefined) return readSettled(deps, call, row)
  const once = runOnce(deps.memo, call.signal)
  const read = await once('pages again', pagesReadSchema, async () => {
    const candidates = knownPages(deps, call, row)
    call.progress(`Asking again for ${candidates.length} pages`)
    // All of them: what says the same costs nothing of the budget.
    const choose = () => candidatesToFetch(deps, call, candidates, candidates.length)
    return fetchWanted(deps, call, 'pages wanted again', choose, TO_THE_LAST)
  })
  const warnings = await once('works again', warningList, async () => {
    const works = new Set(deps.store.pages.many(read.pageIds).flatMap((page) => page.work_id ?? []))
    const known = [...works].flatMap((id) => deps.store.works.get(id) ?? [])
    return (await checkRetractions(deps, call, { works: known, lookedUp: [] })).warnings
  })
  return { ...read, warnings: mergeWarnings(read.warnings, warnings) }
}

/**
 * REQ 3.6.1: what a person passed for an earlier search that asked the same is read before the engines are asked: they
 * may refuse, list other pages, or list it beyond the pages that the search may read.
 */
async function readSettled(deps: RevisitDeps, call: SearchCall, row: SearchRow): Promise<PagesRead> {
  const { store } = deps
  const earlier = earlierSearches(deps, call, row)
  const passed = new Set(store.people.auth.resolvedOf(earlier.map(({ id }) => id)).map(({ url }) => url))
  if (passed.size === 0) return NOTHING_READ
  call.progress(`Reading ${passed.size} pages that a person opened`)
  const choose = () => {
    const waited = earlier.flatMap(({ id }) => store.searches.pagesOf(id)).filter(({ url }) => passed.has(url))
    const unread = waited.filter(({ url }) => !isSuccess(store.pages.byUrl(url)?.outcome ?? 'captcha'))
    return candidatesToFetch(deps, call, candidatesOf(unread), unread.length)
  }
  return fetchWanted(deps, call, 'settled pages wanted', choose, TO_THE_LAST)
}

function earlierSearches({ store }: Pick<RevisitDeps, 'store'>, call: SearchCall, row: SearchRow) {
  return store.searches.ofTask(call.taskId).filter((one) => one.id !== row.id && isSameSearch(one, row))
}

/** In the order in which they were first read. */
function knownPages(deps: Pick<RevisitDeps, 'store'>, call: SearchCall, row: SearchRow): readonly FetchCandidate[] {
  const { searches } = deps.store
  const earlier = earlierSearches(deps, call, row).flatMap(({ id }) => searches.pagesOf(id))
  return candidatesOf(earlier.filter(({ page_id }) => page_id !== null))
}

function candidatesOf(
  pages: readonly { readonly url: string; readonly found_by: string }[],
): readonly FetchCandidate[] {
  return [...new Map(pages.map(({ url, found_by }) => [url, found_by])).entries()].map(([url, foundBy]) => ({
    url,
    foundBy,
    referer: null,
    score: 0,
  }))
}

/** What this search has looked at already is not looked at again. */
export function notLookedAt(
  candidates: readonly FetchCandidate[],
  { pageIds }: PagesRead,
  store: RevisitDeps['store'],
): readonly FetchCandidate[] {
  const looked = new Set(store.pages.many(pageIds).map(({ url }) => url))
  return candidates.filter(({ url }) => !looked.has(url))
}
