import type { FeedbackAction, FeedbackPayload } from '../../api/feedback.ts'
import type { Claim, Edge } from '../../domain/claim.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import type { FeedbackActor } from '../../store/people/feedback-rows.ts'
import type { HumanDeps } from '../human-deps.ts'

export interface FeedbackInput<Action extends FeedbackAction> {
  readonly taskId: string
  readonly targetId: string
  readonly payload: FeedbackPayload<Action>
  /** The event of this feedback: the cause of what it changes. */
  readonly causeId: string
  readonly by: FeedbackActor
}

export interface Applied {
  /** What changed in the graph, in words with ids. */
  readonly applied: readonly string[]
  /** Claims whose confidence has to be computed again. */
  readonly touched: readonly string[]
  /** The payload as it is kept, normalised. */
  readonly payload: Readonly<Record<string, unknown>>
  /** The same correction of other targets, which followed from it. */
  readonly copies?: readonly { readonly targetId: string; readonly payload: Readonly<Record<string, unknown>> }[]
}

export function requireFragment(deps: HumanDeps, id: string): Fragment {
  const fragment = deps.store.fragments.get(id)
  if (fragment === null) throw new LyraError('NOT_FOUND', `No fragment has the id ${id}`)
  return fragment
}

export function requirePage(deps: HumanDeps, id: string): Page {
  const page = deps.store.pages.get(id)
  if (page === null) throw new LyraError('NOT_FOUND', `No page has the id ${id}`)
  return page
}

/** A stance edge toward a claim of the task; a claim belongs to one task (GRAPH 1.1), so no other task's is found. */
export function requireStanceEdge(deps: HumanDeps, taskId: string, id: string): { edge: Edge; claim: Claim } {
  const edge = deps.store.edges.get(id)
  const claim = edge?.target_type === 'claim' ? deps.store.claims.get(edge.target_id) : null
  if (edge === null || claim === null || edge.source_type !== 'fragment' || claim.task_id !== taskId)
    throw new LyraError('NOT_FOUND', `No fragment-to-claim edge of task ${taskId} has the id ${id}`)
  return { edge, claim }
}

/** The page an id stands for: its own, or that of the fragment (LYRA 1.10: CITES edges run from page to page). */
export function pageOf(deps: HumanDeps, id: string): Page {
  const page = deps.store.pages.get(id)
  if (page !== null) return page
  const fragment = deps.store.fragments.get(id)
  if (fragment === null) throw new LyraError('NOT_FOUND', `Neither a page nor a fragment has the id ${id}`)
  return requirePage(deps, fragment.page_id)
}

type NodeKind = 'task' | 'claim' | 'fragment' | 'page' | 'edge'

export function nodeKind(deps: HumanDeps, taskId: string, id: string): NodeKind | null {
  if (id === taskId) return 'task'
  if (deps.store.claims.get(id)?.task_id === taskId) return 'claim'
  if (deps.store.fragments.get(id) !== null) return 'fragment'
  if (deps.store.pages.get(id) !== null) return 'page'
  if (deps.store.edges.get(id) !== null) return 'edge'
  return null
}

/** Claims of any task with evidence on these pages. */
export function claimsTouchedByPages(deps: HumanDeps, pageIds: readonly string[]): readonly string[] {
  const ids = new Set<string>()
  for (const pageId of pageIds)
    for (const fragment of deps.store.fragments.ofPage(pageId))
      for (const claim of deps.store.claims.touchedByFragment(fragment.id)) ids.add(claim.id)
  return [...ids]
}
