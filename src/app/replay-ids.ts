import { type IdSource, seededIds } from '../domain/ids.ts'
import type { Store } from '../store/types.ts'

/**
 * In a replay ids are seeded, so that runs are repeatable. A home that was replayed into before continues with a new
 * seed. Each opening reserves its seed number in one transaction, so that two processes never share one; it is that of
 * the newest event, since their count falls when a task is cleaned up. `use` installs the id source before the event
 * that reserves the number is written.
 */
export function seedReplayIds(
  store: Pick<Store, 'events' | 'write'>,
  use: (source: IdSource) => void,
  given?: string,
): void {
  store.write(() => {
    const before = store.events.last()
    const opening = seededIds(given === undefined ? `replay opening ${before}` : `replay opening ${given} ${before}`)
    use(opening)
    store.events.append({ kind: 'replay_opened', data: { events_before: before }, causeId: opening.next('cause') })
    use(seededIds(given ?? (before === 0 ? 'replay' : `replay ${before}`)))
  })
}
