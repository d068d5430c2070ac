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
    figureMissing: 3.374,
    figureInPlace: 3.289,
    figureDerivable: 2.256,
    otherMeasure: 4.821,
    otherPeriod: 6.481,
    figureGain: 0.261,
    closeNotSupported: 2.042,
    closeRefuted: 0.947,
    figureDiffers: 1.071,
    figureFound: -0.06,
    sentenceSupported: -0.214,
    bias: -4.877,
  },
  year: {
    yearMissing: 5.402,
    yearFar: 6.181,
    refuted: 0.12,
    yearGain: 0.081,
    closeNotSupported: 1.859,
    closeRefuted: 0.554,
    figureFound: -0.554,
    supported: -0.098,
    sentenceSupported: -0.161,
    bias: -5.437,
  },
  name: {
    nameUnknown: 1.178,
    nameMissing: 4.073,
    nameBeside: 1.026,
    nameSwapped: 3.117,
    nameInSlot: 2.504,
    nameAround: 2.689,
    bodyInSource: 0.224,
    otherLine: 6.852,
    exchangeGain: 1.412,
    closeNotSupported: 2.785,
    closeRefuted: 0.422,
    figureFound: -0.756,
    sentenceSupported: -0.041,
    exchangeLoss: -0.207,
    bias: -3.724,
  },
  direction: {
    turned: 3.815,
    opposed: 3.61,
    denied: 1.875,
    otherLine: 5.396,
    refuted: 0.093,
    turnGain: 0.62,
    closeNotSupported: 0.302,
    closeRefuted: 1.324,
    figureFound: -1.267,
    supported: -0.17,
    sentenceSupported: -0.101,
    bias: -3.833,
  },
  hedge: {
    doubt: 3.793,
    plan: 2.399,
    certainty: 4.965,
    closeNotSupported: 4.688,
    closeRefuted: 0.125,
    figureFound: -0.695,
    supported: -0.033,
    bias: -6.352,
  },
  speaker: {
    nameMissing: 1.253,
    nameSwapped: 2.966,
    speaker: 3.882,
    exchangeGain: 1.601,
    closeNotSupported: 2.023,
    figureFound: -0.396,
    bias: -5.863,
  },
}
