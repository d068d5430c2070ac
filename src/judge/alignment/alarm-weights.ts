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
    figureMissing: 2.677,
    figureInPlace: 1.522,
    figureDerivable: 1.667,
    otherMeasure: 5.573,
    otherPeriod: 7.798,
    otherLine: 7.179,
    refuted: 0.106,
    sentenceRefuted: 0.122,
    figureAbsent: 1.413,
    figurePlace: 2.853,
    countPlace: 0.299,
    figureGain: 0.128,
    closeNotSupported: 2.573,
    closeRefuted: 1.103,
    figureFound: -0.084,
    supported: -0.037,
    sentenceSupported: -0.168,
    bias: -5.286,
  },
  year: {
    yearMissing: 5.074,
    yearFar: 7.152,
    yearPlace: 1.933,
    closeNotSupported: 1.864,
    figureFound: -0.496,
    supported: -0.323,
    sentenceSupported: -0.009,
    bias: -6.145,
  },
  name: {
    nameUnknown: 1.154,
    nameMissing: 3.689,
    nameBeside: 0.016,
    nameSwapped: 2.314,
    nameInSlot: 2.805,
    nameAround: 2.853,
    bodyInSource: 0.301,
    otherLine: 7.523,
    namePlace: 2.409,
    pageNamePlace: 0.66,
    termPlace: 3.279,
    kanaMissing: 2.75,
    exchangeGain: 0.706,
    closeNotSupported: 3.229,
    figureFound: -0.823,
    sentenceSupported: -0.249,
    bias: -4.693,
  },
  direction: {
    turned: 3.367,
    opposed: 1.394,
    denied: 1.664,
    otherLine: 5.204,
    refuted: 0.202,
    turnPlace: 2.095,
    trendOpposed: 3.352,
    turnGain: 0.46,
    closeNotSupported: 0.847,
    closeRefuted: 0.506,
    figureFound: -1.267,
    supported: -0.047,
    sentenceSupported: -0.24,
    bias: -3.163,
  },
  hedge: {
    doubt: 2.597,
    plan: 2.966,
    certainty: 4.635,
    closeNotSupported: 4.302,
    figureFound: -0.817,
    sentenceSupported: -0.055,
    bias: -6.433,
  },
  speaker: {
    nameMissing: 2.038,
    nameSwapped: 1.842,
    speaker: 3.765,
    namePlace: 2.473,
    exchangeGain: 0.879,
    closeNotSupported: 2.976,
    closeRefuted: 2.525,
    figureFound: -0.651,
    sentenceSupported: -0.005,
    exchangeLoss: -0.035,
    bias: -6.915,
  },
}
