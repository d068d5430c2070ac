import type { AlarmGround } from '../../domain/alarm-ground.ts'
import type { Alignment } from './align-statement.ts'
import type { HeardStance } from './statement-readings.ts'


export const ALIGNMENT_VERDICTS = [
  'supported',
  'partly',
  'contradicted',
  'not in the evidence',
  'number differs',
  'quote differs',
] as const
export type AlignmentVerdict = (typeof ALIGNMENT_VERDICTS)[number]

export interface Reason {
  readonly ground: AlarmGround
  /** What of the statement is meant. */
  readonly said: string
  /** What stands in the source instead, or that nothing does. */
  readonly problem: string
}

export interface JudgedAlignment {
  readonly verdict: AlignmentVerdict
  readonly reasons: readonly Reason[]
  /** How far the statement is from its source as a whole; from `NOT_THERE` on it is not in it. */
  readonly distance: number
}

/**
 * Logistic weights, fitted on the open worlds: statements that the page makes against the same ones under another page
 * (bench/check, docs/evidence.md).
 */
const WEIGHTS = {
  ...{ lackNear: 3.26, lackPage: 3.25, far: 2.41, notSupported: 4.28, figureFar: 0.91, dayMissing: 0.6 },
  ...{ nameMissing: 2.07, figureFound: -1.7, refuted: 1.12, bias: -7.03 },
}
/** An alarm wants a ground: a statement under another page lies beyond 4 as a rule, a faithful one below 1. */
const NOT_THERE = 3
/** Where the source lacks a name of the statement as well. */
const NOT_THERE_WITH_NAME = 1
/** Words shared, where the two are in different languages and share none: as many as faithful ones do. */
const TRANSLATED = 0.8
const MOST_FOUND = 2

/** From this share of its words in one sentence on, that sentence is about what the statement is about. */
const ABOUT = 0.5
/** A short sentence of which the statement has so much is about the same, too. */
const COVERED = 0.6
const ABOUT_WITH_FIGURES = 0.25
const NEAR_BY_WORDS = 0.3
/** What the model takes for one and the same survives a name that stands in another place. */
const SURELY_SUPPORTED = 0.9

export function judgeAlignment(alignment: Alignment, stance: HeardStance): JudgedAlignment {
  const distance = distanceOf(alignment, stance)
  const verdict = (one: AlignmentVerdict, reasons: readonly Reason[]) => ({ verdict: one, reasons, distance })
  const numbers = numberReasons(alignment)
  // Far from its source by a figure alone, a statement is told by that figure.
  const byNumber = numbers.length > 0 && alignment.coverageBest >= NEAR_BY_WORDS
  const isFar = distance > NOT_THERE || (distance > NOT_THERE_WITH_NAME && alignment.names.missing.length > 0)
  if (isFar && !byNumber) {
    const said = alignment.names.missing[0] ?? alignment.figures.missing[0] ?? ''
    return verdict('not in the evidence', [{ ground: 'far', said, problem: 'no passage of the source says this' }])
  }
  const quotes = alignment.quotes.map((said) => ({
    ...{ ground: 'quote' as const, said, problem: 'not in the source in these words' },
  }))
  if (quotes.length > 0) return verdict('quote differs', quotes)
  if (numbers.length > 0) return verdict('number differs', numbers)
  const against = opposingReasons(alignment)
  if (against.length > 0) return verdict('contradicted', against)
  const parts = partReasons(alignment, stance)
  return parts.length > 0 ? verdict('partly', parts) : verdict('supported', [])
}

const reason = (ground: AlarmGround, said: string, problem: string): Reason => ({ ground, said, problem })

function distanceOf(alignment: Alignment, { supports, refutes }: HeardStance): number {
  const { figures, calendar, names, sameLanguage } = alignment
  const [near, page] = sameLanguage ? [alignment.coverageNear, alignment.coveragePage] : [TRANSLATED, TRANSLATED]
  const found = Math.min(MOST_FOUND, figures.stated - figures.missing.length - figures.far.length)
  return (
    WEIGHTS.lackNear * (1 - near) +
    WEIGHTS.lackPage * (1 - page) +
    WEIGHTS.far * (1 - alignment.similarity) +
    WEIGHTS.notSupported * (1 - supports) +
    WEIGHTS.figureFar * Number(figures.far.length > 0) +
    WEIGHTS.dayMissing * Number(calendar.daysMissing.length > 0) +
    WEIGHTS.nameMissing * Number(names.missing.length > 0) +
    WEIGHTS.figureFound * found +
    WEIGHTS.refuted * refutes +
    WEIGHTS.bias
  )
}

/** The nearest sentence is about what the statement is about: by its words, or by its figures and some words. */
function isAbout({ coverageBest, coveredBest, figures }: Alignment): boolean {
  return coverageBest >= ABOUT || coveredBest >= COVERED || (figures.inBest && coverageBest >= ABOUT_WITH_FIGURES)
}

function numberReasons({ figures, calendar }: Alignment): readonly Reason[] {
  return [
    ...figures.missing.map((said) => reason('figure', said, 'this figure is not in the source')),
    ...calendar.missing.map((said) => reason('year', said, 'this year is not in the source')),
    ...calendar.far.map((said) => reason('year', said, 'the source tells it of another year')),
  ]
}

function opposingReasons(alignment: Alignment): readonly Reason[] {
  const { figures, wording } = alignment
  const reasons: Reason[] = []
  if (figures.turned) reasons.push(reason('turned_change', '', 'the source tells the change the other way round'))
  if (wording.opposed !== null)
    reasons.push(reason('opposite', wording.opposed[0], `the source says "${wording.opposed[1]}"`))
  if (wording.denied !== null) reasons.push(reason('denial', wording.denied, 'one of the two denies it'))
  return reasons
}

function partReasons(alignment: Alignment, { supports }: HeardStance): readonly Reason[] {
  const { names, wording, speakers, misplaced } = alignment
  const reasons = [...names.unknown, ...names.missing.filter(isLatinName)].map((said) =>
    reason('name', said, 'this name is not in the source'),
  )
  const { swapped } = names
  const inSlot = names.inSlot ?? (isAbout(alignment) ? names.aroundSlot : null) ?? names.sourceSlot
  if (inSlot !== null) reasons.push(reason('other_name', inSlot[0], `the source says "${inSlot[1]}"`))
  if (swapped !== null && isAbout(alignment) && supports < SURELY_SUPPORTED)
    reasons.push(reason('other_name', swapped[0], `the source says "${swapped[1]}"`))
  if (misplaced !== null)
    reasons.push(reason('other_line', misplaced[0], `the source has the figure at "${misplaced[1]}"`))
  if (speakers !== null) reasons.push(reason('speaker', speakers[0], `in the source "${speakers[1]}" says it`))
  const hedge = wording.doubtDropped ?? wording.planDropped
  if (hedge !== null) reasons.push(reason('doubt', '', `the source is less sure: "${hedge.replace('*', '')}"`))
  if (wording.certaintyAdded !== null)
    reasons.push(reason('certainty', wording.certaintyAdded.replace('*', ''), 'the source does not say so surely'))
  return reasons
}

/** A page often leaves its own Japanese name out; a Latin one, or one of many letters, stands on it. */
function isLatinName(name: string): boolean {
  return /^[\p{Script=Latin} -]{3,}$/u.test(name)
}
