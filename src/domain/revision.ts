/** What a page itself takes back or adds later: text it strikes out, a correction, an update (追記, 訂正). */
export const REVISION_KINDS = ['struck', 'correction', 'update'] as const

export interface Revision {
  readonly kind: (typeof REVISION_KINDS)[number]
  /** Where it stands, or stood, in the fragment's text. */
  readonly start: number
  /**
   * The words struck out, which the fragment's text leaves out unless they are all of it; of a note the label it opens
   * with, which speaks for all that follows in the fragment.
   */
  readonly text: string
}

/** Whether the page has struck out all that the fragment says: it is kept to be shown, and speaks for nothing. */
export function isStruckWhole(fragment: {
  readonly text_content: string
  readonly revisions?: readonly Revision[] | undefined
}): boolean {
  return isStruckOut(fragment.revisions ?? [], fragment.text_content)
}

/** Whether the page has struck out the sentence as a whole. */
export function isStruckOut(revisions: readonly Revision[], sentence: string): boolean {
  return revisions.some(({ kind, text }) => kind === 'struck' && text.includes(sentence.trim()))
}
