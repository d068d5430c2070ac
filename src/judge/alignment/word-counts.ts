/** How many of the texts of a check have a word. */
export interface WordCounts {
  readonly texts: number
  count(word: string): number
  /** A text of the check has it as a name, or as a part of one. */
  isName(word: string): boolean
}
