import type { AlarmFeature } from './alarm-features.ts'

export const ALARM_KINDS = ['figure', 'year', 'name', 'direction', 'hedge', 'speaker'] as const
/** What of a statement differs from its source. */
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** A feature that is not listed weighs nothing. */
export type AlarmWeights = Readonly<
  Record<AlarmKind, Readonly<Partial<Record<AlarmFeature, number>> & { readonly bias: number }>>
>

/* Fitted by bench/check/fit-alarms.ts; an alarm is what weighs more than 0. */
export const ALARM_WEIGHTS: AlarmWeights = {
  figure: {
    figureMissing: 3.548,
    figureInPlace: 2.953,
    figureDerivable: 2.248,
    otherMeasure: 4.92,
    otherPeriod: 7.004,
    refuted: 0.017,
    figureGain: 0.15,
    closeNotSupported: 1.891,
    closeRefuted: 0.664,
    figureDiffers: 0.984,
    figureFound: -0.023,
    sentenceSupported: -0.111,
    bias: -4.482,
  },
  year: {
    yearMissing: 5.386,
    yearFar: 5.708,
    sentenceRefuted: 0.017,
    closeNotSupported: 1.605,
    closeRefuted: 1.22,
    figureFound: -0.525,
    supported: -0.106,
    sentenceSupported: -0.064,
    bias: -5.393,
  },
  name: {
    nameUnknown: 1.264,
    nameMissing: 4.147,
    nameBeside: 0.868,
    nameSwapped: 3.27,
    nameInSlot: 2.617,
    nameAround: 3.089,
    bodyInSource: 0.668,
    otherLine: 6.852,
    exchangeGain: 0.837,
    closeNotSupported: 2.03,
    figureFound: -0.492,
    supported: -0.007,
    sentenceSupported: -0.087,
    exchangeLoss: -0.259,
    bias: -3.594,
  },
  direction: {
    turned: 3.546,
    opposed: 3.84,
    denied: 1.902,
    otherLine: 4.613,
    turnGain: 0.512,
    closeNotSupported: 0.776,
    closeRefuted: 0.775,
    figureFound: -1.236,
    supported: -0.065,
    sentenceSupported: -0.118,
    bias: -3.705,
  },
  hedge: {
    doubt: 3.47,
    plan: 2.425,
    certainty: 4.988,
    closeNotSupported: 3.753,
    figureFound: -0.553,
    bias: -6,
  },
  speaker: {
    nameMissing: 1.141,
    nameSwapped: 3.127,
    speaker: 3.894,
    exchangeGain: 0.905,
    closeNotSupported: 1.613,
    figureFound: -0.269,
    exchangeLoss: -0.298,
    bias: -5.73,
  },
}
