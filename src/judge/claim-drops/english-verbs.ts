import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import {
  BARE,
  BEFORE_A_NOUN,
  FINITE,
  GOES_ON,
  JOINS,
  NOUN_AS_OFTEN,
  PLURAL_SUBJECTS,
  VERB_AND_PREPOSITION,
} from './english-verb-lists.ts'

/** Words in -ed that are no past tense. */
const NOT_PAST = /(?<!agr|fr|guarant|decr)eed$|(?:hundr|kindr|sacr|nak|wick|rugg|^b|^r|^sh|^f|^l)ed$/
/** Words in -s that are no third person. */
const NOT_THIRD_PERSON = /(?:ss|us|is|ics|ous|'s|’s)$/

/** Things that are called by a number; the first word of a text comes in small letters. */
const NUMBERED = multilineRegExp('u')`
  ^(?:section|article|route|rule|title|chapter|amendment|proposition|act|windows|android|ios|python|version|type
    |flight|apollo|channel|phase|\p{Lu}\p{L}+)$`

interface Spot {
  readonly word: string
  readonly earlier: string
  readonly before: string
  readonly after: string
  readonly later: string
}

function spots(text: string): Spot[] {
  const mixed = /\p{Ll}/u.test(text)
  // Capitals stay, so that neither vitamin A nor a name such as Growers is taken for a small word.
  const tokens = (text.match(/[\p{L}\p{N}'’-]+|[^\s\p{L}\p{N}]/gu) ?? []).map((token, at) =>
    at > 0 && mixed ? token : token.toLowerCase(),
  )
  // The first word is the subject, or an order, or a participle ("Published 3 March"): never the verb of a statement.
  return tokens.slice(1).map((word, at) => ({
    word,
    earlier: tokens[at - 1] ?? '',
    before: tokens[at] ?? '',
    after: tokens[at + 2] ?? '',
    later: tokens[at + 3] ?? '',
  }))
}

function bareForm(word: string): string | null {
  if (BARE.has(word)) return word
  if (!word.endsWith('s')) return null
  if (BARE.has(word.slice(0, -1))) return word.slice(0, -1)
  if (word.endsWith('ies') && BARE.has(`${word.slice(0, -3)}y`)) return `${word.slice(0, -3)}y`
  return word.endsWith('es') && BARE.has(word.slice(0, -2)) ? word.slice(0, -2) : null
}

function isKnown({ word, before, after }: Spot): boolean {
  if (FINITE.has(word) || /n['’]t$/.test(word)) return true
  if (BEFORE_A_NOUN.has(before)) return false
  if (/^\p{Ll}[\p{L}-]+ed$/u.test(word) && !NOT_PAST.test(word)) return true
  if (/\w{3}(?:izes?|ises?|ifies)$/.test(word)) return true
  const bare = bareForm(word)
  if (bare === null) return false
  if (!NOUN_AS_OFTEN.has(bare) || VERB_AND_PREPOSITION.has(`${word} ${after}`)) return true
  if (PLURAL_SUBJECTS.has(before)) return true
  return !JOINS.has(before) && !GOES_ON.has(after) && !isMark(after)
}

function isMark(token: string): boolean {
  return !/[\p{L}\p{N}]/u.test(token)
}

/** No list of verbs is whole: a word in -s between a noun and what it acts on is one too ("Coffee delays sleep"). */
function standsAsVerb({ word, earlier, before, after, later }: Spot): boolean {
  if (!/^\p{Ll}{3,}s$/u.test(word) || NOT_THIRD_PERSON.test(word)) return false
  if (BEFORE_A_NOUN.has(before) || JOINS.has(before)) return false
  // "Route 66 crosses eight states" has a name before it, "Top 10 beaches" a count.
  if (!/^\p{L}/u.test(before) && !(/^\d+$/.test(before) && NUMBERED.test(earlier))) return false
  if (/^(?:to|by|at)$/.test(after) && /^\d/.test(later)) return true
  return !isMark(after) && !GOES_ON.has(after) && !FINITE.has(after)
}

export function hasKnownVerb(text: string): boolean {
  return spots(text).some(isKnown)
}

export function hasVerb(text: string): boolean {
  return spots(text).some((spot) => isKnown(spot) || standsAsVerb(spot))
}
