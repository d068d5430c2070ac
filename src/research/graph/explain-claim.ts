import { type ConfidenceContribution, PRIOR_CONFIDENCE } from '../../domain/confidence.ts'
import { LyraError } from '../../domain/errors.ts'
import type { GraphParts } from './task-graph.ts'

export interface ClaimExplanation {
  readonly claim_id: string
  readonly confidence: number
  readonly prior: number
  /** Sum of the counted supports minus the counted refutations. */
  readonly log_odds: number
  /** A refuting search found nothing against it; a mark, no weight (LYRA 2.2). */
  readonly no_refutation_found: boolean
  readonly contributions: readonly ConfidenceContribution[]
}

/** GRAPH 5: why a claim has the confidence it has, from what was stored with it. */
export function explainClaim({ store }: Pick<GraphParts, 'store'>, claimId: string): ClaimExplanation {
  const claim = store.claims.get(claimId)
  if (claim === null) throw new LyraError('NOT_FOUND', `There is no claim ${claimId.slice(0, 80)}`)
  const contributions = store.claims.why(claimId)
  const logOdds = contributions
    .filter((part) => part.counted)
    .reduce((sum, part) => sum + (part.relation === 'supports' ? part.weight : -part.weight), 0)
  return {
    claim_id: claimId,
    confidence: claim.confidence,
    prior: PRIOR_CONFIDENCE,
    log_odds: logOdds,
    no_refutation_found: claim.no_refutation_found,
    contributions,
  }
}
