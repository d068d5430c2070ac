import type { Statement } from './load-world.ts'
import type { MadeClaim } from './read-graph.ts'

/** Counts, not shares: worlds are added up before anything is divided. */
export interface WorldScore {
  readonly claimed: Share
  readonly junk: Share
  /** Claims that are neither a planted statement nor listed junk: to be read by a person. */
  readonly unlisted: Share
  readonly repeated: Share
  readonly findingsRepeated: Share
  readonly plantedFindingsRepeated: Share
  readonly mergedRight: Share
  readonly findingStatus: Share
  readonly findingOrder: Share
  readonly supports: Share
  readonly refutes: Share
  readonly nearKept: Share
  /** Of the edges between two planted statements whose relation the truth tells. */
  readonly supportsRight: Share
  readonly refutesRight: Share
  /** Of all edges that decide, whoever tells what they should be: the truth, or a second hand that read them. */
  readonly supportsRead: Share
  readonly refutesRead: Share
  /** Edges that decide and of which somebody has told what they should be. */
  readonly edgesTold: Share
  readonly status: Share
  readonly order: Share
  readonly wrongBlocks: number
  readonly edgesPerClaim: Share
}

export interface Share {
  readonly of: number
  readonly hits: number
}

export interface Matched {
  /** By statement id. */
  readonly claims: ReadonlyMap<string, readonly MadeClaim[]>
  readonly statementOf: ReadonlyMap<string, Statement>
}
