import type { PageStatement } from '../domain/page-statement.ts'
import type { PivotStepRow } from '../domain/pivot.ts'
import type { QueryExpansion } from '../domain/query-expansion.ts'
import type { Screened } from '../domain/screened.ts'
import type { VerificationStatus } from '../domain/verification.ts'

/** What a search asked beside its own query. */
export interface SearchTrailStore {
  saveSteps(rows: readonly PivotStepRow[]): void
  stepsOf(searchId: string): readonly PivotStepRow[]
  saveExpansions(searchId: string, causeId: string, expansions: readonly QueryExpansion[]): void
  expansionsOf(searchId: string): readonly QueryExpansion[]
}

/** What pages that still live once said otherwise. */
export interface PageStatementStore {
  /** All that is known of the page: what was known before is replaced. */
  replace(pageId: string, statements: readonly Screened<PageStatement>[]): void
  ofPages(pageIds: readonly string[]): readonly PageStatement[]
}

/** What happened when, as v_timeline tells it. */
export interface TimelineRow {
  readonly subject_type: 'claim' | 'record' | 'entity'
  readonly subject_id: string
  readonly subject: string
  readonly at: string
  readonly event: string
  readonly detail: string | null
  readonly page_id: string
  readonly warc_file: string | null
  readonly warc_record_id: string | null
}

/** A subject with its number of dated events. */
export interface TimelineSubject extends Pick<TimelineRow, 'subject_type' | 'subject_id' | 'subject'> {
  readonly events: number
  readonly first: string
  readonly last: string
}

/** A finding told in one language only, or told otherwise in the other (v_language_gaps). */
export interface LanguageGap {
  readonly gap: 'one_language' | 'contradicting'
  readonly finding_id: string
  readonly finding_text: string
  readonly verification_status: VerificationStatus
  readonly language: string
  readonly sources: number
  readonly other_language: string
  readonly queries_in_other: number
  readonly pages_in_other: number
  readonly opposing_finding_id: string | null
  readonly opposing_text: string | null
}

export interface TimeViewStore {
  /** Records and entities first, then claims with more than one event. */
  subjects(taskId: string): readonly TimelineSubject[]
  /** By id or name, oldest first. */
  of(taskId: string, subject: string): readonly TimelineRow[]
  /** Contradictions first, then what has most sources. */
  languageGaps(taskId: string): readonly LanguageGap[]
}
