import { withoutInvisible } from './invisible.ts'

/** The same words in another case, width or spacing are the same query. */
export function normalisedQuery(query: string): string {
  return withoutInvisible(query.normalize('NFKC')).toLowerCase().replace(/\s+/gu, ' ').trim()
}
