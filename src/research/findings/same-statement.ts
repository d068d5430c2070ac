import { dot } from '../../domain/vector.ts'
import { compareFigures, type FigureComparison } from './compare-figures.ts'
import { isNamed, placesDiffer } from './names.ts'
import type { Statement } from './statement.ts'

/** What the passage of the one claim says of the other, both ways; null where nobody judged it. */
export interface Stances {
  readonly there: Stance | null
  readonly back: Stance | null
}

export interface Stance {
  readonly relation: 'supports' | 'refutes' | 'neutral'
  readonly confidence: number
}

/** Two that share this much of their words are the same sentence, edited. */
const SAME_WORDS = 0.8
/** Without a figure the sentences themselves, not only their titles, must speak of one thing. */
const SOME_WORDS = 0.15
/** From this confidence on a judgement speaks for or against. */
const JUDGED = 0.6
const NEVER = Number.POSITIVE_INFINITY
/** Least similarity of two claims by what their figures say: judged by each other, by one of them, by none. */
const NEAR: Readonly<Record<FigureComparison, { mutual: number; supported: number; alone: number }>> = {
  same: { mutual: 0.3, supported: 0.3, alone: 0.55 },
  part: { mutual: 0.4, supported: 0.5, alone: 0.75 },
  common: { mutual: 0.5, supported: 0.55, alone: 0.75 },
  'common part': { mutual: 0.55, supported: 0.75, alone: NEVER },
  none: { mutual: 0.55, supported: 0.75, alone: NEVER },
  'one-sided': { mutual: NEVER, supported: NEVER, alone: NEVER },
  differ: { mutual: NEVER, supported: NEVER, alone: NEVER },
}
/** Translations of one sentence are less alike than its repetitions. */
const ACROSS_LANGUAGES = 0.15
const SAME_WORDS_NEAR = 0.3
/** Below it nothing makes two claims one; most pairs are dismissed here. */
const LEAST_SIMILARITY = 0.15

/** Whether two claims must not stand in one finding, whatever speaks for it. */
export function areApart(one: Statement, other: Statement, { there, back }: Stances): boolean {
  const figures = compareFigures(one.figures, other.figures)
  if (figures === 'differ' || namesDiffer(one, other)) return true
  if (one.direction !== null && other.direction !== null && one.direction !== other.direction) return true
  if (one.language === other.language && one.prospective !== other.prospective) return true
  if (one.pageId === other.pageId && !isRepeated(one, other, figures)) return true
  const borneOut = figures === 'same' && (supports(there) || supports(back))
  return !borneOut && (refutes(there) || refutes(back) || one.negated !== other.negated)
}

/** A page rarely says one thing twice: only with the same figure, or nearly the same words. */
function isRepeated(one: Statement, other: Statement, figures: FigureComparison): boolean {
  return figures === 'same' || figures === 'part' || sharedWords(one.words, other.words) >= SAME_WORDS
}

/** How strongly two claims say the same, 0..1; null where too little speaks for it. */
export function sameness(one: Statement, other: Statement, stances: Stances): number | null {
  const similarity = one.vector === null || other.vector === null ? 0 : dot(one.vector, other.vector)
  if (similarity < LEAST_SIMILARITY) return null
  const figures = compareFigures(one.figures, other.figures)
  const words = sharedWords(one.words, other.words)
  if (words >= SAME_WORDS && figures !== 'one-sided' && similarity >= SAME_WORDS_NEAR) return 1
  // Statements of one page have its title in common and were not judged by each other.
  if (one.pageId === other.pageId) return null
  if (figures === 'none' && one.language === other.language && words < SOME_WORDS) return null
  return similarity >= leastSimilarity(figures, one.language === other.language, stances) ? similarity : null
}

function leastSimilarity(figures: FigureComparison, sameLanguage: boolean, { there, back }: Stances): number {
  const { mutual, supported, alone } = NEAR[figures]
  const votes = Number(supports(there)) + Number(supports(back))
  if (votes === 0) return alone
  return (votes === 2 ? mutual : supported) - (sameLanguage ? 0 : ACROSS_LANGUAGES)
}

/** Each names something that the other's page leaves unsaid: another place, another product. */
function namesDiffer(one: Statement, other: Statement): boolean {
  if (one.language !== other.language) return false
  if (misses(one.names, other) && misses(other.names, one)) return true
  return placesDiffer(one.places, other.places)
}

function misses(names: ReadonlySet<string>, { known }: Statement): boolean {
  return [...names].some((name) => !isNamed(name, known))
}

function supports(stance: Stance | null): boolean {
  return stance?.relation === 'supports' && stance.confidence >= JUDGED
}

function refutes(stance: Stance | null): boolean {
  return stance?.relation === 'refutes' && stance.confidence >= JUDGED
}

function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]).size
  return all === 0 ? 0 : [...one].filter((word) => other.has(word)).length / all
}
