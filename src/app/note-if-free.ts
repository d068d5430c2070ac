import type { Store } from '../store/types.ts'

/**
 * The store of an answer that reads and only notes that it was asked: the note is left out while another process
 * writes, since nobody should wait for it.
 */
export function notingIfFree(store: Store): Store {
  const append: Store['events']['append'] = (event) =>
    store.writeIfFree(() => store.events.append(event))?.value ?? event.causeId
  return { ...store, events: { ...store.events, append } }
}
