/** Who asks: the search that a stage works for, and the ways back to it. No stage changes it. */
export interface SearchCall {
  readonly taskId: string
  readonly searchId: string
  readonly query: string
  /** The event that everything written for this search points to. */
  readonly causeId: string
  readonly signal: AbortSignal
  /** Tells whoever waits what is done now, e.g. "Reading 3/15: example.org". */
  readonly progress: (message: string) => void
}
