import type { CitationEntry, CitationsAnswer } from '../api/list-citations.ts'
import { citationsUri } from '../api/resource-uris.ts'
import { CANDIDATE_STATES, type CitationCandidate } from '../domain/citation-steering.ts'
import { identifierKey } from '../domain/paper.ts'
import { roundTo } from '../domain/round-to.ts'
import { requireTask } from '../store/require-task.ts'
import type { CandidateFilter, Store } from '../store/types.ts'

interface ListRequest extends CandidateFilter {
  readonly from: number
  readonly limit: number
}

/** The citation list of a task, best first. */
export function listCitations(
  { store }: { readonly store: Pick<Store, 'citationCandidates' | 'pages' | 'tasks'> },
  taskId: string,
  { from, limit, ...filter }: ListRequest,
): CitationsAnswer {
  requireTask(store, taskId)
  const all = store.citationCandidates.ofTask(taskId, filter)
  const shown = all.slice(from, from + limit)
  const titles = new Map(store.pages.many(shown.map((one) => one.page_id)).map(({ id, title }) => [id, title]))
  const countOf = (state: CitationCandidate['state']) => all.filter((one) => one.state === state).length
  const [kept, left, excluded] = CANDIDATE_STATES.map(countOf)
  const end = from + shown.length
  return {
    ok: true,
    task_id: taskId,
    total: all.length,
    counts: { kept: kept ?? 0, left: left ?? 0, excluded: excluded ?? 0 },
    items: shown.map((one) => entryOf(one, titles.get(one.page_id) ?? null)),
    next: end < all.length ? citationsUri(taskId, end) : null,
  }
}

function entryOf(one: CitationCandidate, title: string | null): CitationEntry {
  return {
    id: one.id,
    title: one.title,
    year: one.year,
    identifiers: one.identifiers.map(identifierKey),
    direction: one.direction,
    depth: one.depth,
    of: { page_id: one.page_id, title },
    score: one.score === null ? null : roundTo(one.score, 3),
    state: one.state,
    reason: one.reason,
  }
}
