import type { Fragment } from '../domain/page.ts'
import type { SearchRow, Task } from '../domain/task.ts'
import { refreshCitationCommunities } from '../store/citation-communities.ts'
import { type ChaseState, noteChase, stepsLeft } from './citation-chase.ts'
import { CITATIONS_FINISHED } from './citation-plan.ts'
import { concludeSearch } from './conclude-search.ts'
import type { RecomputeParts } from './graph/recompute.ts'
import type { SearchCall } from './search-call.ts'
import { type JudgeQueryDeps, judgeQuery } from './stages/judge-query.ts'
import { type Evidence, type EvidenceDeps, takeInEvidence } from './stages/take-in-evidence.ts'
import { mergeWarnings } from './stages/warnings.ts'

interface FinishInput {
  readonly task: Task
  readonly row: SearchRow
  readonly queryVector: Float32Array | null
  readonly outOfBudget: boolean
  /** Fragments the answer was measured by. */
  readonly kept: readonly string[]
}

const NOTHING: Evidence = { useful: [], claims: [], warnings: [] }

/**
 * The later half of the pipeline for what the chase has added; ends with the search's figures measured again, and the
 * job, in one transaction.
 */
export async function finishChase(
  deps: EvidenceDeps & RecomputeParts & JudgeQueryDeps,
  call: SearchCall,
  { task, row, queryVector, outOfBudget, kept }: FinishInput,
  state: ChaseState,
  atEnd: () => void,
): Promise<void> {
  const { store } = deps
  const { done, pageIds } = state
  const left = stepsLeft(state).length
  const cut = left > 0 ? [`citations: ${left} papers were not followed (limit of pages or time)`] : []
  refreshCitationCommunities(store, task.id)
  const fresh = new Set(state.fresh)
  const isFresh = (pageId: string) => fresh.has(pageId)
  const isNews = ({ page_id: pageId }: Fragment) => row.options.revalidate === undefined || fresh.has(pageId)
  const pages = { pageIds, isFresh, isNews, question: task.query }
  const added = pageIds.length === 0 ? NOTHING : await takeInEvidence(deps, call, pages)
  if (row.options.refute && pageIds.length > 0) await judgeQuery(deps, call, queryVector)
  call.signal.throwIfAborted()
  const conclusion = {
    ...{ row, queryVector, outOfBudget },
    kept: [...inOrder(store.fragments.many(kept), kept), ...added.useful],
    warnings: mergeWarnings([...state.warnings, ...cut], added.warnings),
  }
  await concludeSearch(deps, call, conclusion, (measured) => {
    store.searches.update({ ...measured, finished_at: row.finished_at })
    noteChase(store, call, CITATIONS_FINISHED, {
      papers: done.length,
      pages: pageIds.length,
      claims: added.claims.length,
      left,
    })
    atEnd()
  })
}

function inOrder(fragments: readonly Fragment[], ids: readonly string[]): readonly Fragment[] {
  const byId = new Map(fragments.map((fragment) => [fragment.id, fragment]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
