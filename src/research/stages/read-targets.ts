import { z } from 'zod'
import { isSuccess } from '../../domain/outcome.ts'
import { identifierList } from '../../domain/paper.ts'
import type { TargetOutcome, TargetRow } from '../../domain/target.ts'
import { type SavedPaper, savedPaperSchema } from '../../intake/admit-paper.ts'
import { pageOfPaper } from '../../intake/paper-pages.ts'
import type { TargetTable } from '../../sources/target-table.ts'
import type { SearchPageRow } from '../../store/types.ts'
import type { ResearchParts } from '../parts.ts'
import { recordApiPages } from '../record-api-pages.ts'
import type { SearchCall } from '../search-call.ts'
import { type PlacedTarget, placeTargets } from '../targets/target-places.ts'
import { type AcademicDeps, LOOK_UP_BATCH, lookUpIdentifiers } from './academic.ts'
import { candidatesToFetch, type FetchDeps, fetchWanted, joinPages, NOTHING_READ, type PagesRead } from './fetch.ts'
import { type FetchCandidate, FOUND_BY_NAME } from './fetch-candidate.ts'
import { ALREADY_KNOWN } from './known-pages.ts'
import { followNamedCitations, type NamedCitationDeps } from './named-citations.ts'
import type { NoveltyWatch } from './novelty-watch.ts'
import { mergeWarnings, warningList } from './warnings.ts'

export type ReadTargetsDeps = FetchDeps &
  AcademicDeps &
  NamedCitationDeps &
  Pick<ResearchParts, 'works'> & { readonly targets: TargetTable }

export const targetsReadSchema = z.object({
  papers: z.array(savedPaperSchema).readonly(),
  pageIds: z.array(z.string()).readonly(),
  fetched: z.array(z.string()).readonly(),
  identifiers: identifierList,
  lookedUp: z.array(z.string()).readonly(),
  /** Of the search's pages. */
  pagesUsed: z.number(),
  warnings: warningList,
})
export type TargetsRead = z.infer<typeof targetsReadSchema>

export const NO_TARGETS: TargetsRead = {
  ...{ papers: [], pageIds: [], fetched: [], identifiers: [], lookedUp: [] },
  pagesUsed: 0,
  warnings: [],
}

/**
 * What the caller named, read like anything that was found: papers by the academic sources, the rest through the gate,
 * whatever the search leaves out otherwise. Nothing passes in silence: each has an outcome in `search_targets`.
 */
export async function readTargets(
  deps: ReadTargetsDeps,
  call: SearchCall,
  { given, pageBudget }: { readonly given: readonly string[]; readonly pageBudget: number },
): Promise<TargetsRead> {
  const placed = placeTargets(deps, call, given)
  const papers = await lookUpPapers(deps, call, placed)
  const pages = await readPlaces(deps, call, { placed, papers: papers.byTarget, pageBudget })
  call.signal.throwIfAborted()
  const before = pagesOfOtherSearches(deps, call)
  return deps.store.write(() => {
    const known = papers.papers.map((paper) => withPage(deps, call, paper))
    const paperOf = new Map([...papers.byTarget].map(([at, paper]) => [at, withPage(deps, call, paper)]))
    const named = known.flatMap(({ pageId }) => (pageId === null ? [] : [{ pageId, foundBy: FOUND_BY_NAME }]))
    const added = recordApiPages(deps, call, named, pages.pageIds)
    const rows = placed.map((target) => rowOf(deps, call, { target, paper: paperOf.get(target.position), before }))
    deps.store.searches.saveTargets(rows)
    followNamedCitations(deps, call, rows)
    return {
      papers: known,
      pageIds: [...pages.pageIds, ...added],
      fetched: pages.fetched,
      identifiers: pages.identifiers,
      lookedUp: papers.lookedUp,
      pagesUsed: pages.used,
      warnings: mergeWarnings(papers.warnings, pages.warnings, budgetWarnings(rows)),
    }
  })
}

interface PapersOfTargets {
  readonly papers: readonly SavedPaper[]
  readonly byTarget: ReadonlyMap<number, SavedPaper>
  readonly lookedUp: readonly string[]
  readonly warnings: readonly string[]
}

async function lookUpPapers(
  deps: ReadTargetsDeps,
  call: SearchCall,
  placed: readonly PlacedTarget[],
): Promise<PapersOfTargets> {
  const wanted = placed.flatMap(({ identifiers }) => identifiers)
  const papers: SavedPaper[] = []
  const lookedUp: string[] = []
  const warnings: string[] = []
  for (let from = 0; from < wanted.length; from += LOOK_UP_BATCH) {
    const identifiers = wanted.slice(from, from + LOOK_UP_BATCH)
    const found = await lookUpIdentifiers(deps, call, { identifiers, lookedUp })
    papers.push(...found.papers)
    lookedUp.push(...found.lookedUp)
    warnings.push(...found.warnings)
  }
  const byWork = new Map(papers.map((paper) => [paper.work.id, paper]))
  const byTarget = placed.flatMap(({ position, identifiers }) => {
    const works = identifiers.flatMap((one) => deps.store.works.byIdentifier(one)?.id ?? [])
    const paper = works.flatMap((id) => byWork.get(id) ?? [])[0]
    return paper === undefined ? [] : [[position, paper] as const]
  })
  return { papers: [...byWork.values()], byTarget: new Map(byTarget), lookedUp, warnings: mergeWarnings(warnings) }
}

/** Named pages are read to the last one, whether they say anything new or not. */
const READ_ALL: NoveltyWatch = { goOnAfter: async () => true, isExhausted: () => false }

/** Addresses in rounds: of each target the first, then the next of those that could not be read there. */
async function readPlaces(
  deps: ReadTargetsDeps,
  call: SearchCall,
  {
    placed,
    papers,
    pageBudget,
  }: {
    readonly placed: readonly PlacedTarget[]
    readonly papers: ReadonlyMap<number, SavedPaper>
    readonly pageBudget: number
  },
): Promise<PagesRead & { readonly used: number }> {
  const addresses = placed.map((target) => addressesToRead(target, papers.get(target.position)))
  const rounds = Math.max(0, ...addresses.map((list) => list.length))
  const read: PagesRead[] = []
  let used = 0
  for (let round = 0; round < rounds; round += 1) {
    const outcomes = outcomesOf(deps, call)
    const open = addresses.filter((list) => !list.slice(0, round).some((url) => isRead(outcomes.get(url))))
    const candidates = [...new Set(open.flatMap((list) => list[round] ?? []))].map(candidateOf)
    if (candidates.length === 0) continue
    const choose = () => candidatesToFetch(deps, call, candidates, pageBudget - used)
    read.push(await fetchWanted(deps, call, `targets wanted, round ${round + 1}`, choose, READ_ALL))
    used = deps.store.searches
      .pagesOf(call.searchId)
      .filter(({ found_by: by, counts_toward_budget: counts }) => by === FOUND_BY_NAME && counts).length
  }
  return { ...(read.length === 0 ? NOTHING_READ : joinPages(read)), used }
}

/** A paper whose abstract a source has is read; one without is read where it is published. */
function addressesToRead({ addresses }: PlacedTarget, paper: SavedPaper | undefined): readonly string[] {
  if (paper === undefined) return addresses
  if (paper.pageId !== null) return []
  return paper.landingUrl === null ? addresses : [...new Set([paper.landingUrl, ...addresses])]
}

function candidateOf(url: string): FetchCandidate {
  return { url, foundBy: FOUND_BY_NAME, referer: null, score: 0 }
}

function outcomesOf({ store }: ReadTargetsDeps, { searchId }: SearchCall): ReadonlyMap<string, SearchPageRow> {
  return new Map(store.searches.pagesOf(searchId).map((row) => [row.url, row]))
}

function isRead(row: SearchPageRow | undefined): boolean {
  return row !== undefined && isSuccess(row.outcome)
}

function withPage({ works }: Pick<ReadTargetsDeps, 'works'>, call: SearchCall, paper: SavedPaper): SavedPaper {
  return paper.pageId === null ? { ...paper, pageId: pageOfPaper(works, paper, call) } : paper
}

function pagesOfOtherSearches({ store }: ReadTargetsDeps, { taskId, searchId }: SearchCall): ReadonlySet<string> {
  const others = store.searches.ofTask(taskId).filter(({ id }) => id !== searchId)
  return new Set(others.flatMap(({ id }) => store.searches.pagesOf(id)).flatMap((page) => page.page_id ?? []))
}

interface Told {
  readonly outcome: TargetOutcome
  readonly reason: string | null
  readonly url: string | null
  readonly page_id: string | null
}

function rowOf(
  deps: ReadTargetsDeps,
  call: SearchCall,
  about: {
    readonly target: PlacedTarget
    readonly paper: SavedPaper | undefined
    readonly before: ReadonlySet<string>
  },
): TargetRow {
  const { position, given, kind, value } = about.target
  const told = whatBecame(deps, call, about)
  return { query_id: call.searchId, position, given, kind, value, ...told, cause_id: call.causeId }
}

function whatBecame(
  deps: ReadTargetsDeps,
  call: SearchCall,
  { target, paper, before }: Parameters<typeof rowOf>[2],
): Told {
  if (target.settled !== null) return { ...target.settled, url: null, page_id: null }
  const outcomes = outcomesOf(deps, call)
  const looked = addressesToRead(target, paper).flatMap((url) => outcomes.get(url) ?? [])
  const page = looked.find(isRead)
  if (page !== undefined) {
    const outcome = page.reason?.startsWith(ALREADY_KNOWN) === true ? 'already_read' : 'read'
    return { outcome, reason: null, url: page.url, page_id: page.page_id }
  }
  const abstract = paper?.pageId == null ? null : deps.store.pages.get(paper.pageId)
  if (abstract !== null) {
    const outcome = before.has(abstract.id) ? 'already_read' : 'read'
    return { outcome, reason: null, url: abstract.url, page_id: abstract.id }
  }
  const last = looked.at(-1)
  if (last !== undefined && !isSuccess(last.outcome))
    return { outcome: last.outcome, reason: last.reason, url: last.url, page_id: null }
  if (target.addresses.length === 0 && paper === undefined)
    return { outcome: 'not_found', reason: 'no source knows it', url: null, page_id: null }
  return { outcome: 'budget_spent', reason: "the search's pages are used up", url: null, page_id: null }
}

function budgetWarnings(rows: readonly TargetRow[]): readonly string[] {
  const unread = rows.filter(({ outcome }) => outcome === 'budget_spent').length
  if (unread === 0) return []
  return [`targets: ${unread} were not read, the pages are used up; raise options.max_pages or options.budget`]
}
