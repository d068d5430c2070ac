import type { EntityKind } from '../../domain/entity.ts'
import { englishCandidates } from './english-candidates.ts'
import { japaneseCandidates } from './japanese-candidates.ts'
import type { TaggedWord } from './japanese-words.ts'
import type { RuleName } from './rule-name.ts'

/** A stretch of text that may be a name, and what can be said of it without reading the sentence. */
export interface NameCandidate {
  readonly start: number
  readonly end: number
  /** What the rules take it for; null: they take it for no name. */
  readonly kind: EntityKind | null
  /** The rules have it from the name itself: the head only adds beside it. */
  readonly isSure: boolean
  /** Names of the features it has; the tagging head has a weight for each that it knows. */
  readonly features: readonly string[]
}

export interface CandidateParts {
  readonly text: string
  /** What the rules found in the whole text. */
  readonly found: readonly RuleName[]
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
  const seen = new Map<string, Stretch>()
  for (const one of [
    ...japaneseCandidates(text, parts.words, found),
    ...englishCandidates(text, found, parts.isCommon),
  ]) {
    const key = `${one.start}:${one.end}`
    if (!seen.has(key) && isOpen(one, found)) seen.set(key, one)
  }
  return [...seen.values()].sort((a, b) => a.start - b.start || b.end - a.end).map((one) => described(one, found))
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly features: readonly string[]
}

/** Where a name begins and ends the rules know best; only a place may be the beginning of something else. */
function isOpen({ start, end }: Stretch, found: readonly RuleName[]): boolean {
  return found.every((name) => {
    if (end <= name.start || name.end <= start) return true
    if (start === name.start && end === name.end) return isHeadKind(name.kind)
    return name.kind === 'place' && start <= name.start && name.end <= end
  })
}

function described({ start, end, features }: Stretch, found: readonly RuleName[]): NameCandidate {
  const same = found.find((name) => name.start === start && name.end === end)
  const holds = same === undefined && found.some((name) => name.start >= start && name.end <= end)
  return {
    ...{ start, end, kind: same?.kind ?? null, isSure: same?.isSure ?? false },
    features: [`rule=${same?.kind ?? 'none'}`, ...(holds ? ['holds=place'] : []), ...features],
  }
}
