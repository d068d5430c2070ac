import { prepareStatements } from './statements.ts'
import type { Store } from './types.ts'

/** How often each outcome was met over all searches of the home. */
export function pageOutcomes(store: Pick<Store, 'db' | 'path'>): Readonly<Record<string, number>> {
  const rows = prepareStatements(store.db, store.path).all(
    'SELECT outcome, count(*) AS n FROM search_pages GROUP BY outcome ORDER BY outcome',
  )
  return Object.fromEntries(rows.map((row) => [String(row.outcome), Number(row.n)]))
}
