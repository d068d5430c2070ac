import type { TrustLevel } from '../domain/trust.ts'
import { type VerificationFacts, type VerificationOutcome, verifyClaim } from '../domain/verification.ts'

/** Quality flag of a page on which L2 found orders to the reader's AI. */
export const INSTRUCTION_FLAG = 'instruction_to_ai'

/** Quality flag of a page after whose text the local model told its prompt or an address that nobody gave it (L4). */
export const MISLEADING_FLAG = 'misled_the_model'

/** REQ 4.4.1 L6: what L2 or L4 found costs a page and its domain the trust. */
export const DANGER_FLAGS = [INSTRUCTION_FLAG, MISLEADING_FLAG] as const

export function isDangerous(qualityFlags: readonly string[]): boolean {
  return DANGER_FLAGS.some((flag) => qualityFlags.includes(flag))
}

/** What the evidence graph knows of a claim and of the page it came from. */
interface GraphFacts {
  readonly trust: TrustLevel
  /** GRAPH 4.1: its own source and every independent one whose counted evidence supports it. */
  readonly independentSources: number
  readonly contradiction: VerificationFacts['contradiction']
  readonly qualityFlags: readonly string[]
}

/**
 * L6 (REQ 4.4.1): new domains begin UNVERIFIED and pending; whether they rise, fall or stay is decided from the graph
 * alone, after every search and every correction. Neither the page nor a model that read it has a say.
 */
export function verifyByGraph({ qualityFlags, ...facts }: GraphFacts): VerificationOutcome {
  return verifyClaim({ ...facts, dangerPattern: isDangerous(qualityFlags) })
}
