import type { Clock } from '../domain/clock.ts'
import type { DateRange } from '../domain/date-range.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { CitedPaper, Identifier, Paper, SourceName } from '../domain/paper.ts'
import type { Settings } from '../domain/settings.ts'
import type { ArchiveRef, Gateway } from '../net/types.ts'

export type SourceSettings = Settings['sources']

/** What a source answered; `reason` names a refusal (429, no key...), so that nothing is a silent empty list. */
export interface SourceAnswer<T> {
  readonly source: SourceName
  readonly outcome: Outcome
  readonly reason: string | null
  readonly items: readonly T[]
  /** The source has no such look-up, and so denies nothing. */
  readonly notAsked?: true
  /** Where the answer's bytes lie; an abstract is cited by this record. */
  readonly archive?: ArchiveRef | null
}

export interface SourceCall {
  readonly taskId: string | null
  readonly causeId: string
  readonly signal?: AbortSignal
  /** Of a search: papers published within it. */
  readonly period?: DateRange | undefined
}

/** What an adapter is opened with; the gateway paces, retries and archives its requests. */
export interface SourceContext {
  readonly settings: SourceSettings
  readonly gateway: Pick<Gateway, 'fetch'>
  readonly clock: Clock
}

/** Null where the source cannot be asked with these settings. */
export type OpenSource = (context: SourceContext) => AcademicSource | null

export interface AcademicSource {
  readonly name: SourceName
  /** Single look-ups are answered even where the allowance for lists is used up. */
  readonly freeLookUps?: true
  search?(query: string, limit: number, call: SourceCall): Promise<SourceAnswer<Paper>>
  /** A helper's own search, used when every index refuses (a keyless user, a used-up allowance). */
  fallbackSearch?(query: string, limit: number, call: SourceCall): Promise<SourceAnswer<Paper>>
  lookUp(identifier: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>>
  /**
   * Many at once where the API has it. Identifiers it cannot be asked for are left out; see `lookUpMany` in look-up.ts.
   */
  lookUpBatch?(identifiers: readonly Identifier[], call: SourceCall): Promise<SourceAnswer<Paper>>
  references?(identifier: Identifier, call: SourceCall): Promise<SourceAnswer<CitedPaper>>
  citations?(identifier: Identifier, call: SourceCall): Promise<SourceAnswer<CitedPaper>>
}
