import type { Claim, Edge } from '../../domain/claim.ts'
import { LyraError } from '../../domain/errors.ts'
import type { Fragment, Page } from '../../domain/page.ts'
import type { HumanRoom } from '../room.ts'

export interface FeedbackInput {
  readonly taskId: string
  readonly targetId: string
  readonly payload: unknown
  /** The event of this feedback: the cause of what it changes. */
  readonly causeId: string
}

export interface Applied {
  /** What changed in the graph, in words with ids. */
  readonly applied: readonly string[]
  /** Claims whose confidence has to be computed again. */
  readonly touched: readonly string[]
  /** The payload as it is kept, normalised. */
  readonly payload: Readonly<Record<string, unknown>>
}

export function requireFragment(room: HumanRoom, id: string): Fragment {
  const fragment = room.store.fragments.get(id)
  if (fragment === null) throw new LyraError('NOT_FOUND', `No fragment has the id ${id}`)
  return fragment
}

export function requirePage(room: HumanRoom, id: string): Page {
  const page = room.store.pages.get(id)
  if (page === null) throw new LyraError('NOT_FOUND', `No page has the id ${id}`)
  return page
}

/** A stance edge toward a claim of the task; a claim belongs to one task (GRAPH 1.1), so no other task's is found. */
export function requireStanceEdge(room: HumanRoom, taskId: string, id: string): { edge: Edge; claim: Claim } {
  const edge = room.store.edges.get(id)
  const claim = edge?.target_type === 'claim' ? room.store.claims.get(edge.target_id) : null
  if (edge === null || claim === null || edge.source_type !== 'fragment' || claim.task_id !== taskId)
    throw new LyraError('NOT_FOUND', `No fragment-to-claim edge of task ${taskId} has the id ${id}`)
  return { edge, claim }
}

/** The page an id stands for: its own, or that of the fragment (LYRA 1.10: CITES edges run from page to page). */
export function pageOf(room: HumanRoom, id: string): Page {
  const page = room.store.pages.get(id)
  if (page !== null) return page
  const fragment = room.store.fragments.get(id)
  if (fragment === null) throw new LyraError('NOT_FOUND', `Neither a page nor a fragment has the id ${id}`)
  return requirePage(room, fragment.page_id)
}

export type NodeKind = 'task' | 'claim' | 'fragment' | 'page' | 'edge'

export function nodeKind(room: HumanRoom, taskId: string, id: string): NodeKind | null {
  if (id === taskId) return 'task'
  if (room.store.claims.get(id)?.task_id === taskId) return 'claim'
  if (room.store.fragments.get(id) !== null) return 'fragment'
  if (room.store.pages.get(id) !== null) return 'page'
  if (room.store.edges.get(id) !== null) return 'edge'
  return null
}

/** Claims of any task with evidence on these pages. */
export function claimsTouchedByPages(room: HumanRoom, pageIds: readonly string[]): readonly string[] {
  const ids = new Set<string>()
  for (const pageId of pageIds)
    for (const fragment of room.store.fragments.ofPage(pageId))
      for (const claim of room.store.claims.touchedByFragment(fragment.id)) ids.add(claim.id)
  return [...ids]
}
