import type { StanceRelation } from '../domain/claim.ts'
import type { StanceScore } from '../models/types.ts'
import {
  BARE_FEATURES,
  type BareFeature,
  FIRST_FEATURES,
  STANCE_FEATURES,
  type StanceFeature,
  type StanceFeatures,
} from './stance-features.ts'
import { BARE_WEIGHTS, FIRST_WEIGHTS, STANCE_WEIGHTS, type StanceWeights } from './stance-weights.ts'

export interface StanceThresholds {
  readonly support: number
  readonly refute: number
}

export interface FusedScore {
  readonly scores: StanceScore
  readonly relation: StanceRelation
  readonly notes: readonly string[]
  /** What the model says where `scores` are not as sure as it is. */
  readonly read?: StanceScore
}

export function weigh<Feature extends string>(
  features: Readonly<Record<Feature, number>>,
  weights: StanceWeights<Feature>,
): StanceScore {
  let supports: number = weights.bias[0]
  let refutes: number = weights.bias[1]
  for (const name of Object.keys(features) as Feature[]) {
    supports += weights[name][0] * features[name]
    refutes += weights[name][1] * features[name]
  }
  const raised = [Math.exp(supports), Math.exp(refutes), 1] as const
  const sum = raised[0] + raised[1] + raised[2]
  return { supports: raised[0] / sum, refutes: raised[1] / sum, neutral: raised[2] / sum }
}

export function relationOf(scores: StanceScore, thresholds: StanceThresholds): StanceRelation {
  if (scores.supports >= scores.refutes) return scores.supports >= thresholds.support ? 'supports' : 'neutral'
  return scores.refutes >= thresholds.refute ? 'refutes' : 'neutral'
}

/** From this probability on another figure is one for the same quantity, and supports nothing. */
export const SAME_QUANTITY = 0.5
/** And from this one on it decides by itself, where neither side has a title that could tell the two things apart. */
export const SURELY_SAME = 0.9

/**
 * REQ 3.3.1: 40 % is not supported by 14 %. Whether another figure refutes is weighed with the rest: where two pages
 * are of one subject most figures that look like one quantity are of two (of 38 that were sure on unseen worlds 7
 * refuted).
 */
export function applyFigures(
  scores: StanceScore,
  { figureDiffers }: Pick<StanceFeatures, 'figureDiffers'>,
): StanceScore {
  if (figureDiffers < SAME_QUANTITY) return scores
  return { supports: 0, refutes: scores.refutes, neutral: 1 - scores.refutes }
}

/** The probabilities as they follow from the signals that were kept with a verdict (`signalsOf`). */
export function scoresOfSignals(signals: readonly number[]): StanceScore {
  const values = Object.fromEntries(STANCE_FEATURES.map((name, at) => [name, signals[at] ?? 0])) as StanceFeatures
  if (signals.length >= STANCE_FEATURES.length) return applyFigures(weigh(values, STANCE_WEIGHTS), values)
  const first = Object.fromEntries(FIRST_FEATURES.map((name) => [name, values[name]]))
  return weigh(first as Pick<StanceFeatures, (typeof FIRST_FEATURES)[number]>, FIRST_WEIGHTS)
}

/** The least probability of a verdict by a sentence that is the claim itself, said again or denied. */
const PLAINLY = 0.9
const BY_SAME_WORDS = {
  says: { relation: 'supports', note: 'same_words' },
  denies: { relation: 'refutes', note: 'denied_plainly' },
} as const

export function bySameWords(scores: StanceScore, sameWords: 'says' | 'denies'): FusedScore {
  const { relation, note } = BY_SAME_WORDS[sameWords]
  const sure = Math.max(scores[relation], PLAINLY)
  return {
    scores: { supports: 0, refutes: 0, neutral: 1 - sure, [relation]: sure },
    relation,
    notes: [note],
  }
}

/** What speaks of more does not bear out what speaks of less, denied or not. */
export function byOtherDirection({ supports, refutes, neutral }: StanceScore): FusedScore {
  const scores = { supports: 0, refutes, neutral: neutral + supports }
  return { scores, relation: 'neutral', notes: ['other_direction'] }
}

const BORNE_OUT = 0.5

/** The figures that may decide a verdict, by the name it is noted under. */
const NOTED: readonly { readonly note: string; readonly features: readonly StanceFeature[] }[] = [
  { note: 'figure_differs', features: ['figureDiffers', 'figureOther'] },
  { note: 'figure_agrees', features: ['figureAgrees', 'figureShared'] },
  { note: 'date_differs', features: ['dateDiffers'] },
  { note: 'date_agrees', features: ['dateFits'] },
]

/** A figure of the same quantity that bears the answer out, whether or not it was needed for it. */
function isBorneOut(note: string, relation: StanceRelation, { figureDiffers, figureAgrees }: StanceFeatures): boolean {
  if (note === 'figure_differs') return relation === 'refutes' && figureDiffers >= BORNE_OUT
  return note === 'figure_agrees' && relation === 'supports' && figureAgrees >= BORNE_OUT
}

/** What the words of claim and passage say plainly, whatever a model reads. */
interface PlainWords {
  readonly sameWords?: 'says' | 'denies' | null
  /** The one speaks of more, the other of less. */
  readonly opposed?: boolean
  /** Neither side has a title or a heading: the likeliest of the three answers is given. */
  readonly bare?: boolean
}

/** The model's answer as sure as it gives it: what is learned and what is checked start from that. */
const AS_READ: StanceWeights<BareFeature> = { supports: [1, 0], refutes: [0, 1], bias: [0, 0] }

function weighBare(features: StanceFeatures, weights = BARE_WEIGHTS): StanceScore {
  const known = BARE_FEATURES.map((name) => [name, features[name]] as const)
  return weigh(Object.fromEntries(known) as Readonly<Record<BareFeature, number>>, weights)
}

/** Another figure takes the support away and leaves the model's answer between the two others as it is. */
function withoutSupport({ refutes, neutral }: StanceScore, { figureDiffers }: StanceFeatures): StanceScore {
  const left = refutes / (refutes + neutral)
  const refuting = figureDiffers < SURELY_SAME ? left : Math.max(left, figureDiffers)
  return { supports: 0, refutes: refuting, neutral: 1 - refuting }
}

function scoresBare(features: StanceFeatures, weights = BARE_WEIGHTS): StanceScore {
  const scores = weighBare(features, weights)
  return features.figureDiffers < SAME_QUANTITY ? scores : withoutSupport(scores, features)
}

/** One fragment's probabilities after all readings, and which figures changed the answer or bear it out. */
export function fuseFragment(
  features: StanceFeatures,
  thresholds: StanceThresholds,
  { sameWords = null, opposed = false, bare = false }: PlainWords = {},
): FusedScore {
  const scoresOf = (some: StanceFeatures) => (bare ? weighBare(some) : weigh(some, STANCE_WEIGHTS))
  const decided = (some: StanceFeatures) => {
    const scores = bare ? scoresBare(some) : applyFigures(scoresOf(some), some)
    const likeliest = { support: scores.neutral, refute: scores.neutral }
    return { scores, relation: relationOf(scores, bare ? likeliest : thresholds) }
  }
  if (sameWords !== null) return bySameWords(scoresOf(features), sameWords)
  const { scores, relation } = decided(features)
  // Without a title the words for more and less may be of two things: of 15 supports so taken away 9 were right.
  if (opposed && !bare && relation === 'supports') return byOtherDirection(scores)
  const notes = NOTED.filter(({ note, features: named }) => {
    if (isBorneOut(note, relation, features)) return true
    if (named.every((feature) => features[feature] === 0)) return false
    const silenced = { ...features, ...Object.fromEntries(named.map((feature) => [feature, 0])) }
    return decided(silenced).relation !== relation
  }).map(({ note }) => note)
  const read = bare ? { read: scoresBare(features, AS_READ) } : {}
  return { scores, relation, notes, ...read }
}
