import { z } from 'zod'
import type { Claim } from '../domain/claim.ts'
import { LyraError } from '../domain/errors.ts'
import type { Fragment } from '../domain/page.ts'
import type { SerpItem } from '../domain/task.ts'
import type { Identifier } from '../domain/work.ts'
import { identifiersIn } from '../extract/identifiers.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import type { LeftForLater } from './citation-queue.ts'
import { recomputeTask } from './graph/recompute.ts'
import { once } from './jobs/stage-memo.ts'
import { noteApiPage } from './note-page.ts'
import type { SearchRun } from './parts.ts'
import { markUnrefuted } from './refutation.ts'
import { measureSearch } from './search-metrics.ts'
import { enrich, searchPapers } from './stages/academic.ts'
import { extractClaims } from './stages/claims.ts'
import { clusterCopies } from './stages/copies.ts'
import { exploreSites } from './stages/explore.ts'
import { fetchPages } from './stages/fetch.ts'
import { type FetchCandidate, searchWeb } from './stages/find.ts'
import { noteSiteHarvest } from './stages/find-on-sites.ts'
import { landingCandidates, readLandingPages, withReadPages } from './stages/landing-pages.ts'
import { adoptOwnPages } from './stages/own-pages.ts'
import type { SavedPaper } from './stages/papers.ts'
import { embedFragments, isEvidence, keepUseful } from './stages/rank.ts'
import { judgeStances } from './stages/stance.ts'

/**
 * One query through the whole pipeline (TRUST phases 1-7, of which citations are left for after the answer). Every
 * stage has saved its work before the next begins, under ids that follow from the content; a stage that asked the web
 * is not run again when the search is resumed. `atEnd` belongs to the transaction that finishes the search.
 */
export async function runPipeline(
  run: SearchRun,
  pageBudget: number,
  atEnd: (left: LeftForLater) => void = () => {},
): Promise<void> {
  const { store } = run.parts
  const before = readByOtherSearches(run)

  const web = await once(run, 'web', webFound, () => searchWeb(run))
  const papers = [...(await once(run, 'papers', savedPapers, () => findPapers(run, web.items)))]
  const found = await once(run, 'pages', identifierList, () =>
    fetchPages(run, candidates(web.candidates, papers), pageBudget),
  )
  requireSomeSite(run)
  const linked = await once(run, 'explored', identifierList, () => exploreSites(run, pageBudget))
  const named = [...found, ...linked]
  papers.push(...(await once(run, 'papers of pages', savedPapers, async () => noted(run, await enrich(run, named)))))
  await readLandingPages(run, papers, pageBudget)
  adoptOwnPages(run, papers)
  const followable = withReadPages(run, papers)
  refreshCitationCommunities(store, run.task.id)

  const all = store.fragments.ofTask(run.task.id)
  const mine = fragmentsOfSearch(run)
  await embedFragments(run, all)
  clusterCopies(run, all.filter(isEvidence))
  const kept = await keepUseful(run, mine.filter(isEvidence))
  const freshClaims = await claimsOfSearch(run, kept)
  const evidence = store.fragments.ofTask(run.task.id).filter(isEvidence)
  const unjudged = (claim: Claim) => !isJudged(run, claim)
  await judgeStances(
    run,
    { fresh: freshClaims.filter(unjudged), old: before.claims.filter(unjudged) },
    { all: evidence, fresh: evidence.filter((fragment) => !before.pages.has(fragment.page_id)) },
  )
  run.step('Weighing the evidence')
  // One transaction: after a crash the search is either finished with all its figures, or not finished.
  store.write(() => {
    recomputeTask(run.parts, run.task.id, run.causeId)
    if (run.row.options.refute) markUnrefuted(run)
    measureSearch(run, kept)
    noteSiteHarvest(run, kept)
    atEnd({ papers: followable, kept })
  })
}

const webFound = z.custom<Awaited<ReturnType<typeof searchWeb>>>((value) => typeof value === 'object')
const savedPapers = z.array(z.custom<SavedPaper>((value) => typeof value === 'object'))
const identifierList = z.array(z.custom<Identifier>((value) => typeof value === 'object')).readonly()

/** What the task knew before this search began, told apart so that a resumed search counts its own pages as new. */
function readByOtherSearches(run: SearchRun): {
  readonly pages: ReadonlySet<string>
  readonly claims: readonly Claim[]
} {
  const { store } = run.parts
  const others = store.searches.ofTask(run.task.id).filter((search) => search.id !== run.row.id)
  return {
    pages: new Set(others.flatMap((search) => store.searches.pagesOf(search.id)).flatMap((page) => page.page_id ?? [])),
    claims: store.claims.ofTask(run.task.id).filter((claim) => claim.search_id !== run.row.id),
  }
}

async function findPapers(run: SearchRun, items: readonly SerpItem[]): Promise<SavedPaper[]> {
  const papers = [...(await searchPapers(run))]
  const named = items.flatMap((item) => identifiersIn(`${item.url} ${item.title} ${item.snippet}`))
  papers.push(...(await enrich(run, named)))
  return noted(run, papers)
}

function noted(run: SearchRun, papers: readonly SavedPaper[]): SavedPaper[] {
  run.signal.throwIfAborted()
  notePapers(run, papers)
  return [...papers]
}

/** REQ 2.1.5: when every site that was found is cooling down, the task waits instead of calling the query exhausted. */
function requireSomeSite(run: SearchRun): void {
  const looked = run.parts.store.searches.pagesOf(run.row.id)
  if (looked.length > 0 && looked.every((page) => page.outcome === 'cooling_down'))
    throw new LyraError('ALL_ENGINES_BLOCKED', 'Every site that was found is cooling down')
}

/** Claims are saved all at once: where there are some, the extraction is done. */
async function claimsOfSearch(run: SearchRun, kept: readonly Fragment[]): Promise<readonly Claim[]> {
  const saved = run.parts.store.claims.ofTask(run.task.id).filter((claim) => claim.search_id === run.row.id)
  return saved.length > 0 ? saved : extractClaims(run, kept)
}

/** A claim's edges are saved all at once, too. */
function isJudged(run: SearchRun, claim: Claim): boolean {
  return run.parts.store.edges.evidenceFor(claim.id).some((edge) => edge.cause_id === run.causeId)
}

function candidates(web: readonly FetchCandidate[], papers: readonly SavedPaper[]): readonly FetchCandidate[] {
  const known = new Set(web.map((candidate) => candidate.url))
  return [...web, ...landingCandidates(papers).filter((candidate) => !known.has(candidate.url))]
}

function notePapers(run: SearchRun, papers: readonly SavedPaper[]): void {
  for (const paper of papers) {
    if (paper.pageId !== null) noteApiPage(run, paper.pageId, paper.work.sources.join('+'))
  }
}

function fragmentsOfSearch(run: SearchRun): readonly Fragment[] {
  return run.pageIds
    .flatMap((pageId) => run.parts.store.fragments.ofPage(pageId))
    .filter((fragment) => !fragment.is_irrelevant)
}
