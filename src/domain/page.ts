import type { PaperSection } from './full-text.ts'
import type { Outcome } from './outcome.ts'
import type { Revision } from './revision.ts'

export const PAGE_TYPES = [
  'article',
  'knowledge',
  'forum',
  'documentation',
  'listing',
  'product',
  'service',
  'login_wall',
  'paper',
  'pdf',
  /** What an official register says; `record` is what another public source tells. */
  'register',
  'record',
  'other',
] as const
export type PageType = (typeof PAGE_TYPES)[number]

/** What a public source told of one thing, and no abstract or page of the web. */
export function isPublicRecord({ page_type: type }: { readonly page_type: PageType }): boolean {
  return type === 'register' || type === 'record'
}

/**
 * How a page came to us. `api` is an abstract from an academic source or a record of a public one, `file` a file of the
 * user.
 */
export const FETCH_ROUTES = ['http', 'tor', 'browser', 'headful', 'undetected', 'wayback', 'api', 'file'] as const
export type FetchRoute = (typeof FETCH_ROUTES)[number]

/** Venue, identifiers, counts... of a paper. */
export type PaperMetadata = Readonly<Record<string, unknown>>

/** A page is shared by all tasks: one row a URL (GRAPH 1.3). */
export interface Page {
  readonly id: string
  readonly url: string
  readonly final_url: string | null
  readonly canonical_url: string | null
  readonly domain: string
  readonly title: string | null
  readonly authors: readonly string[]
  readonly published_at: string | null
  readonly updated_at: string | null
  readonly year: number | null
  readonly language: string | null
  readonly page_type: PageType
  readonly route: FetchRoute
  readonly outcome: Outcome
  readonly http_status: number | null
  readonly content_type: string | null
  readonly content_hash: string | null
  /** File name inside LYRA_HOME/archive, and the record in it. */
  readonly warc_file: string | null
  readonly warc_record_id: string | null
  readonly screenshot_path: string | null
  readonly work_id: string | null
  /** For the assistant to judge; null for other pages. */
  readonly paper_metadata: PaperMetadata | null
  readonly is_retracted: boolean
  readonly quality_score: number
  readonly quality_flags: readonly string[]
  /** One sentence a flag, with the number it rests on (REQ 3.3.3). */
  readonly quality_reasons?: readonly string[]
  /** Address of the licence that the page names, else its words. */
  readonly licence?: string | null
  /** The page that told the same story first, where this one is its copy for the most part (REQ 3.3.3). */
  readonly narrative_id?: string | null
  /** The work whose open copy an index named at this address. */
  readonly full_text_of?: string | null
  /** Papers, books, patents and laws that the page names, in one spelling each. */
  readonly identifiers?: readonly { readonly type: string; readonly value: string }[]
  readonly fetched_at: string
  /** When it was last seen unchanged; absent while it was read only once. */
  readonly checked_at?: string | null
  readonly cause_id: string
}

export const FRAGMENT_TYPES = [
  ...(['paragraph', 'heading', 'list', 'table', 'quote', 'figure', 'code', 'abstract'] as const),
  /** A sentence made of the values of a public record: a statement by its making. */
  'statement',
] as const
export type FragmentType = (typeof FRAGMENT_TYPES)[number]

export interface Heading {
  readonly level: number
  readonly text: string
}

export const EXTRACTION_METHODS = ['html', 'pdf', 'office', 'ocr', 'api_abstract', 'api_record', 'user'] as const
export type ExtractionMethod = (typeof EXTRACTION_METHODS)[number]

/** REQ 5.1.2 "fragments". Shared like its page. */
export interface Fragment {
  readonly id: string
  readonly page_id: string
  readonly fragment_type: FragmentType
  readonly text_content: string
  readonly heading_context: string | null
  readonly heading_hierarchy: readonly Heading[]
  /** Order under its heading. */
  readonly element_index: number
  /** Order on the page. */
  readonly position: number
  readonly char_start: number
  readonly char_end: number
  readonly page_number: number | null
  readonly text_hash: string
  readonly language: string | null
  readonly extraction_method: ExtractionMethod
  readonly quality_score: number
  /** Fragments that say the same in nearly the same words share one (syndication). */
  readonly cluster_id: string | null
  readonly is_irrelevant: boolean
  /** Of a page that many people write: the post it stands in, and who wrote that where the page says so. */
  readonly post_id?: string | null
  readonly post_author?: string | null
  /** What the page itself strikes out, corrects or adds later in this text. */
  readonly revisions?: readonly Revision[]
  /** Of a paper's full text: the part it stands in. */
  readonly section?: PaperSection | null
  /** Whose words it passes on: `work <id>`, `page <id>` or `url <address>`. */
  readonly told_from?: string | null
  /** When the page was first seen without it; the record that still holds it is then its own, not the page's. */
  readonly superseded_at?: string | null
  readonly warc_file?: string | null
  readonly warc_record_id?: string | null
  readonly created_at: string
  readonly cause_id: string
}
