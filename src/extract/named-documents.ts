import { patentsAndLaws } from './patents-and-laws.ts'
import { recordNumbers, recordNumbersOfQuery } from './record-numbers.ts'
import type { NamedDocument } from './types.ts'

/** Patents, laws and numbers of registers that a text or an address names, each in one spelling. */
export function namedDocuments(text: string): NamedDocument[] {
  return [...patentsAndLaws(text), ...recordNumbers(text)]
}

/** What a query is about, where it says so by a number or the name of a domain. */
export function namedInQuery(query: string): NamedDocument[] {
  return [...patentsAndLaws(query), ...recordNumbersOfQuery(query)]
}
