import type { EvidenceEdge } from '../../store/types.ts'
import { isDrawnFromRationale } from '../graph/claim-agreement.ts'
import type { ReviewGraph } from './review-graph.ts'

/**
 * What a pair is about: the two findings that it holds beside each other, whichever of them is asked about the other
 * and in whose words. Of a sentence that no claim was drawn from, its passage.
 */
export function matterOf(graph: ReviewGraph, edge: EvidenceEdge): string {
  const asked = graph.findingOf.get(edge.target_id) ?? edge.target_id
  const told = graph.drawnFrom(edge.fragment.id).find((claim) => isDrawnFromRationale(claim, edge))
  const other = told === undefined ? edge.fragment.id : (graph.findingOf.get(told.id) ?? told.id)
  return asked < other ? `${asked} ${other}` : `${other} ${asked}`
}
