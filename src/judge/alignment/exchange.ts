/** The statement with one thing put in the place of another, to be read once more. */
export interface Exchange {
  readonly kind: 'name' | 'year' | 'figure' | 'direction'
  readonly text: string
  /** What the statement says, and what was put in its place. */
  readonly own: string
  readonly other: string
}
