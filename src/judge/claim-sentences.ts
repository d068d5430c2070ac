import type { SentenceKind, SentenceReading } from '../models/types.ts'
import { isQuestion } from './claim-drops/questions.ts'
import { isStatement } from './claim-drops.ts'
import { isJapanese } from './rules/words.ts'

/** From this probability on that a sentence states something checkable, alone or in its place, it is a claim. */
const STATES_SOMETHING = 0.6
const LENGTH = { english: { least: 12, most: 420 }, japanese: { least: 6, most: 220 } }

export function lengthFault(text: string): string | null {
  const { least, most } = isJapanese(text) ? LENGTH.japanese : LENGTH.english
  if (text.length < least) return 'too short'
  return text.length > most ? 'too long' : null
}

/** How sure the reader is that the sentence can be checked, alone or with its context. */
export function checkable({ claim, dependent }: SentenceReading): number {
  return claim + dependent
}

/** What a table says of a row that gives a figure, whatever it reads like. */
const ROW_OF_FIGURES = 0.6

/**
 * A row that gives a figure under its name states it: the reader, who knows sentences, takes two in five of them for
 * fragments.
 */
export function asStated(reading: SentenceReading): SentenceReading {
  const missing = ROW_OF_FIGURES - checkable(reading)
  if (missing <= 0) return reading
  const left = (1 - ROW_OF_FIGURES) / (1 - checkable(reading))
  const others = Object.entries(reading).map(([kind, share]) => [kind, share * left])
  return { ...reading, ...Object.fromEntries(others), claim: reading.claim, dependent: reading.dependent + missing }
}

/** Why it is no claim where it tells somebody what to do: people, or the machine that reads it. */
export const ORDERS = 'instruction'

/**
 * Why a sentence is no claim, by the kind that the reader took it for; null when it is one. `sure`: that it can be
 * checked, where something was learned about it.
 */
export function refusalOf(text: string, reading: SentenceReading, sure = checkable(reading)): string | null {
  // Whatever the reader thinks of it: words for a machine are never a claim (L2).
  if (!isStatement(text)) return isQuestion(text) ? 'question' : ORDERS
  const fault = lengthFault(text)
  if (fault !== null) return fault
  if (sure >= STATES_SOMETHING) return null
  const others = Object.entries(reading).filter(([kind]) => kind !== 'claim' && kind !== 'dependent')
  const [likeliest] = others.sort(([, a], [, b]) => b - a)
  return (likeliest?.[0] ?? 'fragment') satisfies SentenceKind | string
}
