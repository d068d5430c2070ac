import { roundTo } from '../domain/round-to.ts'
import type { StanceScore } from '../models/types.ts'
import type { FigureMatch } from './figure-match.ts'
import type { QuantityReading } from './same-quantity.ts'

/** What was read and measured of one fragment against one claim. */
export interface FragmentReading {
  /** The stance model on the passage, with the context of both sides. */
  readonly model: StanceScore
  /** Cosine of the claim and the sentence nearest to it. */
  readonly similarity: number
  /** Cosine of the two titles. */
  readonly titleSimilarity: number
  readonly quantity: QuantityReading
  readonly figures: FigureMatch
}

/** What the model says when asked the other way round, and without any context. */
export interface SecondReading {
  /** The claim as evidence for the passage: who repeats it is repeated by it, who contradicts it is contradicted. */
  readonly reverse: StanceScore
  readonly alone: StanceScore
}

/** What is known of a pair before any model has read it. */
export const CHEAP_FEATURES = [
  'similarity',
  'titleSimilarity',
  'figureShared',
  'figureOther',
  'dateFits',
  'dateDiffers',
] as const
export const FIRST_FEATURES = [
  'supports',
  'refutes',
  'similarity',
  'titleSimilarity',
  'figureAgrees',
  'figureDiffers',
  'figureShared',
  'figureOther',
  'dateFits',
  'dateDiffers',
] as const
const SECOND_FEATURES = ['reverseSupports', 'reverseRefutes', 'aloneSupports', 'aloneRefutes'] as const

/** What still tells where neither side has a title: the model's own answer. The rest tells how such pairs are made. */
export const BARE_FEATURES = ['supports', 'refutes'] as const satisfies readonly FirstFeature[]

/** The order of the weight tables. */
export const STANCE_FEATURES = [...FIRST_FEATURES, ...SECOND_FEATURES] as const

export type CheapFeature = (typeof CHEAP_FEATURES)[number]
export type BareFeature = (typeof BARE_FEATURES)[number]
export type FirstFeature = (typeof FIRST_FEATURES)[number]
export type StanceFeature = (typeof STANCE_FEATURES)[number]
export type FirstFeatures = Readonly<Record<FirstFeature, number>>
export type StanceFeatures = Readonly<Record<StanceFeature, number>>

type CheapReading = Pick<FragmentReading, 'similarity' | 'titleSimilarity' | 'figures'>

export function measureCheaply({ similarity, titleSimilarity, figures }: CheapReading) {
  return {
    similarity,
    titleSimilarity,
    figureShared: figures.shared,
    figureOther: figures.other ? 1 : 0,
    dateFits: figures.dateFits ? 1 : 0,
    dateDiffers: figures.dateDiffers ? 1 : 0,
  } satisfies Readonly<Record<CheapFeature, number>>
}

/** Four digits say more of a pair than is in it. */
const DIGITS = 4

/** The measured values as they are kept with a verdict, in the order of the weight tables. */
export function signalsOf(features: FirstFeatures | StanceFeatures): readonly number[] {
  const known = new Map(Object.entries(features))
  return STANCE_FEATURES.flatMap((name) => {
    const value = known.get(name)
    return value === undefined ? [] : [roundTo(value, DIGITS)]
  })
}

function odds(p: number, other: number): number {
  const bounded = (value: number) => Math.min(0.997, Math.max(0.003, value))
  return Math.log(bounded(p) / bounded(other))
}

export function measureFirst(reading: FragmentReading): FirstFeatures {
  const { model, quantity } = reading
  return {
    supports: odds(model.supports, model.neutral),
    refutes: odds(model.refutes, model.neutral),
    ...measureCheaply(reading),
    figureAgrees: quantity.agrees,
    figureDiffers: quantity.differs,
  }
}

export function measureSecond(first: FirstFeatures, { reverse, alone }: SecondReading): StanceFeatures {
  return {
    ...first,
    reverseSupports: odds(reverse.supports, reverse.neutral),
    reverseRefutes: odds(reverse.refutes, reverse.neutral),
    aloneSupports: odds(alone.supports, alone.neutral),
    aloneRefutes: odds(alone.refutes, alone.neutral),
  }
}
