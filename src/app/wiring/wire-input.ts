import type { ReplayArchive } from '../../archive/types.ts'
import type { SearchCalibrations } from '../../domain/calibration.ts'
import type { Clock } from '../../domain/clock.ts'
import type { IdSource } from '../../domain/ids.ts'
import type { Logger } from '../../domain/log.ts'
import type { Random } from '../../domain/random.ts'
import type { Settings } from '../../domain/settings.ts'
import type { TranslatedQuery } from '../../engines/query-translation.ts'
import type { Lanes } from '../../net/rate-limiter.ts'
import type { Analyser } from '../../rank/tokens.ts'
import type { Store } from '../../store/types.ts'
import type { Home } from '../home.ts'

/** What every step of the wiring starts from. */
export interface WireInput {
  readonly settings: Settings
  readonly home: Home
  readonly store: Store
  readonly analyser: Analyser
  readonly clock: Clock
  readonly ids: IdSource
  readonly random: Random
  readonly log: Logger
  readonly replay: ReplayArchive | null
  /** Replay of one task: what its queries were translated to. */
  readonly mirrors?: ReadonlyMap<string, TranslatedQuery> | undefined
  /** And which corrections its searches applied, in their order. */
  readonly calibrations?: readonly SearchCalibrations[] | undefined
  /** And which pages they asked for again. */
  readonly revisits?: ReadonlySet<string> | undefined
  /** Turns at a domain over a whole team; absent: over the processes of the home. */
  readonly lanes?: ((leaseMs: number) => Lanes) | undefined
}

/** Deadlines in milliseconds: of a result page, a browser's start, one request, a page over all its routes. */
export interface Deadlines {
  readonly serp: number
  readonly start: number
  readonly request: number
  readonly page: number
}

export function deadlinesOf({ net, browser, jobs }: Settings): Deadlines {
  return {
    serp: net.serp_timeout_seconds * 1000,
    start: browser.start_seconds * 1000,
    request: net.timeout_seconds * 1000,
    page: jobs.page_seconds * 1000,
  }
}
