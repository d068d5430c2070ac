import type { Exchange } from './exchange.ts'

/** What the stance model hears in some texts, the strongest of each. */
export interface HeardStance {
  readonly supports: number
  readonly refutes: number
}

export interface HeardExchange extends HeardStance {
  readonly exchange: Exchange
}

/** What the model hears that was taught faithful and altered statements, as log odds of an alteration. */
export interface HeardFidelity {
  /** Of the statement's most doubtful word, beside the nearest sentence. */
  readonly word: number
  /** How far each exchanged statement would be less altered than the statement itself, in the order of `exchanged`. */
  readonly gains: readonly number[]
}

/** What the stance model hears of a statement beside the nearest texts of its source. */
export interface StatementReadings {
  readonly passages: HeardStance
  readonly sentences: HeardStance
  /** In the sentences that exchanged statements are read beside. */
  readonly beside: HeardStance
  /** Of the statement with one name or year in place of another, or the other way round. */
  readonly exchanged: readonly HeardExchange[]
  /** Another figure for the same quantity, and the same one, as probabilities. */
  readonly figureDiffers: number
  readonly figureAgrees: number
  /** Null without that model: then the weights are those that were fitted without it. */
  readonly fidelity: HeardFidelity | null
}
