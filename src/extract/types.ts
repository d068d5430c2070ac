import type { Fragment, PageType } from '../domain/page.ts'
import type { Identifier } from '../domain/work.ts'

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
>

export interface ExtractedPage {
  readonly title: string | null
  readonly authors: readonly string[]
  readonly publishedAt: string | null
  readonly updatedAt: string | null
  readonly canonicalUrl: string | null
  readonly language: string | null
  readonly pageType: PageType
  readonly fragments: readonly ExtractedFragment[]
  readonly identifiers: readonly Identifier[]
  /** Absolute http(s) links of the main content, in order. */
  readonly links: readonly string[]
  /** 0..1, REQ 3.3.3 stage 1; flags say why it is low. */
  readonly quality: number
  readonly qualityFlags: readonly string[]
}

export type ExtractionFailure = 'empty' | 'unsupported_type' | 'broken_pdf' | 'password_pdf' | 'login_wall'

export type Extraction =
  | { readonly ok: true; readonly page: ExtractedPage }
  | { readonly ok: false; readonly failure: ExtractionFailure; readonly reason: string }

export interface RawDocument {
  readonly url: string
  readonly contentType: string | null
  readonly body: Uint8Array
}

/** Chooses HTML or PDF by content type and first bytes. Never throws for a bad document. */
export type Extract = (document: RawDocument) => Promise<Extraction>
