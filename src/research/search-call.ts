import type { AuthPriority } from '../domain/auth-request.ts'
import type { CallScope } from './scope/left-out.ts'

/** The search that a stage works for, and how to report back to it. Read-only for stages. */
export interface SearchCall {
  readonly taskId: string
  readonly searchId: string
  readonly query: string
  /** The event that everything written for this search points to. */
  readonly causeId: string
  /** How urgent pages are that only a person can open; absent: by their source (REQ 3.6.1). */
  readonly authPriority?: AuthPriority | undefined
  /** The update that the search belongs to: engines and pages are asked again, each page once in the update. */
  readonly update?: string | undefined
  /** What it leaves out; absent: nothing. */
  readonly scope?: CallScope | undefined
  readonly signal: AbortSignal
  /** Reports the current step to the waiting caller, e.g. "Reading 3/15: example.org". */
  readonly progress: (message: string) => void
}
