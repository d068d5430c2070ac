import type { Clock } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import type { HumanTabs } from '../human/human-tabs.ts'
import type { Conductor } from '../research/conductor.ts'
import type { Backfill } from './backfill.ts'
import type { Home } from './home.ts'
import type { OpenOptions } from './open-options.ts'
import type { Rooms } from './wire-rooms.ts'

export interface Wired extends Rooms {
  readonly settings: Settings
  readonly home: Home
  readonly mode: OpenOptions['mode']
  readonly citationSteps: OpenOptions['citationSteps']
  /** Where no server does it in the background, a search by meaning makes vectors that are missing (EXPLORE 4.4.7). */
  readonly makesUpVectors?: boolean
}

/** What the use cases work with: the wired rooms, and what runs as long as the application does. */
export interface Application extends Omit<Wired, 'citationSteps' | 'close'> {
  readonly conductor: Conductor
  readonly tabs: HumanTabs
  readonly backlog: Backfill
  /** Questions of wait_for_user that are being asked through a client, by id. */
  readonly asking: Map<string, AbortController>
  /** Real time even in a replay, because a person needs real time to answer. */
  readonly clock: Clock
  /** Aborted when the application closes. */
  readonly signal: AbortSignal
}
