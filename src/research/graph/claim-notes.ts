import type { ClaimNote } from '../../api/claim-note.ts'
import type { Store } from '../../store/types.ts'
import type { ClaimNode } from './task-graph.ts'

/**
 * FEEDBACK 6: what was noted on a claim, on the fragment and page it comes from, and on the passages that take a side
 * on it, oldest first.
 */
export function claimNotes(
  { people }: Pick<Store, 'people'>,
  { claim, fragment, page, evidence }: ClaimNode,
): readonly ClaimNote[] {
  const taking = evidence.filter((edge) => edge.relation !== 'neutral')
  const places = new Map<string, ClaimNote['on']>([
    ...taking.flatMap((edge): [string, ClaimNote['on']][] => [
      [edge.page.id, 'evidence'],
      [edge.fragment.id, 'evidence'],
      [edge.id, 'evidence'],
    ]),
    [page.id, 'source'],
    [fragment.id, 'source'],
    [claim.id, 'claim'],
  ])
  return people.feedback.notes(claim.task_id, [...places.keys()]).map(({ target_id, note, created_at }) => ({
    on: places.get(target_id) ?? 'claim',
    target_id,
    note,
    at: created_at,
  }))
}

/** Beside a claim in a list a note is shortened; `get_claim` and the feedback table have all of it. */
const SHORT_NOTE = 300

/** The words alone, of the claim and its source: beside a claim in a list. */
export function shortNotes(store: Pick<Store, 'people'>, node: ClaimNode): readonly string[] {
  return claimNotes(store, node)
    .filter(({ on }) => on !== 'evidence')
    .map(({ note }) => (note.length <= SHORT_NOTE ? note : `${note.slice(0, SHORT_NOTE - 1)}…`))
}
