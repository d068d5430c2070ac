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
    figureMissing: 2.484,
    figureInPlace: 0.788,
    figureDerivable: 2.18,
    otherMeasure: 6.125,
    otherPeriod: 7.561,
    otherLine: 8.335,
    refuted: 0.002,
    sentenceRefuted: 0.302,
    figureAbsent: 1.34,
    figurePlace: 3.462,
    countPlace: 1.321,
    figureGain: 0.119,
    closeNotSupported: 2.836,
    closeRefuted: 1.219,
    figureFound: -0.441,
    sentenceSupported: -0.094,
    bias: -4.871,
  },
  year: {
    yearMissing: 5.637,
    yearFar: 7.042,
    yearPlace: 2.536,
    closeNotSupported: 0.77,
    figureFound: -0.542,
    supported: -0.255,
    sentenceSupported: -0.089,
    bias: -6.012,
  },
  name: {
    nameUnknown: 1.714,
    nameMissing: 3.809,
    nameSwapped: 1.478,
    nameInSlot: 2.67,
    nameAround: 3.696,
    bodyInSource: 0.271,
    otherLine: 6.833,
    namePlace: 2.866,
    pageNamePlace: 0.339,
    termPlace: 3.152,
    kanaMissing: 1.431,
    exchangeGain: 0.791,
    closeNotSupported: 2.648,
    figureFound: -0.678,
    sentenceSupported: -0.205,
    exchangeLoss: -0.267,
    bias: -4.24,
  },
  direction: {
    turned: 3.822,
    opposed: 1.162,
    denied: 1.242,
    otherLine: 4.986,
    refuted: 0.253,
    turnPlace: 1.703,
    trendOpposed: 4.035,
    turnGain: 0.458,
    closeNotSupported: 0.123,
    figureFound: -1.431,
    supported: -0.138,
    sentenceSupported: -0.289,
    bias: -2.775,
  },
  hedge: {
    doubt: 2.469,
    plan: 3.863,
    certainty: 4.231,
    closeNotSupported: 4.547,
    figureFound: -1.098,
    supported: -0.006,
    sentenceSupported: -0.066,
    bias: -6.309,
  },
  speaker: {
    nameMissing: 2.446,
    nameSwapped: 2.26,
    speaker: 3.636,
    namePlace: 2.476,
    exchangeGain: 1.078,
    closeNotSupported: 2.625,
    figureFound: -0.838,
    exchangeLoss: -0.669,
    bias: -6.035,
  },
}
