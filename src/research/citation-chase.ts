import type { Fragment } from '../domain/page.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import { recomputeTask } from './graph/recompute.ts'
import type { SearchRun } from './parts.ts'
import { measureSearch } from './search-metrics.ts'
import { chaseCitations } from './stages/citations.ts'
import { extractClaims } from './stages/claims.ts'
import type { SavedPaper } from './stages/papers.ts'
import { clusterCopies, embedFragments, isEvidence, keepUseful } from './stages/rank.ts'
import { judgeStances } from './stages/stance.ts'

export interface ChaseReport {
  /** Papers whose citations were followed. */
  readonly papers: number
  /** Pages that the search now has besides those of its answer. */
  readonly pages: readonly string[]
  readonly claims: number
  /** Papers not reached before the pages or the time of the chase were used up. */
  readonly left: number
}

/**
 * TRUST phase 5 after the answer: the citations of a search's papers with their own limits of pages and time
 * (sources.citation_pages, sources.citation_seconds), then claims and stances of what they brought. `kept` is what the search
 * kept for its answer; its figures are measured again over both. The conductor does not call it yet: to survive a crash, a chase
 * after the answer has to be a job of its own; until then search-run follows the citations before it answers. Time is read from the clock, so that a replay cuts nothing.
 */
export async function chaseInBackground(
  run: SearchRun,
  papers: readonly SavedPaper[],
  kept: readonly Fragment[],
  signal: AbortSignal = run.signal,
): Promise<ChaseReport> {
  const { store } = run.parts
  const before = new Set(store.fragments.ofTask(run.task.id).map((fragment) => fragment.id))
  const oldClaims = store.claims.ofTask(run.task.id)
  const mine: SearchRun = { ...run, signal, pageIds: [] }
  const { followed, left } = await follow(mine, papers, new Set(run.pageIds))
  refreshCitationCommunities(store, run.task.id)
  const claims = mine.pageIds.length === 0 ? [] : await absorb(mine, kept, before, oldClaims)
  run.pageIds.push(...mine.pageIds)
  const report = { papers: followed, pages: mine.pageIds, claims: claims.length, left }
  store.events.append({
    kind: 'citations_chased',
    taskId: run.task.id,
    subjectType: 'search',
    subjectId: run.row.id,
    data: { ...report, pages: report.pages.length },
    causeId: run.causeId,
  })
  return report
}

async function follow(
  run: SearchRun,
  papers: readonly SavedPaper[],
  known: ReadonlySet<string>,
): Promise<{ readonly followed: number; readonly left: number }> {
  const { clock, settings } = run.parts
  const until = clock.now() + settings.sources.citation_seconds * 1000
  const wanted = [
    ...new Map(papers.flatMap((paper) => (paper.pageId === null ? [] : [[paper.pageId, paper]]))).values(),
  ]
  let followed = 0
  for (const paper of wanted) {
    if (clock.now() >= until || run.pageIds.length >= settings.sources.citation_pages) break
    const added = await chaseCitations(run, [paper])
    for (const pageId of added) if (!known.has(pageId)) noteCited(run, pageId)
    followed += 1
  }
  return { followed, left: wanted.length - followed }
}

/** Cited papers do not use up the task's pages. */
function noteCited(run: SearchRun, pageId: string): void {
  const page = run.parts.store.pages.get(pageId)
  if (page === null || run.pageIds.includes(pageId)) return
  run.pageIds.push(pageId)
  run.parts.store.searches.savePage({
    query_id: run.row.id,
    url: page.url,
    page_id: pageId,
    found_by: 'citation',
    outcome: page.outcome,
    reason: null,
    attempts: [],
    counts_toward_budget: false,
    cause_id: run.causeId,
  })
}

/** The later half of the pipeline for the new pages alone; older claims meet them, too. */
async function absorb(
  run: SearchRun,
  kept: readonly Fragment[],
  before: ReadonlySet<string>,
  oldClaims: ReturnType<SearchRun['parts']['store']['claims']['ofTask']>,
) {
  const { store } = run.parts
  const all = store.fragments.ofTask(run.task.id)
  const mine = run.pageIds
    .flatMap((pageId) => store.fragments.ofPage(pageId))
    .filter((fragment) => !fragment.is_irrelevant && isEvidence(fragment))
  await embedFragments(run, all)
  clusterCopies(run, all.filter(isEvidence))
  const useful = await keepUseful(run, mine)
  const fresh = await extractClaims(run, useful)
  const evidence = store.fragments.ofTask(run.task.id).filter(isEvidence)
  await judgeStances(
    run,
    { fresh, old: oldClaims },
    { all: evidence, fresh: evidence.filter((fragment) => !before.has(fragment.id)) },
  )
  store.write(() => {
    recomputeTask(run.parts, run.task.id, run.causeId)
    measureSearch(run, [...kept, ...useful])
  })
  return fresh
}
