import type { TakenSide } from '../../store/findings.ts'
import type { ClaimNode, WeighedEdge } from '../graph/task-graph.ts'
import type { Stance, Stances } from './same-statement.ts'

/** A claim's own sentence, and the passage in which it stands. */
export interface OwnSentence {
  readonly claimId: string
  readonly fragmentId: string
  readonly sentence: string
}

/**
 * Edges run from a fragment to a claim; a claim speaks of another where its own sentence is the one that decided such
 * an edge.
 */
export function stancesBetween(
  claims: readonly OwnSentence[],
  sides: readonly TakenSide[],
): (first: string, second: string) => Stances {
  const byFragment = Map.groupBy(claims, ({ fragmentId }) => fragmentId)
  const stances = new Map<string, Stance>()
  for (const { fragment_id: fragmentId, claim_id: claimId, relation, confidence, rationale } of sides)
    for (const own of byFragment.get(fragmentId) ?? [])
      if (isPartOf(own.sentence, rationale)) stances.set(`${own.claimId} ${claimId}`, { relation, confidence })
  return (first, second) => ({
    there: stances.get(`${first} ${second}`) ?? null,
    back: stances.get(`${second} ${first}`) ?? null,
  })
}

type SourceOfClaim = Pick<ClaimNode, 'claim' | 'fragment'>

/** The passage that decided is the claim's own sentence, or a part of it. */
export function isItsSentence(source: SourceOfClaim, rationale: string | null): boolean {
  return isPartOf(ownSentence(source), rationale)
}

export function ownSentence({ claim, fragment }: SourceOfClaim): string {
  return fragment.text_content.slice(claim.span_start, claim.span_end)
}

function isPartOf(sentence: string, rationale: string | null): boolean {
  if (rationale === null || rationale === '' || sentence === '') return false
  return rationale.includes(sentence) || sentence.includes(rationale)
}

/** Evidence of claims that say the same, without what one of their own sentences says of another. */
export function evidenceFromOthers(members: readonly ClaimNode[]): readonly WeighedEdge[] {
  const evidence = members.flatMap((node) => node.evidence)
  if (members.length === 1) return evidence
  return evidence.filter(
    (edge) => !members.some((node) => node.fragment.id === edge.fragment.id && isItsSentence(node, edge.rationale)),
  )
}
