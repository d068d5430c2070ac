import { LyraError } from '../../domain/errors.ts'
import type { HumanDeps } from '../human-deps.ts'
import { type Applied, type FeedbackInput, requireStanceEdge } from './target.ts'

export function correctNli(deps: HumanDeps, input: FeedbackInput<'correct_nli'>): Applied {
  const { payload } = input
  const { edge, claim } = requireStanceEdge(deps, input.taskId, input.targetId)
  if (payload.original_relation !== undefined && payload.original_relation !== edge.relation)
    throw new LyraError(
      'INVALID_PARAMS',
      `payload.original_relation is ${payload.original_relation}, but edge ${edge.id} says ${edge.relation}`,
      { hint: 'Read the edge again; it may have been judged anew or corrected since' },
    )
  deps.store.edges.correct(edge.id, payload.correct_relation, payload.confidence)
  return {
    applied: [`edge ${edge.id}: ${edge.relation} -> ${payload.correct_relation}, confirmed by a person`],
    touched: [claim.id],
    payload: {
      ...payload,
      original_relation: edge.relation,
      // What the model itself had said, so that the sample can be rebuilt after the edge has changed (REQ 3.3.4).
      model_relation: edge.nli_label,
      model_confidence: edge.nli_raw_confidence ?? edge.nli_confidence,
    },
  }
}
