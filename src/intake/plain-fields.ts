import type { Identifier } from '../domain/paper.ts'
import { hasInstruction } from '../guard/l2-page-screen.ts'

/** A tag of BCP 47 as `en`, `zh-Hant` or `pt-BR`, at most four parts: a list of words is no language. */
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,3}$/i

/** A year, a month, a day or a moment, as precise as it is known: `2024`, `2024-03`, `2024-03-01T09:00:00Z`. */
const DATE = /^\d{4}(?:-\d{1,2}(?:-\d{1,2}(?:[T ][\d:.]{4,15}(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/

/** Anything may stand behind the slash of a DOI; one that reads as an order is looked up nowhere and kept nowhere. */
export function namesNoOrder({ value }: Pick<Identifier, 'value'>): boolean {
  return !hasInstruction(value.replace(/[-_./+]/gu, ' '))
}

/** The language, where it is written as one and says no more; null for anything else. */
export function languageTag(language: string | null): string | null {
  return language !== null && LANGUAGE.test(language) && namesNoOrder({ value: language }) ? language : null
}

/** The date, where it is written as one; null for anything else. */
export function plainDate(date: string | null): string | null {
  return date !== null && DATE.test(date) ? date : null
}
