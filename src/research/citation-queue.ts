import { isoTime } from '../domain/clock.ts'
import type { SearchRow } from '../domain/task.ts'
import type { Store } from '../store/types.ts'
import { PRIORITIES } from '../work/work-request.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { type CitationPayload, citationJobId } from './jobs/payloads.ts'
import type { DeferredCitations } from './pipeline.ts'

/** A waiting search has priority over citations. */
const AFTER_SEARCHES = PRIORITIES.embed
/** Without a recorded order a replay uses this one: a search, its citations, the next search. */
const BEFORE_SEARCHES = PRIORITIES.serp + 1

type QueueParts = Pick<ConductorParts, 'store' | 'sources' | 'settings' | 'clock' | 'jobs' | 'citationSteps'>

/**
 * TRUST phase 5 after the answer: a job for the citations of the search's papers, in the transaction that ends the
 * search, so that a crash loses neither; also for the identifiers that were too many to look up before it (phase 3).
 * Nothing is queued without either, or when no pages may be added.
 */
export function queueCitations(
  { store, sources, settings, clock, jobs, citationSteps }: QueueParts,
  row: SearchRow,
  { papers, identifiers, lookedUp, kept, outOfBudget }: DeferredCitations & { readonly outOfBudget: boolean },
): void {
  const wanted = new Map(papers.flatMap((paper) => (paper.pageId === null ? [] : [[paper.pageId, paper.work.id]])))
  const lists = sources.some((source) => source.references !== undefined || source.citations !== undefined)
  const hasWork = (wanted.size > 0 && lists) || identifiers.length > 0
  if (!hasWork || settings.sources.citation_pages === 0) return
  const causeId = store.events.append({
    kind: 'citations_queued',
    taskId: row.task_id,
    subjectType: 'search',
    subjectId: row.id,
    data: { papers: wanted.size, identifiers: identifiers.length },
    causeId: row.cause_id,
  })
  const first = settings.replay !== '' && citationSteps === undefined
  jobs.add({
    id: citationJobId(row.id),
    task_id: row.task_id,
    kind: 'citations',
    priority: first ? BEFORE_SEARCHES : AFTER_SEARCHES,
    payload: {
      search_id: row.id,
      papers: [...wanted].map(([page_id, work_id]) => ({ page_id, work_id })),
      identifiers: [...identifiers],
      kept: kept.map((fragment) => fragment.id),
      enriched: [...new Set(lookedUp)],
      out_of_budget: outOfBudget,
      steering: row.options.citations ?? {},
    } satisfies CitationPayload,
    created_at: isoTime(clock),
    cause_id: causeId,
  })
}

/** Searches of the task whose citations are still to be followed, by whichever process. */
export function citationsPending(store: Store, taskId: string): number {
  return store.jobs.openOfTask(taskId).filter((job) => job.kind === 'citations').length
}
