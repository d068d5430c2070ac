export type IdentifierType = 'doi' | 'pmid' | 'pmcid' | 'arxiv' | 'openalex' | 's2' | 'isbn'

export interface Identifier {
  readonly type: IdentifierType
  readonly value: string
}

export type SourceName = 'openalex' | 'semantic_scholar' | 'crossref' | 'unpaywall' | 'arxiv' | 'pubmed'

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
  readonly sources: readonly SourceName[]
  /** Which source each field was taken from. */
  readonly field_sources: Readonly<Record<string, SourceName>>
}
