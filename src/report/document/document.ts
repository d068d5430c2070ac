import type { ReportLanguage } from '../../domain/report-language.ts'
import type { VerificationStatus } from '../../domain/verification.ts'

export type { ReportLanguage }

/** A report as it is read, before it has a format: every renderer writes the same words in the same order. */
export interface ReportDocument {
  readonly language: ReportLanguage
  readonly title: string
  /** What stands under the title: what this is, and how much of it there is. */
  readonly lead: readonly Text[]
  readonly outlineTitle: string
  readonly sections: readonly Section[]
}

export interface Section {
  /** Its name in an address, the same in every language: `supported-findings`. */
  readonly name: string
  readonly title: string
  readonly entries: readonly Entry[]
  /** What stands where there are none. */
  readonly empty: string
}

export interface Entry {
  readonly head: Text
  readonly lines: readonly Line[]
  /** What other entries call it by: `finding-3`, `source-12`. */
  readonly anchor?: string
  /** How a finding stands, for renderers that can show it. */
  readonly status?: VerificationStatus
}

export interface Line {
  readonly text: Text
  readonly lines?: readonly Line[]
  /** What the line is, for renderers that can show it. */
  readonly role?: 'measures' | 'for' | 'against' | 'place'
}

export type Text = readonly Inline[]

/** Plain strings may hold words of the web: renderers escape all of them alike. */
export type Inline =
  | string
  | { readonly strong: string }
  | { readonly code: string }
  /** Words of a source, in quotation marks. */
  | { readonly quote: string }
  /** Numbers in the list of sources. */
  | { readonly cite: readonly number[] }
  | { readonly address: string }
  /** Another entry of the report, by its anchor. */
  | { readonly see: string; readonly words: string }

/** Words that a line can hold: flat, and with a mark where they were cut. */
export function cut(text: string, limit: number): string {
  const flat = text.replace(/\s+/gu, ' ').trim()
  const characters = [...flat]
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : flat
}
