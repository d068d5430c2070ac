import type { Claim, Edge } from '../../domain/claim.ts'
import { LyraError } from '../../domain/errors.ts'
import { samePairKey } from '../../domain/same-pair.ts'
import { stanceId } from '../../domain/unjudged-edge.ts'
import type { HumanDeps } from '../human-deps.ts'
import { calibrateBy } from './calibrate-by.ts'
import { mirrorsOf, unjudged } from './mirrors.ts'
import { type Applied, type FeedbackInput, requireFragment, requireStanceEdge } from './target.ts'

/**
 * FEEDBACK 1. A correction reaches the copies of the pair in its task, the same sentence against the same claim text,
 * and a contradiction, said or denied, the same two the other way round. Of two corrections the later one holds.
 */
export function correctNli(deps: HumanDeps, input: FeedbackInput<'correct_nli'>): Applied {
  const { payload } = input
  const { edge, claim } =
    payload.claim_id === undefined ? judgedPair(deps, input) : newPair(deps, input, payload.claim_id)
  if (payload.original_relation !== undefined && payload.original_relation !== edge.relation)
    throw new LyraError(
      'INVALID_PARAMS',
      `payload.original_relation is ${payload.original_relation}, but edge ${edge.id} says ${edge.relation}`,
      { hint: 'Read the edge again; it may have been judged anew or corrected since' },
    )
  const copies = copiesOf(deps, input.taskId, edge, claim)
  const mirrors = mirrorsOf(deps, input, [edge, ...copies])
  for (const one of [edge, ...copies]) deps.store.edges.correct(one.id, payload.correct_relation, payload.confidence)
  for (const { edge: one, answer } of mirrors) deps.store.edges.correct(one.id, answer, payload.confidence)
  calibrateBy(deps, { edge, claim }, payload.correct_relation, input.causeId)
  const by = input.by === 'person' ? 'a person' : 'an assistant'
  return {
    applied: [
      `edge ${edge.id}: ${edge.relation} -> ${payload.correct_relation}, confirmed by ${by}`,
      ...(copies.length === 0 ? [] : [`the same sentence and claim text: ${idsOf(copies)}`]),
      ...mirrors.map(({ edge: one, answer }) => `the two the other way round: ${one.id} -> ${answer}`),
    ],
    touched: [...new Set([claim.id, ...[...copies, ...mirrors.map((one) => one.edge)].map((one) => one.target_id)])],
    payload: keptOf(payload, edge),
    copies: [
      ...copies.map((copy) => ({ targetId: copy.id, payload: keptOf(payload, copy) })),
      ...mirrors.map(({ edge: one, answer }) => ({
        targetId: one.id,
        payload: keptOf({ ...payload, correct_relation: answer }, one),
      })),
    ],
  }
}

/** The row names the edge, also of a pair that nobody had judged: its claim need not be kept beside it. */
function keptOf(
  { claim_id: _claim, ...payload }: FeedbackInput<'correct_nli'>['payload'],
  edge: Edge,
): Readonly<Record<string, unknown>> {
  return {
    ...payload,
    original_relation: edge.relation,
    // What the model itself had said, so that the sample can be rebuilt after the edge has changed (REQ 3.3.4).
    model_relation: edge.nli_label,
    model_confidence: edge.nli_raw_confidence ?? edge.nli_confidence,
    ...(edge.human_corrected ? {} : { edge_confidence: edge.nli_confidence }),
  }
}

interface Pair {
  readonly edge: Edge
  readonly claim: Claim
}

function judgedPair(deps: HumanDeps, { taskId, targetId }: FeedbackInput<'correct_nli'>): Pair {
  return requireStanceEdge(deps, taskId, targetId)
}

/** A pair that no search has judged: the passage is the target. One that was judged meanwhile is corrected. */
function newPair(deps: HumanDeps, input: FeedbackInput<'correct_nli'>, claimId: string): Pair {
  const { store } = deps
  const fragment = requireFragment(deps, input.targetId)
  const claim = store.claims.get(claimId)
  if (claim === null || claim.task_id !== input.taskId)
    throw new LyraError('NOT_FOUND', `No claim of task ${input.taskId} has the id ${claimId}`)
  const known = store.edges.get(stanceId(fragment.id, claim.id))
  const made = { claimId: claim.id, fragmentId: fragment.id, words: fragment.text_content, causeId: input.causeId }
  return { edge: known ?? unjudged(deps, made), claim }
}

function idsOf(edges: readonly Edge[]): string {
  return edges.map(({ id }) => id).join(', ')
}

function copiesOf({ store }: HumanDeps, taskId: string, edge: Edge, claim: Claim): readonly Edge[] {
  const sentence = edge.rationale?.trim() ?? ''
  if (sentence === '') return []
  const key = samePairKey(sentence, claim.claim_text)
  return store.edges
    .towardText(taskId, claim.claim_text)
    .filter((other) => other.id !== edge.id && samePairKey(other.rationale ?? '', claim.claim_text) === key)
}
