import type { Claim, Edge, StanceRelation } from '../../domain/claim.ts'
import { isoTime } from '../../domain/clock.ts'
import { isOneSentence, mirroredAnswer } from '../../domain/mirror-pair.ts'
import { stanceId, unjudgedEdge } from '../../domain/unjudged-edge.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { FeedbackInput } from './target.ts'

/** An edge of a pair that no search has judged, saved. */
export function unjudged({ store, clock }: HumanDeps, about: Parameters<typeof unjudgedEdge>[0]): Edge {
  const edge = unjudgedEdge(about, isoTime(clock))
  store.edges.saveStance(edge)
  return edge
}

export interface Mirror {
  readonly edge: Edge
  readonly answer: StanceRelation
}

/**
 * The same two statements, asked the other way round: what the answer says of them. What somebody said of that very
 * pair holds. Of a contradiction that no search has looked at from there, the pair is made.
 */
export function mirrorsOf(
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
      const made = { claimId: claim.id, fragmentId: asked.source_fragment_id, words, causeId }
      return [{ edge: known ?? unjudged(deps, made), answer }]
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
