import type { TrustLevel } from '../domain/trust.ts'
import { type VerificationFacts, type VerificationOutcome, verifyClaim } from '../domain/verification.ts'

/** Quality flag of a page on which L2 found orders to the reader's AI. */
export const INSTRUCTION_FLAG = 'instruction_to_ai'

export function givesOrders(qualityFlags: readonly string[]): boolean {
  return qualityFlags.includes(INSTRUCTION_FLAG)
}

/** What the evidence graph knows of a claim and of the page it came from. */
export interface GraphFacts {
  readonly trust: TrustLevel
  /** GRAPH: its own source and every independent one whose counted evidence supports it. */
  readonly independentSources: number
  readonly contradiction: VerificationFacts['contradiction']
  readonly qualityFlags: readonly string[]
}

/**
 * L6 (REQ 4.4.1): new domains begin UNVERIFIED and pending; whether they rise, fall or stay is decided from the graph alone, after
 * every search and every correction. Neither the page nor a model that read it has a say.
 */
export function verifyByGraph({ qualityFlags, ...facts }: GraphFacts): VerificationOutcome {
  return verifyClaim({ ...facts, dangerPattern: givesOrders(qualityFlags) })
}
