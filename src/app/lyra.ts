import type { AnswerOf, GivenTo, InputOf, UseCase } from '../api/define-use-case.ts'
import type { TrustNotes } from '../api/lyra-meta.ts'
import type { SearchScope } from '../domain/search-scope.ts'
import type { Withhold } from '../guard/l7-withheld-speech.ts'
import type { StopPoint } from '../research/jobs/stop-point.ts'

export interface Progress {
  /** Monotonic within one search, 0..total. */
  readonly done: number
  readonly total: number
  readonly message: string
}

export interface CallHooks {
  readonly signal?: AbortSignal
  /** A person gave the input, not an assistant; at the command line it is always one. */
  readonly byPerson?: boolean
  readonly onProgress?: (progress: Progress) => void
  /** Replay: a search that ended early in the recorded run ends at the same point, as CANCELLED. */
  readonly stopAt?: StopPoint
  /** Replay: the search belonged to this update. */
  readonly update?: string
  /** Replay: what the recorded search left out, whatever lenses and lists say now. */
  readonly scope?: SearchScope
  /** L7: told of the sentences that are withheld from the answer, and where they stand. */
  readonly onWithheld?: (notes: readonly string[]) => void
  /**
   * Asks the person in front of the client (MCP elicitation); null when the client cannot. It may outlast the call,
   * until the signal ends it: asked the same again meanwhile, it is the same question.
   */
  readonly elicit?: (
    prompt: string,
    choices: readonly string[],
    timeoutMs: number,
    signal: AbortSignal,
  ) => Promise<string | null>
}

/** L8: what L7 found in an answer, by kind and field; `subjectId` names the tool or resource. */
export interface AuditFinding {
  readonly pattern: string
  readonly subjectId: string
}

/** The application with its home open: database, archive, conductor. */
export interface OpenLyra {
  readonly home: string
  /** Answers a use case; its input has been checked. */
  handlerOf<U extends UseCase>(useCase: U): (input: InputOf<U>, hooks: CallHooks) => Promise<AnswerOf<U>>
  /** A call begins, the returned function ends it: the conductor knows whether a client is there (REQ 2.1.5). */
  beginCall(): () => void
  /**
   * L5: what is known of the sources of a task, or of all of them; with the text of an answer, only of the domains it
   * names.
   */
  meta(taskId: string | null, answer?: string): TrustNotes
  audit(finding: AuditFinding): void
  /** L7: words of stored passages as an assistant may read them, without sentences that speak to a machine. */
  readonly withhold: Withhold
  close(): Promise<void>
}

/**
 * What the MCP server, the command line and the web server hold: one way in for every use case,
 *
 *     await lyra.call(getStatus, { task_id: 'task_0123456789abcdef' })
 *
 * Throws LyraError for anything expected; wrong input is INVALID_PARAMS and opens nothing.
 */
export interface Lyra {
  call<U extends UseCase>(useCase: U, input: GivenTo<U>, hooks?: CallHooks): Promise<AnswerOf<U>>
  /** The open application; opens it where no call has. */
  open(): Promise<OpenLyra>
  /** The open application, or null while nothing had to be opened. */
  opened(): OpenLyra | null
  close(): Promise<void>
}
