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
    figureMissing: 3.347,
    figureInPlace: 2.756,
    figureDerivable: 2.377,
    otherMeasure: 4.793,
    otherPeriod: 7.959,
    refuted: 0.067,
    figureGain: 0.216,
    closeNotSupported: 2.108,
    closeRefuted: 0.463,
    figureDiffers: 1.206,
    figureFound: -0.115,
    supported: -0.03,
    sentenceSupported: -0.035,
    bias: -3.923,
  },
  year: {
    yearMissing: 5.134,
    yearFar: 6.095,
    yearGain: 0.073,
    closeNotSupported: 1.995,
    closeRefuted: 1.043,
    figureFound: -0.498,
    supported: -0.054,
    sentenceSupported: -0.183,
    bias: -4.966,
  },
  name: {
    nameUnknown: 1.082,
    nameMissing: 3.752,
    nameBeside: 1.182,
    nameSwapped: 3.201,
    nameInSlot: 2.855,
    nameAround: 2.908,
    bodyInSource: 0.915,
    otherLine: 6.689,
    exchangeGain: 0.893,
    closeNotSupported: 3.115,
    figureFound: -0.722,
    sentenceSupported: -0.049,
    exchangeLoss: -0.308,
    bias: -3.075,
  },
  direction: {
    turned: 3.869,
    opposed: 3.984,
    denied: 1.959,
    otherLine: 5.319,
    refuted: 0.301,
    turnGain: 0.577,
    closeNotSupported: 0.269,
    closeRefuted: 1.035,
    figureFound: -1.141,
    sentenceSupported: -0.052,
    bias: -2.936,
  },
  hedge: {
    doubt: 3.768,
    plan: 2.982,
    certainty: 4.984,
    closeNotSupported: 3.899,
    closeRefuted: 1.816,
    figureFound: -0.542,
    bias: -5.741,
  },
  speaker: {
    nameMissing: 1.255,
    nameSwapped: 3.324,
    speaker: 4.135,
    exchangeGain: 0.911,
    closeRefuted: 1.497,
    figureFound: -0.564,
    bias: -5.024,
  },
}
