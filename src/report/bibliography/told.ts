import type { Identifier } from '../../domain/paper.ts'
import type { FoundWork } from './page-work.ts'

/** What the sources say. */
export interface Told {
  readonly works: readonly FoundWork[]
  /** Identifiers that no source knows, and at least one that is a register of them denies. */
  readonly denied: readonly Identifier[]
  /** At least one source answered, whatever it said. */
  readonly answered: boolean
  /** Why sources could not answer, and who was asked in vain. */
  readonly reasons: readonly string[]
}

/** An identifier, and what of the entry led to it. */
export interface Question {
  readonly identifier: Identifier
  readonly by: FoundWork['by']
}
