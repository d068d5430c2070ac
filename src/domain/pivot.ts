/** What a pivot starts from: `company` and a name, `domain` and a domain, `lei` and a number... Pivots are data. */
export interface PivotSeed {
  readonly kind: string
  readonly value: string
}

/** What became of one step of a pivot: a measure of what can be asked and what was found, never advice. */
export interface PivotMeasure {
  /** What the step is for: officers, filings, history... */
  readonly ask: string
  readonly source: string
  /** The identifier type it is asked by, or `name`. */
  readonly by: string
  /** What it was asked for; null where nothing found so far names one. */
  readonly value: string | null
  /** The source's outcome, or `not_asked`. */
  readonly outcome: string
  readonly reason: string | null
  readonly found: number
  /** Those of them that bear the very name, or were looked up by a number. */
  readonly same_name: number
}

/** A row of `pivot_steps`. */
export interface PivotStepRow extends PivotMeasure {
  readonly query_id: string
  readonly position: number
  readonly cause_id: string
}

/** One text for one seed, by which a search is told apart from others, repeated and replayed. */
export function seedText({ kind, value }: PivotSeed): string {
  return `${kind}:${value}`
}

export function seedOf(text: string): PivotSeed {
  const at = text.indexOf(':')
  return { kind: text.slice(0, at), value: text.slice(at + 1) }
}
