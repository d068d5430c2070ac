import { OUTCOMES, type Outcome } from './outcome.ts'

/** What a caller may name to be read (LYRA named targets). `citation` is a candidate of a task's citation list. */
export const TARGET_KINDS = [
  'url',
  'doi',
  'arxiv',
  'pmid',
  'pmcid',
  'isbn',
  'patent',
  'law',
  'trial',
  'citation',
  'file',
  'unknown',
] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

/** Kinds that the academic sources know by their number. */
export const PAPER_KINDS = ['doi', 'arxiv', 'pmid', 'pmcid'] as const

/** Kinds whose number leads to an address by the table config/targets.yaml. */
export const ADDRESSED_KINDS = [...PAPER_KINDS, 'isbn', 'patent', 'law', 'trial'] as const
export type AddressedKind = (typeof ADDRESSED_KINDS)[number]

/** How many may be named in one search. */
export const MOST_TARGETS = 200
/** Characters of one. */
export const LONGEST_TARGET = 2048

/**
 * What became of a target. Besides what can become of any page: `read` now, `already_read` before, `refused_address`
 * (no web address, or one that hides where it leads), `unknown_identifier` (neither an address nor a number of a known
 * form), `no_source` (the number is one, and nothing is set up to resolve it), `duplicate` (named twice).
 */
export const TARGET_OUTCOMES = [
  'read',
  'already_read',
  'refused_address',
  'unknown_identifier',
  'no_source',
  'duplicate',
  ...OUTCOMES.filter((outcome): outcome is FailedOutcome => outcome !== 'ok' && outcome !== 'not_modified'),
] as const
type FailedOutcome = Exclude<Outcome, 'ok' | 'not_modified'>
export type TargetOutcome = (typeof TARGET_OUTCOMES)[number]

/** One target of a search, in the order of naming. */
export interface TargetRow {
  readonly query_id: string
  readonly position: number
  /** As the caller wrote it. */
  readonly given: string
  readonly kind: TargetKind
  /** The number or address in one spelling; null where none was recognised. */
  readonly value: string | null
  readonly outcome: TargetOutcome
  readonly reason: string | null
  /** Where it was read. */
  readonly url: string | null
  readonly page_id: string | null
  readonly cause_id: string
}
