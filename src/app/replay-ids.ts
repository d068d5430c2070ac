import { type IdSource, seededIds } from '../domain/ids.ts'
import type { Store } from '../store/types.ts'

/**
 * In a replay ids are seeded, so that a run can be repeated. A home that was replayed into before goes on with other
 * ids, still the same in every run; each opening uses up a number in one transaction, so that two processes that open
 * one home at once never share theirs. `use` hands the source to the store before the event that uses the number up is
 * written.
 */
export function seedReplayIds(store: Pick<Store, 'events' | 'write'>, use: (source: IdSource) => void): void {
  store.write(() => {
    const before = store.events.count()
    const opening = seededIds(`replay opening ${before}`)
    use(opening)
    store.events.append({ kind: 'replay_opened', data: { events_before: before }, causeId: opening.next('cause') })
    use(seededIds(before === 0 ? 'replay' : `replay ${before}`))
  })
}
