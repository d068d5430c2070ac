import type { SearchCalibrations } from '../domain/calibration.ts'
import type { TranslatedQuery } from '../engines/query-translation.ts'
import type { Lanes } from '../net/rate-limiter.ts'
import type { CitationStep } from '../research/citation-plan.ts'

export type { TranslatedQuery } from '../engines/query-translation.ts'
export type { CitationStep } from '../research/citation-plan.ts'

export interface OpenOptions {
  /** Settings by dotted path, as `--set` gives them. */
  readonly flags: Readonly<Record<string, string>>
  readonly home?: string
  readonly replay?: string
  /** Under stdio the terminal belongs to the MCP transport: nobody is asked there. */
  readonly mode: 'cli' | 'stdio' | 'http'
  /** Refuse a home that is not there instead of creating it. */
  readonly mustExist?: boolean
  /** Make no home where none is: what would be saved is kept in memory and is gone at the end. */
  readonly leaveAbsent?: boolean
  /** Replay of one task: when the citations of which paper were followed, as its event log recorded it. */
  readonly citationSteps?: readonly CitationStep[]
  /** The same for the translations of its queries, by query. */
  readonly mirrors?: ReadonlyMap<string, TranslatedQuery>
  /** The same for the corrections that its searches applied, in their order. */
  readonly calibrations?: readonly SearchCalibrations[]
  /** The same for the pages that its searches asked for again, by `revisitKey`. */
  readonly revisits?: ReadonlySet<string>
  /** Worker: turns at a domain over all machines of a team; `leaseMs` is longer than a request takes. */
  readonly lanes?: (leaseMs: number) => Lanes
  /** Worker: the id that the hub gave to the task, for the one task that is created here. */
  readonly newTaskId?: string
  /** Worker in a replay: homes of a team must not make the same ids for different searches. */
  readonly replaySeed?: string
}
