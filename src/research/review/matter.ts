import type { EvidenceEdge } from '../../store/types.ts'
import { isDrawnFromRationale } from '../graph/claim-agreement.ts'
import type { ReviewGraph } from './review-graph.ts'

/**
 * The two sides that a pair holds beside each other: the finding that is asked about, and the finding whose words it is
 * asked by. Of a sentence that no claim was drawn from, its passage.
 */
export function sidesOfPair(graph: ReviewGraph, edge: EvidenceEdge): readonly [string, string] {
  const asked = graph.findingOf.get(edge.target_id) ?? edge.target_id
  const told = graph.drawnFrom(edge.fragment.id).find((claim) => isDrawnFromRationale(claim, edge))
  return [asked, told === undefined ? edge.fragment.id : (graph.findingOf.get(told.id) ?? told.id)]
}

/** What a pair is about: its two sides, whichever of them is asked about the other and in whose words. */
export function matterOf([one, other]: readonly [string, string]): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}
