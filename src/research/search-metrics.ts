import { isoTime } from '../domain/clock.ts'
import type { Steps } from '../domain/in-turns.ts'
import {
  countingUniqueNgrams,
  DUPLICATE_LIMIT,
  domainSpread,
  duplicateShare,
  type FoundFragment,
  NOVELTY_WINDOW,
  ONE_DOMAIN_LIMIT,
  openingNoveltyMeter,
} from '../domain/novelty.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Fragment, Page } from '../domain/page.ts'
import { satisfactionScore, searchStatus } from '../domain/satisfaction.ts'
import type { SearchRow } from '../domain/task.ts'
import { isPrimarySource } from '../domain/trust.ts'
import type { Store } from '../store/types.ts'
import { ownPagesIn } from './graph/own-pages.ts'
import { groupSources } from './graph/source-group.ts'
import type { ResearchParts } from './parts.ts'
import type { SearchCall } from './search-call.ts'
import { isEvidence } from './stages/evidence.ts'
import { NOVELTY_EXHAUSTED } from './stages/novelty-watch.ts'

interface Searched {
  /** As it was before it is measured. */
  readonly row: SearchRow
  readonly kept: readonly Fragment[]
  readonly warnings: readonly string[]
  /** The task's pages ran out during this search. */
  readonly outOfBudget: boolean
  readonly novelty: Novelty
}

export interface Novelty {
  readonly score: number
  readonly isExhausted: boolean
  readonly uniqueShare: number
}

/** REQ 3.1.7.3, 3.1.7.4: harvest, independence, satisfaction, novelty and the state that follows. */
export function measureSearch(
  { store, trust, clock }: Pick<ResearchParts, 'store' | 'trust' | 'clock'>,
  call: SearchCall,
  { row: before, kept, warnings, outOfBudget, novelty }: Searched,
): SearchRow {
  const sources: { readonly page: Page; readonly fragment: Fragment }[] = []
  let hasPrimary = false
  const ownPages = ownPagesIn(store)
  // As they are clustered now: they were read before their copies were found.
  for (const fragment of store.fragments.many(kept.map((one) => one.id))) {
    const page = store.pages.get(fragment.page_id)
    const level = page === null ? 'BLOCKED' : trust.ofPage(page).level
    if (page === null || level === 'BLOCKED' || page.is_retracted) continue
    // What a claimant says for itself is no source beside it.
    if (ownPages(call.taskId, page.url) !== null) continue
    sources.push({ page, fragment })
    if (isPrimarySource(level)) hasPrimary = true
  }
  const groups = new Set(groupSources(sources))
  const looked = store.searches.pagesOf(call.searchId)
  const read = looked.filter((page) => isSuccess(page.outcome)).length
  const score = satisfactionScore(groups.size, hasPrimary)
  const { score: newShare, isExhausted: stale, uniqueShare } = novelty
  const status = searchStatus(score, groups.size, stale || outOfBudget)
  const found = sources.map(({ page, fragment }) => ({ domain: page.domain, cluster_id: fragment.cluster_id }))
  const spread = domainSpread(found)
  store.events.decide({
    kind: 'search_status',
    taskId: call.taskId,
    inputs: {
      search_id: call.searchId,
      satisfaction_score: score,
      independent_sources: groups.size,
      has_primary_source: hasPrimary,
      novelty_exhausted: stale,
      unique_ngram_share: uniqueShare,
      duplicate_share: duplicateShare(found),
      domain_diversity: spread.diversity,
      largest_domain_share: spread.largest?.share ?? 0,
      out_of_budget: outOfBudget,
    },
    outcome: { status },
    causeId: call.causeId,
  })
  const row: SearchRow = {
    ...before,
    status,
    pages_fetched: read,
    useful_fragments: kept.length,
    harvest_rate: read === 0 ? 0 : kept.length / read,
    satisfaction_score: score,
    novelty_score: newShare,
    independent_sources: groups.size,
    has_primary_source: hasPrimary,
    warnings: [...warnings, ...oneSided(found)],
    finished_at: isoTime(clock),
  }
  store.searches.update(row)
  return row
}

/**
 * REQ 3.1.7.4, 3.3.2: everything the search has read, in the order of reading, against everything the task had read
 * before. From what is stored, so that a resumed search and the citations after it measure the same. The texts may be
 * megabytes: it is done in turns, before the transaction that saves the figures.
 */
export function* measuringNovelty(
  store: Pick<Store, 'fragments' | 'events'>,
  searchId: string,
  kept: readonly Fragment[],
): Steps<Novelty> {
  const useful = new Set(kept.map((fragment) => fragment.id))
  const fetched = store.fragments.fetchedBy(searchId).filter(isEvidence)
  yield
  const known = store.fragments.knownBefore(searchId).filter(isEvidence)
  yield
  const texts = (fragments: readonly Fragment[]) => fragments.map((fragment) => fragment.text_content)
  const meter = yield* openingNoveltyMeter(texts(known))
  for (const page of Map.groupBy(fetched, ({ page_id }) => page_id).values())
    yield* meter.readingPage(page.map(({ id, text_content: text }) => ({ text, useful: useful.has(id) })))
  const stopped = store.events.about([searchId]).some(({ kind }) => kind === NOVELTY_EXHAUSTED)
  const last = Math.min(NOVELTY_WINDOW, fetched.length)
  return {
    score: meter.score(),
    isExhausted: stopped || meter.isExhausted(),
    uniqueShare: yield* countingUniqueNgrams(texts([...known, ...fetched]), last),
  }
}

/** Below this, one more or less of a kind says nothing. */
const ENOUGH_TO_TELL = 10

/** REQ 7: what was found repeats itself, or comes mostly from one place. A measure, no advice. */
export function oneSided(found: readonly FoundFragment[]): readonly string[] {
  if (found.length < ENOUGH_TO_TELL) return []
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const copies = duplicateShare(found)
  const { largest } = domainSpread(found)
  const limit = percent(ONE_DOMAIN_LIMIT)
  return [
    ...(copies > DUPLICATE_LIMIT
      ? [`duplicates: ${percent(copies)} of the useful fragments repeat others (limit ${percent(DUPLICATE_LIMIT)})`]
      : []),
    ...(largest !== null && largest.share > ONE_DOMAIN_LIMIT
      ? [`diversity: ${percent(largest.share)} of the useful fragments come from ${largest.domain} (limit ${limit})`]
      : []),
  ]
}
