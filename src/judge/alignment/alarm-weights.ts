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
    figureMissing: 2.349,
    figureInPlace: 0.639,
    figureDerivable: 2.123,
    otherMeasure: 6.246,
    otherPeriod: 8.398,
    otherLine: 8.244,
    figureAbsent: 0.601,
    figurePlace: 3.381,
    countPlace: 1.8,
    figureGain: 0.132,
    closeNotSupported: 3.32,
    closeRefuted: 0.942,
    figureDiffers: 0.005,
    figureFound: -0.543,
    bias: -4.846,
  },
  year: {
    yearMissing: 5.582,
    yearFar: 6.765,
    refuted: 0.005,
    yearPlace: 2.463,
    closeNotSupported: 0.421,
    figureFound: -0.636,
    supported: -0.166,
    sentenceSupported: -0.153,
    bias: -5.739,
  },
  name: {
    nameUnknown: 1.642,
    nameMissing: 3.999,
    nameSwapped: 2.096,
    nameInSlot: 2.539,
    nameAround: 3.483,
    bodyInSource: 0.158,
    otherLine: 7.182,
    namePlace: 2.1,
    pageNamePlace: 0.56,
    termPlace: 2.959,
    kanaMissing: 1.472,
    exchangeGain: 1.046,
    closeNotSupported: 2.436,
    figureFound: -0.818,
    sentenceSupported: -0.216,
    bias: -4.087,
  },
  direction: {
    turned: 3.695,
    opposed: 1.78,
    denied: 0.86,
    otherLine: 5.309,
    refuted: 0.184,
    turnPlace: 1.369,
    trendOpposed: 4.177,
    turnGain: 0.614,
    closeRefuted: 0.784,
    figureFound: -1.555,
    supported: -0.023,
    sentenceSupported: -0.544,
    bias: -3.096,
  },
  hedge: {
    doubt: 2.702,
    plan: 3.405,
    certainty: 4.048,
    closeNotSupported: 3.972,
    figureFound: -1.226,
    supported: -0.016,
    sentenceSupported: -0.209,
    bias: -6.112,
  },
  speaker: {
    nameMissing: 2.695,
    nameSwapped: 2.455,
    speaker: 3.571,
    namePlace: 2.008,
    exchangeGain: 1.282,
    closeNotSupported: 1.663,
    figureFound: -0.858,
    bias: -5.58,
  },
}
