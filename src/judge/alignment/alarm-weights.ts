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
    figureMissing: 3.622,
    figureInPlace: 2.858,
    figureDerivable: 2.682,
    otherMeasure: 4.859,
    otherPeriod: 8.629,
    figureGain: 0.151,
    closeNotSupported: 1.887,
    closeRefuted: 0.426,
    figureDiffers: 1.215,
    figureFound: -0.002,
    sentenceSupported: -0.076,
    bias: -4.351,
  },
  year: {
    yearMissing: 5.488,
    yearFar: 5.83,
    sentenceRefuted: 0.016,
    yearGain: 0.058,
    closeNotSupported: 1.671,
    closeRefuted: 1.018,
    figureFound: -0.508,
    supported: -0.082,
    sentenceSupported: -0.045,
    bias: -5.238,
  },
  name: {
    nameUnknown: 0.985,
    nameMissing: 4.065,
    nameBeside: 0.721,
    nameSwapped: 3.309,
    nameInSlot: 2.784,
    nameAround: 3.065,
    bodyInSource: 1.193,
    otherLine: 6.375,
    exchangeGain: 0.726,
    closeNotSupported: 1.41,
    figureFound: -0.602,
    sentenceSupported: -0.075,
    exchangeLoss: -0.019,
    bias: -3.153,
  },
  direction: {
    turned: 3.898,
    opposed: 4.045,
    denied: 1.752,
    otherLine: 4.815,
    refuted: 0.074,
    turnGain: 0.461,
    closeNotSupported: 0.481,
    closeRefuted: 0.676,
    figureFound: -1.301,
    sentenceSupported: -0.079,
    bias: -3.123,
  },
  hedge: {
    doubt: 3.521,
    plan: 2.336,
    certainty: 5.165,
    closeNotSupported: 4.154,
    figureFound: -0.435,
    bias: -6.178,
  },
  speaker: {
    nameMissing: 1.362,
    nameSwapped: 4.312,
    speaker: 4.052,
    exchangeGain: 0.663,
    closeNotSupported: 0.891,
    figureFound: -0.449,
    exchangeLoss: -0.37,
    bias: -5.186,
  },
}
