import type { PreparedSentence } from './prepared-source.ts'
import { type StatedName, statedNames } from './stated-names.ts'
import type { WordCounts } from './word-counts.ts'

/** Texts that are read for one statement. */
const MOST_EXCHANGES = 6
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/gu

/**
 * The statement with one of its names, or years, put in place of another that stands in a near sentence: if the source
 * bears one of these out and not what was said, the two were exchanged.
 */
export function nameExchanges(
  statement: string,
  near: readonly PreparedSentence[],
  counts: WordCounts,
): readonly string[] {
  const mine = distinct(statedNames(statement, counts.isName))
  const theirs = distinct(near.flatMap(({ text }) => statedNames(text, counts.isName)))
  const others = theirs.filter(({ text }) => !statement.includes(text))
  const names = mine.flatMap((own) =>
    others.filter((other) => isOfKind(own, other)).map((other) => statement.replace(own.text, other.text)),
  )
  const told = new Set(near.flatMap(({ text }) => text.match(YEAR) ?? []))
  const years = [...new Set(statement.match(YEAR) ?? [])].flatMap((own) =>
    [...told].filter((year) => !statement.includes(year)).map((year) => statement.replace(own, year)),
  )
  return [...names, ...years].filter((text) => text !== statement).slice(0, MOST_EXCHANGES)
}

const LATIN = /\p{Script=Latin}/u

function isOfKind(one: StatedName, other: StatedName): boolean {
  return LATIN.test(one.text) === LATIN.test(other.text) && (one.isPerson === true) === (other.isPerson === true)
}

function distinct(names: readonly StatedName[]): readonly StatedName[] {
  return [...new Map(names.map((name) => [name.text, name])).values()]
}
