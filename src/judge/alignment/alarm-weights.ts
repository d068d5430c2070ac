import type { AlarmFeature } from './alarm-features.ts'

export const ALARM_KINDS = ['figure', 'year', 'name', 'direction', 'hedge', 'speaker'] as const
/** What of a statement differs from its source. */
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** A feature that is not listed weighs nothing. */
export type AlarmWeights = Readonly<
  Record<AlarmKind, Readonly<Partial<Record<AlarmFeature, number>> & { readonly bias: number }>>
>

/* Fitted */
export const ALARM_WEIGHTS: AlarmWeights = {
  ...{ figure: { bias: 0 }, year: { bias: 0 }, name: { bias: 0 } },
  ...{ direction: { bias: 0 }, hedge: { bias: 0 }, speaker: { bias: 0 } },
}
