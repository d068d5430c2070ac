import type { Fragment, PageType } from '../domain/page.ts'
import type { Identifier } from '../domain/paper.ts'

export type ExtractedFragment = Pick<
  Fragment,
  | 'fragment_type'
  | 'text_content'
  | 'heading_context'
  | 'heading_hierarchy'
  | 'element_index'
  | 'position'
  | 'char_start'
  | 'char_end'
  | 'page_number'
  | 'text_hash'
  | 'language'
  | 'extraction_method'
  | 'post_id'
  | 'post_author'
  | 'revisions'
> & {
  /** 0..1, how sure OCR was of the page it read; absent for text that was written as text. */
  readonly confidence?: number
  /**
   * With the invisible characters and the struck words that `text_content` leaves out, for L2 to read (REQ 4.4.1);
   * absent where there are none.
   */
  readonly as_written?: string
}

/** What a page names by the number of a register: each has a public source that can be asked (config/sources). */
type NamedType =
  | 'patent'
  | 'law'
  | 'trial'
  | 'corporate_number'
  | 'lei'
  | 'orcid'
  | 'cik'
  | 'uk_company'
  | 'indicator'
  | 'domain'

export interface NamedDocument {
  readonly type: NamedType
  readonly value: string
}

/** What documents themselves are known by. */
export type PatentOrLaw = NamedDocument & { readonly type: 'patent' | 'law' }

export interface ExtractedPage {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly canonicalUrl: string | null
  readonly language: string | null
  readonly pageType: PageType
  readonly fragments: readonly ExtractedFragment[]
  /** Of papers and books: these go to enrichment. */
  readonly identifiers: readonly Identifier[]
  /** Patents, laws and numbers of registers that the page names, each in one spelling. */
  readonly documents?: readonly NamedDocument[]
  /** Absolute http(s) links of the main content, in order. */
  readonly links: readonly string[]
  /** 0..1, REQ 3.3.3; flags say why it is low, reasons in words and with the numbers they rest on. */
  readonly quality: number
  readonly qualityFlags: readonly string[]
  readonly qualityReasons?: readonly string[]
  /** Address of the licence the page names, else its words; null when it names none. */
  readonly licence?: string | null
}

export type ExtractionFailure =
  | 'empty'
  | 'unsupported_type'
  | 'broken_pdf'
  | 'password_pdf'
  | 'ocr_failed'
  | 'login_wall'
  | 'too_costly'
  | 'too_large'
  | 'broken_document'
  | 'password_document'

export type Extraction =
  | { readonly ok: true; readonly page: ExtractedPage }
  | { readonly ok: false; readonly failure: ExtractionFailure; readonly reason: string }

export interface RawDocument {
  readonly url: string
  readonly contentType: string | null
  readonly body: Uint8Array
}

/** Prefix of the reason for an unexpected exception (REQ 3.5). The benchmark counts these as crashes. */
export const UNEXPECTED_FAILURE = 'The document could not be read'

/**
 * Chooses HTML or PDF by content type and first bytes. Never throws for a bad document, only when the caller gave up.
 */
export type Extract = (document: RawDocument, signal?: AbortSignal) => Promise<Extraction>
