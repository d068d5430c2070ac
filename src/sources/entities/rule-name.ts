import type { RecognisedName } from '../../domain/entity.ts'

/** A name that the rules found. */
export interface RuleName extends RecognisedName {
  /** By the name itself, not by the words around it. */
  readonly isSure: boolean
}
