import { prepareStatements } from './statements.ts'
import type { Store } from './types.ts'

/** Fragments a search has kept so far; a running one has them from its ranking on. */
export function keptFragments(store: Pick<Store, 'db' | 'path'>, searchId: string): number {
  const row = prepareStatements(store.db, store.path).get(
    'SELECT count(*) AS n FROM search_fragments WHERE query_id = :searchId AND kept = 1',
    { searchId },
  )
  return Number(row?.n)
}
