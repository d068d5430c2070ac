export const EXPANDED_BY = ['thesaurus', 'embedding', 'translation', 'given'] as const
export type ExpandedBy = (typeof EXPANDED_BY)[number]

/** A query that a search asked beside its own, and what made it (REQ 3.1.1): a synonym, or the other language. */
export interface QueryExpansion {
  readonly query: string
  readonly by: ExpandedBy
  /** The words of the query that were replaced, and by what; null where the whole query is in another language. */
  readonly term: string | null
  readonly synonym: string | null
  /** Of the vectors of both; null where no model was asked. */
  readonly similarity: number | null
}
