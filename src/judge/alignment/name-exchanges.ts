import { differingRuns, type PlacedToken } from './differing-runs.ts'
import type { Exchange } from './exchange.ts'
import type { PreparedSentence } from './prepared-source.ts'
import { type StatedName, statedNames } from './stated-names.ts'
import type { WordCounts } from './word-counts.ts'

/** Texts that are read for one statement. */
const MOST_EXCHANGES = 8
const YEAR = /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)/gu

/**
 * The statement with one of its names, or years, put in place of another that stands in a near sentence: if the source
 * bears one of these out and not what was said, the two were exchanged.
 */
export function nameExchanges(
  statement: string,
  near: readonly PreparedSentence[],
  counts: WordCounts,
): readonly Exchange[] {
  const mine = distinct(statedNames(statement, counts.isName))
  const theirs = distinct(near.flatMap(({ text }) => statedNames(text, counts.isName)))
  const others = theirs.filter(({ text }) => !statement.includes(text))
  const named = mine.flatMap((own) =>
    others.filter((other) => isOfKind(own, other)).map((other) => put('name', statement, own.text, other.text)),
  )
  const told = new Set(near.flatMap(({ text }) => text.match(YEAR) ?? []))
  const years = [...new Set(statement.match(YEAR) ?? [])].flatMap((own) =>
    [...told].filter((year) => !statement.includes(year)).map((year) => put('year', statement, own, year)),
  )
  const runs = near.slice(0, BESIDE).flatMap(({ text, isRow }) => (isRow ? [] : inPlace(statement, text)))
  // In turns, so that no kind takes all the places.
  const kinds = [runs, named, years]
  const mixed = Array.from({ length: MOST_EXCHANGES }, (_, at) => kinds.flatMap((kind) => kind.slice(at, at + 1)))
  const all = new Map(mixed.flat().map((exchange) => [exchange.text, exchange]))
  return [...all.values()].filter(({ text }) => text !== statement).slice(0, MOST_EXCHANGES)
}

const put = (kind: Exchange['kind'], statement: string, own: string, other: string): Exchange => ({
  ...{ kind, text: statement.replace(own, () => other), own, other },
})

/** Sentences that the statement is laid side by side with. */
const BESIDE = 2
const LONGEST_RUN = 4
/** A name, by its capital, or whatever Japanese writes without kana. */
const NAMING = /^\p{Lu}|[\p{Script=Han}\p{Script=Katakana}]{2}/u

/** What the sentence has between words that both have, in the place of what the statement has there. */
function inPlace(statement: string, sentence: string): readonly Exchange[] {
  const written = (text: string, run: readonly PlacedToken[]) => {
    const [first, last] = [run[0], run.at(-1)]
    return first === undefined || last === undefined ? '' : text.slice(first.at, last.at + last.word.length)
  }
  return differingRuns(statement, sentence).flatMap(([mine, theirs]) => {
    if (mine.length > LONGEST_RUN || theirs.length > LONGEST_RUN) return []
    const [own, other] = [written(statement, mine), written(sentence, theirs)]
    if (![own, other].every((text) => NAMING.test(text) && !/\d/u.test(text))) return []
    const at = mine[0]?.at ?? 0
    const text = `${statement.slice(0, at)}${other}${statement.slice(at + own.length)}`
    return [{ kind: 'name' as const, text, own, other }]
  })
}

const LATIN = /\p{Script=Latin}/u

function isOfKind(one: StatedName, other: StatedName): boolean {
  return LATIN.test(one.text) === LATIN.test(other.text) && (one.isPerson === true) === (other.isPerson === true)
}

function distinct(names: readonly StatedName[]): readonly StatedName[] {
  return [...new Map(names.map((name) => [name.text, name])).values()]
}
