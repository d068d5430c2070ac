import type { Fragment } from '../domain/page.ts'
import { identifiersIn } from '../extract/identifiers.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import { recomputeTask } from './graph/recompute.ts'
import type { SearchRun } from './parts.ts'
import { decayUnrefuted } from './refutation.ts'
import { measureSearch } from './search-metrics.ts'
import { enrich, searchPapers } from './stages/academic.ts'
import { chaseCitations } from './stages/citations.ts'
import { extractClaims } from './stages/claims.ts'
import { fetchPages } from './stages/fetch.ts'
import { type FetchCandidate, searchWeb } from './stages/find.ts'
import type { SavedPaper } from './stages/papers.ts'
import { clusterCopies, embedFragments, isEvidence, keepUseful } from './stages/rank.ts'
import { judgeStances } from './stages/stance.ts'

/** One query through the whole pipeline (TRUST phases 1-7). Every stage has saved its work before the next begins. */
export async function runPipeline(run: SearchRun, pageBudget: number): Promise<void> {
  const { store } = run.parts
  const alreadyRead = new Set(store.fragments.ofTask(run.task.id).map((fragment) => fragment.id))
  const oldClaims = store.claims.ofTask(run.task.id)

  const web = await searchWeb(run)
  const papers = [...(await searchPapers(run))]
  papers.push(
    ...(await enrich(
      run,
      web.items.flatMap((item) => identifiersIn(`${item.url} ${item.title} ${item.snippet}`)),
    )),
  )
  notePapers(run, papers)

  const found = await fetchPages(run, candidates(web.candidates, papers), pageBudget)
  const fromPages = await enrich(run, found)
  notePapers(run, fromPages)
  papers.push(...fromPages)
  noteCited(run, await chaseCitations(run, papers))
  refreshCitationCommunities(store, run.task.id)

  const all = store.fragments.ofTask(run.task.id)
  const mine = fragmentsOfSearch(run)
  await embedFragments(run, all)
  clusterCopies(run, all.filter(isEvidence))
  const kept = await keepUseful(run, mine.filter(isEvidence))
  const freshClaims = await extractClaims(run, kept)
  const evidence = store.fragments.ofTask(run.task.id).filter(isEvidence)
  await judgeStances(
    run,
    { fresh: freshClaims, old: oldClaims },
    { all: evidence, fresh: evidence.filter((fragment) => !alreadyRead.has(fragment.id)) },
  )
  run.step('Weighing the evidence')
  if (run.row.options.refute) decayUnrefuted(run)
  recomputeTask(run.parts, run.task.id, run.causeId)
  measureSearch(run, kept)
}

/** Papers whose abstract no source has are read like any other page (TRUST phase 4). */
function candidates(web: readonly FetchCandidate[], papers: readonly SavedPaper[]): readonly FetchCandidate[] {
  const known = new Set(web.map((candidate) => candidate.url))
  const landing = papers.flatMap((paper) =>
    paper.pageId === null && paper.landingUrl !== null && !known.has(paper.landingUrl)
      ? [{ url: paper.landingUrl, foundBy: paper.work.sources.join('+'), referer: null, score: 0 }]
      : [],
  )
  return [...web, ...landing]
}

function notePapers(run: SearchRun, papers: readonly SavedPaper[]): void {
  for (const paper of papers) {
    if (paper.pageId !== null) noteApiPage(run, paper.pageId, paper.work.sources.join('+'), true)
  }
}

/** Cited papers have their own limit (sources.citations_kept) and do not use up the task's pages. */
function noteCited(run: SearchRun, pageIds: readonly string[]): void {
  for (const pageId of pageIds) noteApiPage(run, pageId, 'citation', false)
}

function noteApiPage(run: SearchRun, pageId: string, foundBy: string, counts: boolean): void {
  const page = run.parts.store.pages.get(pageId)
  if (page === null || run.pageIds.includes(pageId)) return
  run.pageIds.push(pageId)
  run.parts.store.searches.savePage({
    query_id: run.row.id,
    url: page.url,
    page_id: pageId,
    found_by: foundBy,
    outcome: page.outcome,
    reason: null,
    attempts: [],
    counts_toward_budget: counts,
    cause_id: run.causeId,
  })
}

function fragmentsOfSearch(run: SearchRun): readonly Fragment[] {
  return run.pageIds
    .flatMap((pageId) => run.parts.store.fragments.ofPage(pageId))
    .filter((fragment) => !fragment.is_irrelevant)
}
