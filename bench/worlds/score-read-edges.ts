import type { World } from './load-world.ts'
import { bestMatch } from './match-text.ts'
import type { MadeEdge, MadeGraph } from './read-graph.ts'
import type { Matched, Share, WorldScore } from './world-score.ts'

type Relation = MadeEdge['relation']

/** What the truth says of the two statements an edge stands between; null where it lists nothing of them. */
export function truthTeller(truth: World['truth'], matched: Matched): (edge: MadeEdge) => Relation | null {
  const labels = new Map(truth.pairs.map(({ evidence, claim, label }) => [`${evidence} ${claim}`, label]))
  return (edge) => {
    const claim = matched.statementOf.get(edge.claimId)
    const own = truth.statements.filter(({ page }) => page === edge.url)
    const at = bestMatch(
      edge.rationale,
      own.map(({ quote }) => quote),
    )
    const evidence = at === null ? undefined : own[at]
    if (claim === undefined || evidence === undefined) return null
    return labels.get(`${evidence.id} ${claim.id}`) ?? (evidence.finding === claim.finding ? 'supports' : null)
  }
}

/**
 * All edges that decide, not only those between listed statements: most of what a person is shown stands between
 * sentences that no truth has planned, and a judge that is right about listed pairs may be wrong about these.
 */
export function scoreReadEdges(
  world: Pick<World, 'truth' | 'readEdges'>,
  matched: Matched,
  graph: MadeGraph,
): Pick<WorldScore, 'supportsRead' | 'refutesRead' | 'edgesTold'> {
  const tell = pairTeller(world, matched, graph)
  const decided = graph.edges.filter(({ relation }) => relation !== 'neutral')
  const told = decided.flatMap((edge) => {
    const label = tell(edge)
    return label === null ? [] : [{ relation: edge.relation, right: label === edge.relation }]
  })
  const shareOf = (relation: Relation): Share => {
    const own = told.filter((one) => one.relation === relation)
    return { of: own.length, hits: own.filter(({ right }) => right).length }
  }
  return {
    supportsRead: shareOf('supports'),
    refutesRead: shareOf('refutes'),
    edgesTold: { of: decided.length, hits: told.length },
  }
}

/** The edges that neither the truth nor a second hand has told, for a second hand to read. */
export function unreadEdges(world: Pick<World, 'truth' | 'readEdges'>, matched: Matched, graph: MadeGraph) {
  const tell = pairTeller(world, matched, graph)
  return graph.edges.filter((edge) => edge.relation !== 'neutral' && tell(edge) === null)
}

/** What an edge should be, by the truth or by a second hand; null where nobody has told. */
export function pairTeller(
  { truth, readEdges }: Pick<World, 'truth' | 'readEdges'>,
  matched: Matched,
  graph: MadeGraph,
) {
  const byTruth = truthTeller(truth, matched)
  const key = (...parts: readonly string[]) => parts.join('\n')
  const read = new Map(
    readEdges.map((one) => [key(one.claim_page, one.claim, one.evidence_page, one.evidence), one.relation]),
  )
  const claims = new Map(graph.claims.map((claim) => [claim.id, claim]))
  return (edge: MadeEdge): Relation | null => {
    const claim = claims.get(edge.claimId)
    if (claim === undefined) return null
    return byTruth(edge) ?? read.get(key(claim.url, claim.source, edge.url, edge.rationale)) ?? null
  }
}
