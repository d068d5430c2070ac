import {
  type Choice,
  chooseUnits,
  type Judgement,
  KINDS,
  logOdds,
  type PageKind,
  type Weights,
  weightOf,
} from './choose-units.ts'
import { probability, scoreOf } from './forest.ts'
import type { Unit } from './units.ts'

/**
 * How strict a page of each kind is read, in log-odds added to every judgement: an article is poorer for each line of
 * furniture, a listing for each entry that is missing. Found on pages that the forests had not seen.
 */
const TILT: Readonly<Record<PageKind, number>> = {
  article: -1,
  service: -0.2,
  product: -0.4,
  collection: 0.3,
  forum: 0.4,
  listing: 0.9,
  documentation: 0,
}
/** Besides the kind's own profile: one that leaves out more, one that lets in more. */
export const FALLBACKS = [-1.2, 1]
/** A fallback must promise this much more than the kind's profile: the promise itself is off by 0.09 in the mean. */
const CLEARLY_BETTER = 0.04
/** No fallback promises more than a page that is read well already. */
const SURE = 0.85
/** A book is nothing the prediction was learned on. */
const MOST_UNITS = 4000
/** Below the first there is too little text for a profile, from the second on it holds in full (words). */
const LITTLE = [150, 500] as const

export interface Chosen extends Choice {
  /** Nothing on the page is likely to be its content: a shell, a list that scripts fill, a page of buttons. */
  readonly isEmpty: boolean
  /** The word F1 the page is predicted to reach: the extractor's opinion of its own work. */
  readonly predicted: number
}

/** A page with all that its choice rests on. */
export interface PageToChoose {
  readonly units: readonly Unit[]
  readonly judgement: Judgement
  readonly kinds: readonly number[]
  readonly correct: (judged: Float64Array) => Float64Array
}

/** The choices under the profile of the page's kind, moved by `more`, with the numbers that tell how good one is. */
export function choicesOf({ units, judgement, kinds, correct }: PageToChoose) {
  const words = units.reduce((sum, unit) => sum + unit.measure.words, 0)
  const enough = Math.min(1, Math.max(0, (words - LITTLE[0]) / (LITTLE[1] - LITTLE[0])))
  const tilt = enough * KINDS.reduce((sum, kind, index) => sum + TILT[kind] * (kinds[index] ?? 0), 0)
  const levels = mixed(judgement, enough)
  const judged = tilted(levels, tilt)
  return {
    words,
    enough,
    choose: (more: number) => {
      const choice = chooseUnits(units, correct(more === 0 ? judged : tilted(levels, tilt + more)))
      return { choice, features: [...successFeatures(units, judged, judgement, choice.kept), ...kinds, more] }
    },
  }
}

/** The units to keep under the profile of the page's kind, or under a fallback where that one promises clearly more. */
export function chooseByProfile(weights: Weights, page: PageToChoose): Chosen {
  const { units, judgement, correct } = page
  const { words, enough, choose: choiceOf } = choicesOf(page)
  const isEmpty = words >= ENOUGH_TO_SEE && saysNothing(units, correct(judgement.second))
  const choose = (more: number): Chosen => {
    const { choice, features } = choiceOf(more)
    const predicted = scoreOf(weights.success, Float32Array.from(features), 0)
    return { ...choice, isEmpty, predicted: Math.min(1, Math.max(0, predicted)) }
  }
  let best = choose(0)
  if (best.predicted > SURE || enough === 0 || units.length > MOST_UNITS) return best
  const least = best.predicted + CLEARLY_BETTER
  for (const more of FALLBACKS) {
    const other = choose(more)
    if (other.predicted > least && other.predicted > best.predicted) best = other
  }
  return best
}

/** Words: of a shorter page the little there is may be all that it has to say. */
const ENOUGH_TO_SEE = 100
/** Of 1,354 pages five are below both, four of them without any text a reader would call the page's. */
const FEWEST_WORDS = 20
const UNLIKELY = 0.35

function saysNothing(units: readonly Unit[], judged: Float64Array): boolean {
  let mass = 0
  for (const [index, unit] of units.entries()) {
    const share = judged[index] ?? 0
    mass += share * unit.measure.words
    const isProse = unit.kind !== 'heading' && unit.kind !== 'button' && unit.linkShare < 0.5 && unit.measure.words >= 5
    if (mass >= FEWEST_WORDS || (isProse && share >= UNLIKELY)) return false
  }
  return true
}

/** Log-odds of both judgements in equal parts; on a page of few words there is little to hear around a unit. */
function mixed({ first, second }: Judgement, enough: number): Float64Array {
  const part = enough / 2
  return first.map((alone, index) => (1 - part) * logOdds(alone) + part * logOdds(second[index] as number))
}

function tilted(levels: Float64Array, tilt: number): Float64Array {
  return levels.map((level) => probability(level + tilt))
}

/** The order of the columns is part of the learned weights. */
function successFeatures(
  units: readonly Unit[],
  judged: Float64Array,
  { first, second }: Judgement,
  kept: readonly boolean[],
): number[] {
  const all = { words: 0, right: 0, doubt: 0 }
  const own = { words: 0, right: 0, doubt: 0 }
  let apart = 0
  let between = 0
  let changes = 0
  let surest = 0
  units.forEach((unit, index) => {
    const words = weightOf(unit)
    const share = judged[index] as number
    const doubt = -(share * Math.log(Math.max(1e-6, share)) + (1 - share) * Math.log(Math.max(1e-6, 1 - share)))
    for (const sum of kept[index] === true ? [all, own] : [all]) {
      sum.words += words
      sum.right += words * share
      sum.doubt += words * doubt
    }
    apart += words * Math.abs((first[index] as number) - (second[index] as number))
    if (share > 0.3 && share < 0.7) between += words
    if (index > 0 && kept[index] !== kept[index - 1]) changes += 1
    surest = Math.max(surest, share)
  })
  const size = Math.max(all.words, 1e-9)
  const keptSize = Math.max(own.words, 1e-9)
  return [
    (2 * own.right) / (own.words + all.right || 1),
    Math.log1p(all.words),
    Math.log1p(own.words),
    own.words / size,
    own.right / keptSize,
    (all.right - own.right) / Math.max(1e-9, all.words - own.words),
    all.doubt / size,
    own.doubt / keptSize,
    apart / size,
    changes / Math.max(1, units.length),
    units.length,
    surest,
    Math.log1p(all.right),
    between / size,
  ]
}
