import type { Claim } from '../domain/claim.ts'
import type { Page } from '../domain/page.ts'
import { type VerificationFacts, type VerificationOutcome, verifyClaim } from '../domain/verification.ts'

/** Quality flag of a page on which L2 found orders to the reader's AI, in words of its maker. */
export const INSTRUCTION_FLAG = 'instruction_to_ai'

/** The same where only a post or a comment gives them: whoever made the site did not. */
export const POSTED_INSTRUCTION_FLAG = 'instruction_in_post'

/** Quality flag of a page after whose text the local model told its prompt or an address that nobody gave it (L4). */
export const MISLEADING_FLAG = 'misled_the_model'

/** What L2 or L4 found; the passage is dropped and the page flagged (LYRA 2.1). */
export const DANGER_FLAGS = [INSTRUCTION_FLAG, POSTED_INSTRUCTION_FLAG, MISLEADING_FLAG] as const

/** Of these several pages of one maker cost its domain the trust. */
export const OWN_DANGER_FLAGS: readonly string[] = [INSTRUCTION_FLAG, MISLEADING_FLAG]

export function isDangerous(qualityFlags: readonly string[]): boolean {
  return OWN_DANGER_FLAGS.some((flag) => qualityFlags.includes(flag))
}

interface GraphFacts extends VerificationFacts {
  readonly page: Pick<Page, 'quality_flags'>
  readonly drawnBy: Claim['extraction_method']
}

/**
 * L6 (REQ 4.4.1): new domains begin UNVERIFIED and pending; whether they rise, fall or stay is decided from the graph
 * alone, after every search and every correction. Neither the page nor a model that read it has a say.
 */
export function verifyByGraph({ page, drawnBy, ...facts }: GraphFacts): VerificationOutcome {
  if (drawnBy === 'llm' && page.quality_flags.includes(MISLEADING_FLAG))
    return { status: 'rejected', reason: 'its page misled the local model that drew it' }
  return verifyClaim(facts)
}
