import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { primaryLanguage } from '../domain/language-tag.ts'
import type { Fragment } from '../domain/page.ts'
import { PAGE_CHANGED, pageChange } from '../domain/page-change.ts'
import { type Identifier, identifierKey } from '../domain/paper.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import type { SavedPaper } from '../intake/admit-paper.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import type { Store } from '../store/types.ts'
import { runOnce, type StageCheckpoints } from '../work/stage-checkpoints.ts'
import { budgetOf } from './budget.ts'
import { concludeSearch } from './conclude-search.ts'
import { offline, offlineWarnings } from './offline.ts'
import type { ResearchParts } from './parts.ts'
import { scopeWarnings, withinScope } from './scope/scope-report.ts'
import { indexesToSearch, lensEngines } from './scope/use-lens.ts'
import type { SearchCall } from './search-call.ts'
import { skippedWarnings } from './skipped-results.ts'
import { unique } from './stages/academic.ts'
import { compareVersions } from './stages/compare-versions.ts'
import { exploreSites } from './stages/explore.ts'
import { fetchPages, NOTHING_READ, pagesReadSchema } from './stages/fetch.ts'
import type { FetchCandidate } from './stages/fetch-candidate.ts'
import { findPapers, findPapersOfPages, NO_PAPERS, type PapersFound, papersFoundSchema } from './stages/find-papers.ts'
import { findRecords, findRecordsOfPages, NO_RECORDS, recordsFoundSchema } from './stages/find-records.ts'
import { followPivot } from './stages/follow-pivot.ts'
import { adoptFullTexts, numbersOfFullTexts } from './stages/full-texts.ts'
import { judgeQuery } from './stages/judge-query.ts'
import { landingCandidates, readLandingPages } from './stages/landing-pages.ts'
import { followNamedSources } from './stages/named-sources.ts'
import { openNoveltyWatch } from './stages/novelty-watch.ts'
import { readFullTexts } from './stages/open-full-texts.ts'
import { withReadPages } from './stages/papers.ts'
import { markPrimarySources } from './stages/primary-sources.ts'
import { NO_TARGETS, readTargets, targetsReadSchema } from './stages/read-targets.ts'
import { notLookedAt, revisitKnown } from './stages/revisit-known.ts'
import { noteSiteHarvest } from './stages/search-sites.ts'
import { NOTHING_FOUND, searchWeb, webFoundSchema } from './stages/search-web.ts'
import { takeInEvidence } from './stages/take-in-evidence.ts'
import { mergeWarnings, warningList } from './stages/warnings.ts'

/** One search as it was asked for, and what was decided before its first stage. */
export interface SearchInput {
  readonly call: SearchCall
  readonly task: Task
  readonly row: SearchRow
  readonly queryVector: Float32Array | null
  readonly pageBudget: number
  /** These pages are the last of the task. */
  readonly outOfBudget: boolean
}

/** What a search leaves to be done after its answer. */
export interface DeferredCitations {
  readonly papers: readonly SavedPaper[]
  readonly identifiers: readonly Identifier[]
  /** What was looked up already, by the names of `LookedUp`. */
  readonly lookedUp: readonly string[]
  /** Fragments the answer was measured by. */
  readonly kept: readonly Fragment[]
}

/**
 * One query through the whole pipeline (TRUST phases 1-7, of which citations are left for after the answer). Every
 * stage has saved its work before the next begins, under ids that follow from the content; a stage that asked the web
 * is not run again when the search is resumed. `atEnd` belongs to the transaction that finishes the search.
 */
export async function runPipeline(
  deps: ResearchParts & { readonly memo: StageCheckpoints },
  { call, task, row, queryVector, pageBudget, outOfBudget }: SearchInput,
  atEnd: (left: DeferredCitations) => void,
): Promise<void> {
  const { store } = deps
  const { refute } = row.options
  const targetsOnly = row.options.targets_only === true
  const once = runOnce(deps.memo, call.signal)
  const before = pagesOfOtherSearches(store, call)
  const inScope = (pageIds: readonly string[]) => withinScope(deps, call, pageIds)

  const primaryPages = () => primaryBudget(deps, task, row, pageBudget)
  const withPrimary = await once('pages with primary sources', z.number(), primaryPages)
  const wide = await searchWidely(deps, { call, task, row, pageBudget }, once, inScope)
  const { given, chosen, again, web, known, told, candidates, pagesLeft, priorityDomains } = wide
  const novelty = openNoveltyWatch(deps, call, queryVector)
  const wanted = { candidates, budget: pagesLeft, novelty }
  const read = await once('pages', pagesReadSchema, () => fetchPages(deps, call, wanted))
  if (!targetsOnly) requireSomeSite(store, call, known)
  await novelty.goOnAfter(read.fetched)
  const readSoFar = [
    ...new Set([...inScope(again.pageIds), ...known.pageIds, ...told.pageIds, ...inScope(read.pageIds)]),
  ]
  const linked = targetsOnly
    ? NOTHING_READ
    : await once('explored', pagesReadSchema, () =>
        exploreSites(deps, call, { pageIds: readSoFar, pageBudget, priorityDomains, queryVector, novelty }),
      )
  await novelty.goOnAfter(linked.fetched)
  const sourcePages = [...readSoFar, ...inScope(linked.pageIds)]
  const primary = await once('primary sources', pagesReadSchema, () =>
    followNamedSources(deps, call, { pageIds: targetsOnly ? [] : sourcePages, pageBudget: withPrimary, queryVector }),
  )
  const ownNumbers = targetsOnly ? numbersOfFullTexts(store, given.pageIds) : given.identifiers
  const inPages = {
    identifiers: [ownNumbers, ...[again, read, linked, primary].map((stage) => stage.identifiers)].flat(),
    lookedUp: known.lookedUp,
    pageIds: [...given.pageIds, ...sourcePages, ...inScope(primary.pageIds)],
  }
  const named = await once('papers of pages', papersFoundSchema, () => findPapersOfPages(deps, call, inPages))
  const numbered = await once('records of pages', recordsFoundSchema, () =>
    targetsOnly ? NO_RECORDS : findRecordsOfPages(deps, call, { ...told, pageIds: inPages.pageIds }),
  )
  const papers = [...given.papers, ...known.papers, ...named.papers]
  const landed = targetsOnly ? NOTHING_READ : await readLandingPages(deps, call, { papers, pageBudget, novelty })
  const inFull = await readFullTexts(deps, call, { papers, inScope, pageBudget: withPrimary, queryVector })
  adoptFullTexts(deps, call, papers)
  markPrimarySources(store, call)
  const followable = withReadPages(deps, call, papers)
  refreshCitationCommunities(store, task.id)

  const all = [inPages, named, numbered, landed, inFull].flatMap((stage) => stage.pageIds)
  const pageIds = inScope([...new Set(all)])
  const changed = changedBy(store, call, pageIds)
  const isFresh = (pageId: string) => !before.has(pageId) || changed.has(pageId)
  const isNews = ({ page_id, cause_id }: Fragment) =>
    call.update === undefined || !before.has(page_id) || cause_id === call.causeId
  const evidence = await takeInEvidence(deps, call, { pageIds, isFresh, isNews, question: task.query })
  const kept = evidence.useful
  const versions = await once('versions', warningList, () => compareVersions(deps, call, pageIds))
  if (refute)
    await once('query judged', z.literal(true), () => judgeQuery(deps, call, queryVector).then(() => true as const))
  const found = [given, chosen, again, web, known, told]
  const stages = [...found, read, linked, primary, named, numbered, landed, inFull, evidence]
  const left = [versions, offlineWarnings(store, call), skippedWarnings(deps, call.searchId), scopeWarnings(deps, call)]
  const warnings = mergeWarnings(...stages.map((stage) => stage.warnings), ...left)
  await concludeSearch(deps, call, { row, queryVector, kept, warnings, outOfBudget }, () => {
    noteSiteHarvest(store, call, kept)
    const lookedUp = [...known.lookedUp, ...named.lookedUp]
    const unknown = stillUnknown([...known.left, ...named.left], lookedUp)
    atEnd({ ...toFollow(call, row, { papers: followable, pageIds, unknown }), lookedUp, kept })
  })
}

/** What the caller named, what was known, and what engines, indexes and public sources find; their pages come later. */
async function searchWidely(
  deps: ResearchParts & { readonly memo: StageCheckpoints },
  { call, task, row, pageBudget }: Pick<SearchInput, 'call' | 'task' | 'row' | 'pageBudget'>,
  once: ReturnType<typeof runOnce>,
  inScope: (pageIds: readonly string[]) => readonly string[],
) {
  const { store } = deps
  const {
    engines,
    refute,
    seek_primary: seekPrimary,
    period,
    category,
    targets = [],
    scope,
    mirror,
    expand,
  } = row.options
  const targetsOnly = row.options.targets_only === true
  const lens = scope?.lens
  const priorityDomains =
    lens === undefined || lens.strict ? task.priority_domains : [...task.priority_domains, ...lens.domains]
  const given = await once('targets', targetsReadSchema, () =>
    targets.length === 0 ? NO_TARGETS : readTargets(deps, call, { given: targets, pageBudget }),
  )
  const pagesLeft = Math.max(0, pageBudget - given.pagesUsed)
  const language = scope?.language ?? primaryLanguage(task.language)
  const chosen = lensEngines(deps, lens, engines)
  const wantedKind = category ?? lens?.category ?? undefined
  const asked = { engines: chosen.engines, category: wantedKind, period, language, refute, seekPrimary }
  const again = await revisitKnown(deps, call, row)
  const web = targetsOnly
    ? NOTHING_FOUND
    : await once('web', webFoundSchema, () =>
        searchWeb(deps, call, { ...asked, mirror, expand, priorityDomains, pageBudget: pagesLeft, lens }),
      )
  const found = targetsOnly
    ? NO_PAPERS
    : await once('papers', papersFoundSchema, () =>
        findPapers(deps, call, { items: web.items, period, category: wantedKind, only: indexesToSearch(call.scope) }),
      )
  const known = { ...found, lookedUp: [...given.lookedUp, ...found.lookedUp], pageIds: inScope(found.pageIds) }
  const from = row.options.pivot_from
  const pivoted = await once('pivot', recordsFoundSchema, async () =>
    from === undefined ? NO_RECORDS : followPivot(deps, call, { from, period, language, known: given.pageIds }),
  )
  const had = [...given.pageIds, ...pivoted.pageIds]
  const asking = { ...asked, items: web.items, targets, targetsOnly, known: had, before: pivoted.asked }
  const records = await once('records', recordsFoundSchema, () => findRecords(deps, call, asking))
  const told = {
    ...{ asked: records.asked, before: pivoted.asked, warnings: mergeWarnings(pivoted.warnings, records.warnings) },
    pageIds: inScope([...pivoted.pageIds, ...records.pageIds]),
  }
  const candidates = notLookedAt(withLandingPages(web.candidates, found.papers), again, store)
  return { given, chosen, again, web, known, told, candidates, pagesLeft, priorityDomains }
}

/**
 * What the results name as their source, and papers in full, come on top of a search's usual pages, as far as the
 * task's budget goes; a caller who gave a number of pages gets no more.
 */
function primaryBudget(
  { store, settings }: Pick<ResearchParts, 'store' | 'settings'>,
  task: Task,
  { options }: SearchRow,
  pageBudget: number,
): number {
  if (options.max_pages !== undefined) return pageBudget
  const wanted = settings.explore.primary_sources + (settings.sources.full_text ? settings.sources.full_texts : 0)
  return pageBudget + Math.max(0, Math.min(wanted, budgetOf(store, task).pages_left - pageBudget))
}

/** Who names what is to be read asks for nothing else, unless it is said how. */
function toFollow(
  { scope }: SearchCall,
  { options }: SearchRow,
  found: {
    readonly papers: readonly SavedPaper[]
    /** Those that the search is about. */
    readonly pageIds: readonly string[]
    readonly unknown: readonly Identifier[]
  },
): Pick<DeferredCitations, 'papers' | 'identifiers'> {
  const targetsOnly = options.targets_only === true
  const inTask = found.papers.filter(({ pageId }) => scope === undefined || found.pageIds.includes(pageId ?? ''))
  const chase = !targetsOnly || options.citations !== undefined
  return { papers: chase ? inTask : [], identifiers: targetsOnly ? [] : found.unknown }
}

/** Pages the task knew before this search began, told apart so that a resumed search counts its own pages as new. */
function pagesOfOtherSearches(
  { searches }: Pick<Store, 'searches'>,
  { taskId, searchId }: SearchCall,
): ReadonlySet<string> {
  const others = searches.ofTask(taskId).filter((search) => search.id !== searchId)
  return new Set(others.flatMap((search) => searches.pagesOf(search.id)).flatMap((page) => page.page_id ?? []))
}

/** Known pages that told something new when this search asked for them again. */
function changedBy(
  { events }: Pick<Store, 'events'>,
  { searchId }: SearchCall,
  pageIds: readonly string[],
): ReadonlySet<string> {
  const found = events
    .about(pageIds)
    .filter(({ kind, data }) => kind === PAGE_CHANGED && pageChange.safeParse(data).data?.search_id === searchId)
  return new Set(found.flatMap(({ subject_id }) => subject_id ?? []))
}

/** REQ 2.1.5: when every site that was found is cooling down, the task waits instead of calling the query exhausted. */
function requireSomeSite({ searches }: Pick<Store, 'searches'>, { searchId }: SearchCall, papers: PapersFound): void {
  const looked = searches.pagesOf(searchId)
  const lost = looked.filter(({ outcome }) => outcome === 'offline')
  if (lost.length > 0 && lost.length === looked.length && papers.pageIds.length === 0) throw offline()
  if (looked.length > 0 && looked.every((page) => page.outcome === 'cooling_down'))
    throw new LyraError('ALL_ENGINES_BLOCKED', 'Every site that was found is cooling down')
}

function withLandingPages(web: readonly FetchCandidate[], papers: readonly SavedPaper[]): readonly FetchCandidate[] {
  const known = new Set(web.map((candidate) => candidate.url))
  return [...web, ...landingCandidates(papers).filter((candidate) => !known.has(candidate.url))]
}

function stillUnknown(left: readonly Identifier[], lookedUp: readonly string[]): readonly Identifier[] {
  const known = new Set(lookedUp)
  return unique(left).filter((identifier) => !known.has(identifierKey(identifier)))
}
