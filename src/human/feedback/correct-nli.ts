import type { Claim, Edge, StanceRelation } from '../../domain/claim.ts'
import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { stableId } from '../../domain/ids.ts'
import { isOneSentence, mirroredAnswer } from '../../domain/mirror-pair.ts'
import { samePairKey } from '../../domain/same-pair.ts'
import type { HumanDeps } from '../human-deps.ts'
import { calibrateBy } from './calibrate-by.ts'
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
  return { edge: known ?? unjudged(deps, claim.id, fragment.id, fragment.text_content, input.causeId), claim }
}

function stanceId(fragmentId: string, claimId: string): string {
  return stableId('edge', fragmentId, claimId, 'stance')
}

function unjudged({ store, clock }: HumanDeps, claimId: string, fragmentId: string, words: string, causeId: string) {
  const edge: Edge = {
    id: stanceId(fragmentId, claimId),
    source_type: 'fragment',
    source_id: fragmentId,
    target_type: 'claim',
    target_id: claimId,
    relation: 'neutral',
    nli_label: null,
    nli_confidence: null,
    rationale: words,
    citation_source: null,
    is_influential: false,
    human_corrected: false,
    created_at: isoTime(clock),
    cause_id: causeId,
  }
  store.edges.saveStance(edge)
  return edge
}

interface Mirror {
  readonly edge: Edge
  readonly answer: StanceRelation
}

/**
 * The same two statements, asked the other way round: what the answer says of them. What somebody said of that very
 * pair holds. Of a contradiction that no search has looked at from there, the pair is made.
 */
function mirrorsOf(
  deps: HumanDeps,
  { taskId, payload, causeId }: FeedbackInput<'correct_nli'>,
  edges: readonly Edge[],
): readonly Mirror[] {
  const { store } = deps
  const told = new Set(edges.map(({ id }) => id))
  const found = edges.flatMap((edge): readonly Mirror[] => {
    const asked = store.claims.get(edge.target_id)
    const words = asked === null ? null : sentenceOf(deps, asked)
    if (asked === null || words === null) return []
    return drawnFrom(deps, taskId, edge).flatMap((claim) => {
      const known = store.edges.get(stanceId(asked.source_fragment_id, claim.id))
      if (claim.source_fragment_id === asked.source_fragment_id || told.has(known?.id ?? '')) return []
      if (known !== null && (!isOneSentence(known.rationale, words) || isToldItself(deps, known))) return []
      const answer = mirroredAnswer(payload.correct_relation, known?.relation ?? null)
      if (answer === null) return []
      return [{ edge: known ?? unjudged(deps, claim.id, asked.source_fragment_id, words, causeId), answer }]
    })
  })
  return [...new Map(found.map((one) => [one.edge.id, one])).values()]
}

/** Claims of the task that were drawn from the sentence that speaks. */
function drawnFrom(deps: HumanDeps, taskId: string, edge: Edge): readonly Claim[] {
  return deps.store.claims
    .fromFragment(taskId, edge.source_id)
    .filter((claim) => isOneSentence(edge.rationale, sentenceOf(deps, claim) ?? ''))
}

function sentenceOf({ store }: HumanDeps, claim: Claim): string | null {
  const fragment = store.fragments.get(claim.source_fragment_id)
  return fragment?.text_content.slice(claim.span_start, claim.span_end) ?? null
}

function isToldItself({ store }: HumanDeps, edge: Edge): boolean {
  return edge.human_corrected && store.people.feedback.standing(edge.id, 'correct_nli').at(-1)?.actor !== 'rule'
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
