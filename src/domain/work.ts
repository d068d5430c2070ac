export type IdentifierType = 'doi' | 'pmid' | 'pmcid' | 'arxiv' | 'openalex' | 's2' | 'isbn'

export interface Identifier {
  readonly type: IdentifierType
  readonly value: string
}

/** The name an adapter of src/sources gives itself, e.g. `openalex`; open, so that a new one is a file and a line. */
export type SourceName = string

/** What a publisher announced about a work: correction, erratum, expression_of_concern, retraction ... */
export interface WorkUpdate {
  readonly type: string
  /** DOI of the notice. */
  readonly notice: string | null
  readonly date: string | null
}

/** The same work, published elsewhere or earlier. */
export interface WorkVersion {
  readonly kind: 'preprint' | 'published'
  readonly identifier: Identifier
}

/** A paper as one academic source describes it; unknown is null, never a guess. */
export interface Work {
  readonly source: SourceName
  readonly identifiers: readonly Identifier[]
  readonly title: string
  readonly abstract: string | null
  readonly authors: readonly string[]
  readonly year: number | null
  readonly published_at: string | null
  readonly venue: string | null
  readonly url: string | null
  readonly oa_url: string | null
  readonly licence: string | null
  readonly cited_by_count: number | null
  readonly reference_count: number | null
  readonly is_preprint: boolean
  readonly is_retracted: boolean
  /** DOI of the retraction notice, when one is known. */
  readonly retraction_notice: string | null
  readonly language: string | null
  /** Announcements about this work; left out by sources that have none to tell. */
  readonly updates?: readonly WorkUpdate[]
  /** Set on a notice: what it announces about which DOI. */
  readonly notice_of?: readonly { readonly doi: string; readonly type: string }[]
  /** Other versions the source names. */
  readonly versions?: readonly WorkVersion[]
}

/** A retracted work's support no longer counts; a corrected one's does. */
export function withdraws(updateType: string): boolean {
  return ['retraction', 'withdrawal', 'removal'].includes(updateType)
}

/** One line of a citation list. */
export interface CitedWork {
  readonly work: Work
  readonly is_influential: boolean
  readonly direction: 'reference' | 'citation'
}

/** The merged record: one row a paper, whichever sources told of it. */
export interface CanonicalWork extends Omit<Work, 'source'> {
  readonly id: string
  readonly updates: readonly WorkUpdate[]
  readonly notice_of: readonly { readonly doi: string; readonly type: string }[]
  /** Preprint and published version by their own identifiers; more than one: the work has both. */
  readonly versions: readonly WorkVersion[]
  readonly sources: readonly SourceName[]
  /** Which source each field was taken from. */
  readonly field_sources: Readonly<Record<string, SourceName>>
}
