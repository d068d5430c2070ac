import type { Edge } from './claim.ts'
import { stableId } from './ids.ts'

/** One stance for each passage and claim. */
export function stanceId(fragmentId: string, claimId: string): string {
  return stableId('edge', fragmentId, claimId, 'stance')
}

/** An edge of a pair that no search has judged. */
export function unjudgedEdge(
  about: Readonly<Record<'claimId' | 'fragmentId' | 'words' | 'causeId', string>>,
  at: string,
): Edge {
  return {
    id: stanceId(about.fragmentId, about.claimId),
    ...{ source_type: 'fragment', source_id: about.fragmentId, target_type: 'claim', target_id: about.claimId },
    ...{ relation: 'neutral', nli_label: null, nli_confidence: null, rationale: about.words, citation_source: null },
    ...{ is_influential: false, human_corrected: false, created_at: at, cause_id: about.causeId },
  }
}
