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
    figureMissing: 4.225,
    figureDerivable: 2.515,
    refuted: 0.005,
    closeNotSupported: 0.424,
    closeRefuted: 2.315,
    figureDiffers: 1.867,
    figureFound: -0.495,
    bias: -3.61,
  },
  year: {
    yearMissing: 5.162,
    yearFar: 4.439,
    refuted: 0.021,
    exchangeGain: 0.022,
    closeNotSupported: 2.39,
    closeRefuted: 0.843,
    figureFound: -0.625,
    supported: -0.073,
    sentenceSupported: -0.159,
    exchangeLoss: -0.122,
    bias: -3.94,
  },
  name: {
    nameUnknown: 1.697,
    nameMissing: 3.89,
    nameSwapped: 3.27,
    nameInSlot: 2.751,
    nameAround: 2.851,
    bodyInSource: 1.301,
    otherLine: 6.239,
    exchangeGain: 0.589,
    closeNotSupported: 3.323,
    figureFound: -0.533,
    sentenceSupported: -0.116,
    exchangeLoss: -0.045,
    bias: -2.834,
  },
  direction: {
    turned: 3.683,
    opposed: 3.289,
    denied: 1.43,
    otherLine: 5.517,
    refuted: 0.477,
    closeNotSupported: 0.949,
    closeRefuted: 1.498,
    figureFound: -0.845,
    sentenceSupported: -0.088,
    bias: -3.117,
  },
  hedge: {
    doubt: 3.764,
    plan: 2.996,
    certainty: 4.982,
    closeNotSupported: 4.056,
    closeRefuted: 1.696,
    figureFound: -0.525,
    bias: -5.75,
  },
  speaker: {
    nameMissing: 1.955,
    nameSwapped: 4.414,
    speaker: 3.817,
    exchangeGain: 0.131,
    closeRefuted: 1.924,
    figureFound: -0.558,
    exchangeLoss: -0.06,
    bias: -2.838,
  },
}
