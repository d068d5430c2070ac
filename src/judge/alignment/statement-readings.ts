import type { Exchange } from './exchange.ts'

/** What the stance model hears in some texts, the strongest of each. */
export interface HeardStance {
  readonly supports: number
  readonly refutes: number
}

export interface HeardExchange extends HeardStance {
  readonly exchange: Exchange
}

/** What the stance model hears of a statement beside the nearest texts of its source. */
export interface StatementReadings {
  readonly passages: HeardStance
  readonly sentences: HeardStance
  /** In the sentences that exchanged statements are read beside. */
  readonly beside: HeardStance
  /** Of what was taken nearly word for word, in the words it was taken from; null where nothing was. */
  readonly taken: HeardStance | null
  /** Of the statement with one name or year in place of another, or the other way round. */
  readonly exchanged: readonly HeardExchange[]
  /** Another figure for the same quantity, and the same one, as probabilities. */
  readonly figureDiffers: number
  readonly figureAgrees: number
}
