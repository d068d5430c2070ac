import type { Outcome } from '../../domain/outcome.ts'
import type { PublicRecord, RecordIdentifier } from '../../domain/public-record.ts'
import type { ArchiveRef, Gateway } from '../../net/types.ts'
import type { SourceCall, SourceSettings } from '../types.ts'
import type { Description } from './description.ts'

/** What a source of records may answer besides what the network may. Nothing comes back as a silent empty list. */
export const RECORD_REFUSALS = ['no_key', 'bad_key', 'no_contact', 'quota', 'maintenance', 'parser_broken'] as const
export type RecordOutcome = Outcome | (typeof RECORD_REFUSALS)[number]

export interface RecordAnswer {
  readonly source: string
  readonly outcome: RecordOutcome
  readonly reason: string | null
  readonly records: readonly ArchivedRecord[]
}

/** A record with the place of the bytes it was read from. */
export interface ArchivedRecord {
  readonly record: PublicRecord
  readonly archive: ArchiveRef | null
}

export interface FoundBySource extends ArchivedRecord {
  readonly isWhole: boolean
  /** Looked up by a number, or of the very name that was asked for: what it tells may lead on. */
  readonly isSame: boolean
}

/** What came of one question. */
export interface AnsweredQuestion {
  readonly outcome: RecordOutcome | 'not_asked'
  readonly reason: string | null
  readonly records: readonly FoundBySource[]
}

/** A question of a named source: by number, or by `name` its search. */
export type AskSource = (source: string, identifier: RecordIdentifier) => Promise<AnsweredQuestion>

export interface RecordCall extends SourceCall {
  /** The language of the question. */
  readonly language: string
}

/** A public source, as its description makes it. */
export interface RecordSource {
  readonly description: Description
  /** Whether it can be asked for this. */
  knows(identifier: RecordIdentifier): boolean
  lookUp(identifier: RecordIdentifier, call: RecordCall): Promise<RecordAnswer>
  /** Null where the source cannot be searched. */
  search: ((query: string, limit: number, call: RecordCall) => Promise<RecordAnswer>) | null
}

export interface RecordContext {
  readonly settings: SourceSettings
  readonly gateway: Pick<Gateway, 'fetch' | 'replaying'>
  /** For what must not be archived: the exchange of a key for a token. */
  readonly unarchived: Pick<Gateway, 'fetch'>
  /** The user's key by the name of its variable. */
  readonly key: (environment: string) => string | null
}

export function refused(
  source: string,
  { outcome, reason }: { readonly outcome: RecordOutcome; readonly reason: string },
): RecordAnswer {
  return { source, outcome, reason, records: [] }
}

export function answered(source: string, records: readonly ArchivedRecord[], lost: number): RecordAnswer {
  const reason = lost === 0 ? null : `${lost} of ${records.length + lost} entries could not be read`
  return { source, outcome: 'ok', reason, records }
}
