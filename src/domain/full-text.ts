/** What came of looking for the open copy of a paper; the abstract stands wherever it was not read. */
export const FULL_TEXT_OUTCOMES = [
  'read',
  /** No index names a copy that is free to read. */
  'no_open_copy',
  /** A copy is free to read, and nobody says under which licence. */
  'licence_unknown',
  /** It names a licence that is not among the open ones. */
  'licence_closed',
  /** A login, a challenge or a refusal stands before it. */
  'wall',
  /** What lies there is another text, or the abstract alone. */
  'not_a_paper',
  /** Gone, broken, too large ... */
  'unreadable',
] as const
export type FullTextOutcome = (typeof FULL_TEXT_OUTCOMES)[number]

export interface FullText {
  readonly task_id: string
  readonly work_id: string
  readonly outcome: FullTextOutcome
  readonly reason: string | null
  readonly url: string | null
  readonly page_id: string | null
  /** Which index named the copy. */
  readonly found_by: string | null
  readonly version: string | null
  readonly licence: string | null
  readonly created_at: string
  readonly cause_id: string
}

/** A part of a paper; which words head it stands in config/lexicons/paper-sections.yaml. */
export const PAPER_SECTIONS = [
  'abstract',
  'introduction',
  'related_work',
  'methods',
  'results',
  'discussion',
  'limitations',
  'conclusions',
  'references',
  'back_matter',
] as const
export type PaperSection = (typeof PAPER_SECTIONS)[number]

/** These tell what others did or paid for, or what the paper's own record says already: no evidence, and no claim. */
const NO_EVIDENCE: readonly PaperSection[] = ['introduction', 'related_work', 'references', 'back_matter', 'abstract']

export function givesEvidence(section: PaperSection | null | undefined): boolean {
  return section == null || !NO_EVIDENCE.includes(section)
}

/**
 * Claims are taken from what the paper found: results, discussion, limits and conclusions; how it was done is evidence.
 */
export function statesFindings(section: PaperSection | null | undefined): boolean {
  return givesEvidence(section) && section !== 'methods'
}
