import type { EntityKind, RecognisedName } from '../../domain/entity.ts'
import { englishCandidates } from './english-candidates.ts'
import { japaneseCandidates } from './japanese-candidates.ts'
import type { TaggedWord } from './japanese-words.ts'

/** A stretch of text that may be a name, and what can be said of it without reading the sentence. */
export interface NameCandidate {
  readonly start: number
  readonly end: number
  /** What the rules take it for; null: they take it for no name. */
  readonly kind: EntityKind | null
  /** Names of the features it has; the tagging head has a weight for each that it knows. */
  readonly features: readonly string[]
}

export interface CandidateParts {
  readonly text: string
  /** What the rules found in the whole text. */
  readonly found: readonly RecognisedName[]
  readonly isCommon: (word: string) => boolean
  /** Words of the text with their tags where it is Japanese; none otherwise. */
  readonly words: readonly TaggedWord[]
}

/** Kinds that the head tells apart; laws and identifiers are told by their form. */
export const HEAD_KINDS = ['organisation', 'person', 'place', 'product'] as const
export type HeadKind = (typeof HEAD_KINDS)[number]

export function isHeadKind(kind: EntityKind): kind is HeadKind {
  return (HEAD_KINDS as readonly EntityKind[]).includes(kind)
}

/** Everything in a text that the head should look at: the names of the rules, and what they left. */
export function nameCandidates(parts: CandidateParts): readonly NameCandidate[] {
  const { found, text } = parts
  const fixed = found.filter(({ kind }) => !isHeadKind(kind))
  const isFree = ({ start, end }: Place) => !fixed.some((one) => start < one.end && one.start < end)
  const seen = new Map<string, Place & { readonly features: readonly string[] }>()
  const add = (one: Place & { readonly features: readonly string[] }) => {
    const key = `${one.start}:${one.end}`
    if (isFree(one) && !seen.has(key)) seen.set(key, one)
  }
  for (const one of japaneseCandidates(text, parts.words, found)) add(one)
  for (const one of englishCandidates(text, found, parts.isCommon)) add(one)
  return [...seen.values()].sort((a, b) => a.start - b.start || b.end - a.end).map((one) => described(one, found))
}

interface Place {
  readonly start: number
  readonly end: number
}

function described(one: Place & { readonly features: readonly string[] }, found: readonly RecognisedName[]): NameCandidate {
  const { start, end } = one
  const same = found.find((name) => name.start === start && name.end === end)
  const inside = found.find((name) => name !== same && name.start >= start && name.end <= end)
  const around = found.find((name) => name !== same && name.start <= start && name.end >= end)
  const features = [
    `rule=${same?.kind ?? 'none'}`,
    ...(inside === undefined ? [] : [`holds=${inside.kind}`]),
    ...(around === undefined ? [] : [`within=${around.kind}`]),
    ...one.features,
  ]
  return { start, end, kind: same?.kind ?? null, features }
}
