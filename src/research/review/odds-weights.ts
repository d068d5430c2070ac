import type { StanceWeights } from '../../judge/stance-weights.ts'

/** What tells how probable the verdicts on a pair are. */
export const ODDS_SIGNALS = [
  'supports',
  'refutes',
  'told',
  'toldSupports',
  'toldRefutes',
  'thirdSupported',
  'thirdDivides',
  'thirdApart',
] as const

export type OddsSignal = (typeof ODDS_SIGNALS)[number]
export type OddsSignals = Readonly<Record<OddsSignal, number>>

/* WEIGHTS */
export const ODDS_WEIGHTS: StanceWeights<OddsSignal> = {
  supports: [0, 0],
  refutes: [0, 0],
  told: [0, 0],
  toldSupports: [0, 0],
  toldRefutes: [0, 0],
  thirdSupported: [0, 0],
  thirdDivides: [0, 0],
  thirdApart: [0, 0],
  bias: [0, 0],
}
