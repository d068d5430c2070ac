/**
 * How a page shows that it tells what another one said: by markup made for it, by a line like "Source:", inside a
 * phrase of attribution, by a citation of a paper, or by a link in its text to a source of a higher kind.
 */
export const SOURCE_CUES = ['markup', 'source_line', 'attribution', 'citation', 'standing'] as const
export type SourceCue = (typeof SOURCE_CUES)[number]

/** `source_page_id` is the primary source of `page_id`. */
export interface PrimarySource {
  readonly page_id: string
  readonly url: string
  readonly fragment_id: string | null
  readonly cue: SourceCue
  /** The words that name it. */
  readonly words: string
  readonly source_page_id: string | null
  /** Of the request, or `not_asked` where the page budget or the settings did not reach so far. */
  readonly outcome: string
  readonly reason: string | null
  readonly created_at: string
  readonly cause_id: string
}

/** A link to a better source may be an aside; the others say where the page has it from. */
export function saysWhereFrom(cue: SourceCue): boolean {
  return cue !== 'standing'
}
