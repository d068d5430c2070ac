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
    figureMissing: 2.338,
    figureInPlace: 1.978,
    figureDerivable: 1.049,
    otherMeasure: 5.413,
    otherPeriod: 6.379,
    figureGain: 0.119,
    closeNotSupported: 2.719,
    closeRefuted: 0.319,
    figureDiffers: 1.376,
    wordAltered: 0.326,
    figureAltered: 0.32,
    bias: -5.389,
  },
  year: {
    yearMissing: 3.907,
    yearFar: 6.397,
    refuted: 0.027,
    closeNotSupported: 1.746,
    closeRefuted: 0.421,
    yearAltered: 0.521,
    figureFound: -0.47,
    supported: -0.122,
    sentenceSupported: -0.172,
    bias: -6.16,
  },
  name: {
    nameUnknown: 1.185,
    nameMissing: 3.959,
    nameBeside: 1.101,
    nameSwapped: 2.797,
    nameInSlot: 2.05,
    nameAround: 2.121,
    otherLine: 6.347,
    exchangeGain: 0.611,
    closeNotSupported: 4.252,
    wordAltered: 0.139,
    nameAltered: 0.639,
    figureFound: -0.481,
    exchangeLoss: -0.159,
    bias: -4.748,
  },
  direction: {
    turned: 1.196,
    opposed: 1.523,
    denied: 1.019,
    otherLine: 4.113,
    turnGain: 0.239,
    closeNotSupported: 1.485,
    closeRefuted: 2.576,
    wordAltered: 0.074,
    turnAltered: 1.241,
    figureFound: -1.095,
    bias: -4.487,
  },
  hedge: {
    doubt: 2.807,
    plan: 2.684,
    certainty: 4.411,
    closeNotSupported: 4.012,
    closeRefuted: 2.903,
    figureFound: -0.487,
    bias: -7.036,
  },
  speaker: {
    nameMissing: 0.688,
    nameSwapped: 2.732,
    speaker: 3.544,
    exchangeGain: 0.718,
    closeRefuted: 0.944,
    wordAltered: 0.274,
    nameAltered: 0.412,
    figureFound: -0.477,
    exchangeLoss: -0.024,
    bias: -6.082,
  },
}
