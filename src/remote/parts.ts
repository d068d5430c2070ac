import type { TrustNotes } from '../api/lyra-meta.ts'
import type { OpenLyra } from '../app/lyra.ts'
import type { openTerms } from '../app/text-terms.ts'
import type { Clock } from '../domain/clock.ts'
import type { Settings } from '../domain/settings.ts'
import type { HubConnection } from '../hub/connection.ts'
import type { QueueNotices } from './queue-notices.ts'

/** Of one process, for all of its users. */
export interface SharedParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly terms: typeof openTerms
  /** With the model of this machine's settings. */
  readonly embed: (
    text: string,
    signal: AbortSignal,
  ) => Promise<{ readonly modelId: string; readonly vector: Float32Array }>
  /** A home with nothing in it: what is the same in every home. */
  readonly emptyHome: () => Promise<OpenLyra>
  readonly homeAt: (folder: string) => Promise<OpenLyra>
}

/** Of one user. */
export interface RemoteParts extends SharedParts {
  readonly hub: HubConnection
  /** Where the process serves one person at their machine, notices and questions reach them. */
  readonly isOwnMachine: boolean
  /** A token may be lent for reading alone. */
  readonly mayWrite: boolean
  /** What is known of the sources of a task, as far as this process has asked (L5). */
  readonly notes: Map<string, TrustNotes>
  readonly homes: TaskHomes
  readonly notices: QueueNotices
}

/** Homes of tasks as the user may see them. */
export interface TaskHomes {
  of(taskId: string): Promise<OpenLyra>
  close(): Promise<void>
}
