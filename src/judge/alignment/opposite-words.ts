import { isJapanese } from '../rules/words.ts'
import type { Opposition } from './lexicon.ts'
import { ENGLISH } from './lexicon-english.ts'
import { JAPANESE } from './lexicon-japanese.ts'
import { negatedForm } from './negated-forms.ts'
import { ENGLISH_OPPOSITES } from './opposites-english.ts'
import { JAPANESE_OPPOSITES } from './opposites-japanese.ts'
import { type ListedWords, listedWords } from './word-lists.ts'

/** The first word of the one run that has its opposite in the other. */
export function oppositeIn(own: readonly string[], other: readonly string[]): readonly [string, string] | null {
  for (const said of own) {
    const seen = other.find((word) => areOpposite(said, word))
    if (seen !== undefined) return [said, seen]
  }
  return null
}

/** Two words, or two pieces of Japanese, of which the one says the opposite of the other. */
export function areOpposite(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  if (a === b) return false
  if (isJapanese(a) || isJapanese(b)) return pieceOpposes(a, b) || listed(JAPANESE.oppositions, a, b)
  return (
    ENGLISH_OPPOSITES.get(a) === b ||
    ENGLISH_OPPOSITES.get(b) === a ||
    negatedForm(a, b) ||
    listed(ENGLISH.oppositions, a, b)
  )
}

function pieceOpposes(one: string, other: string): boolean {
  return JAPANESE_OPPOSITES.some(
    ([a, b]) => one.includes(a) && other.includes(b) && !other.includes(a) && !one.includes(b),
  )
}

function listed(oppositions: readonly Opposition[], one: string, other: string): boolean {
  const [a, b] = [listedWords(one), listedWords(other)]
  return oppositions.some(
    (pair) =>
      (a.has(pair.one) && b.has(pair.other) && !a.has(pair.other) && !b.has(pair.one)) ||
      (a.has(pair.other) && b.has(pair.one) && !a.has(pair.one) && !b.has(pair.other)),
  )
}

/** Both are of one side: 下回った and 届かなかった say the same. */
export function isOneSide(one: string, other: string): boolean {
  const lexicon = isJapanese(one) || isJapanese(other) ? JAPANESE : ENGLISH
  const [a, b] = [listedWords(one), listedWords(other)]
  const isOn = (side: readonly string[], against: readonly string[]) =>
    a.has(side) && b.has(side) && !a.has(against) && !b.has(against) && !sharesEntry(side, a, b)
  return lexicon.oppositions.some((pair) => isOn(pair.one, pair.other) || isOn(pair.other, pair.one))
}

/** The same word, denied by one of the two, is not of one side. */
function sharesEntry(side: readonly string[], a: ListedWords, b: ListedWords): boolean {
  const own = a.found(side)
  return b.found(side).some((entry) => own.includes(entry))
}
