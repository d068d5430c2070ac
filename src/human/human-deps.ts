import type { Clock } from '../domain/clock.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { Store } from '../store/types.ts'

/** What every use case of this room works with; what people did is in `store.people`. */
export interface HumanDeps {
  readonly store: Store
  readonly clock: Clock
  readonly ids: IdSource
  readonly settings: Settings
  readonly log: Logger
}
