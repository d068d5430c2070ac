/** Words of one language by what they do to a statement. Data: the code that reads it knows no language. */
export interface AlignmentLexicon {
  /** Two lists that say opposite things of the same matter. */
  readonly oppositions: readonly Opposition[]
  /** It may be so. */
  readonly doubt: readonly string[]
  /** It is to come, or somebody wants it. */
  readonly plans: readonly string[]
  /** It can be so: as good as a doubt or a plan where a statement keeps one. */
  readonly ability: readonly string[]
  /** It is beyond doubt. */
  readonly certain: readonly string[]
  /** It is told as what somebody made known. */
  readonly reports: readonly string[]
  /** Somebody says it. */
  readonly speech: readonly string[]
  /** Years and months counted from the day of the text: how far back. */
  readonly relativeYears: readonly (readonly [string, number])[]
  /** What a name begins or ends in: town, firm, title. */
  readonly nameEndings: readonly string[]
  /** What stands beside the name of a person: behind it in Japanese, before it in English. */
  readonly titles: readonly string[]
  /** Endings that tell the kind of a place, a body or a person, before which a name stands. */
  readonly slotEndings: readonly string[]
  /** Words that measure, beyond those that `rules/units.ts` converts: spelling to one name of the unit. */
  readonly measures: Readonly<Record<string, string>>
}

export interface Opposition {
  readonly one: readonly string[]
  readonly other: readonly string[]
  /** Quantifiers say nothing beyond their own clause. */
  readonly inClause?: boolean
}
