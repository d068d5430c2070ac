import { ADDRESSES_AI } from './l2-danger-patterns.ts'
import { sentenceAround } from './l2-mention.ts'

/** A phrase of a pattern, with its place in the text that was read. */
export interface WeighedPhrase {
  readonly pattern: string
  readonly strength: 'strong' | 'weak' | 'mention'
  readonly at: number
  readonly end: number
}

/** The address itself is no order; it makes one of what stands beside it. */
const ADDRESS = 'address_model'
const OBLIGES = /\b(?:you (?:must|shall|should|are to|have to)|must|please|do not)\b/i
/** Phrases further apart are not in one sentence and the next. */
const NEAR = 400
/** Phrases on either side that are looked at: a page may be made of nothing else. */
const MOST_NEIGHBOURS = 4

/**
 * A weak phrase counts as an attack next to a phrase of another pattern, in the same or the next sentence, or where its
 * sentence addresses an AI. Alone it may be from a manual, and must not cost a domain its trust (REQ 4.4.1 L6).
 */
export function isAttack(phrases: readonly WeighedPhrase[], index: number, text: string): boolean {
  const phrase = phrases[index]
  if (phrase === undefined || phrase.strength === 'mention') return false
  if (phrase.strength === 'strong') return true
  const { before, after } = sentenceAround(text, phrase.at, phrase.end)
  if (
    phrase.pattern === ADDRESS
      ? OBLIGES.test(after)
      : ADDRESSES_AI.test(before + text.slice(phrase.at, phrase.end) + after)
  )
    return true
  const around = phrases.slice(Math.max(0, index - MOST_NEIGHBOURS), index + MOST_NEIGHBOURS + 1)
  return around.some(
    (other) => other.strength !== 'mention' && other.pattern !== phrase.pattern && areNear(phrase, other, text),
  )
}

function areNear(one: WeighedPhrase, other: WeighedPhrase, text: string): boolean {
  const [first, second] = one.at <= other.at ? [one, other] : [other, one]
  if (second.at - first.end > NEAR) return false
  const stops = text.slice(first.end, second.at).match(/[.!?](?=\s)|[。！？\n]/g) ?? []
  return stops.length <= 1
}
