import type { StanceWeights } from '../../judge/stance-weights.ts'

/** What tells how probable the verdicts on a pair are, besides a word of a person. */
export const ODDS_SIGNALS = [
  // Log-odds of the pair's own reading, against neutral.
  'supports',
  'refutes',
  // Whether another pair of the same two findings was read or corrected, and the log-odds of what was said of it.
  'told',
  'toldSupports',
  'toldRefutes',
  // Probabilities that some third statement is supported by both, divides them, or has to do with one of them alone.
  'thirdSupported',
  'thirdDivides',
  'thirdApart',
] as const

export type OddsSignal = (typeof ODDS_SIGNALS)[number]
export type OddsSignals = Readonly<Record<OddsSignal, number>>

/*
 * Multinomial logistic weights towards supports and towards refutes, neutral being the reference, fitted by
 * bench/learning/fit-odds.ts on the pairs of the four open worlds, each read by a reader that was not taught it.
 */
export const ODDS_WEIGHTS: StanceWeights<OddsSignal> = {
  supports: [0.727, -0.163],
  refutes: [0.031, 0.762],
  told: [1.722, 1.322],
  toldSupports: [0.62, -0.143],
  toldRefutes: [0.128, 0.834],
  thirdSupported: [1.335, -0.386],
  thirdDivides: [-0.043, 3.922],
  thirdApart: [-1.64, -2.641],
  bias: [-0.065, -1.272],
}
