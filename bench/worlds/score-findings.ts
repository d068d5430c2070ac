import type { World } from './load-world.ts'
import type { MadeGraph } from './read-graph.ts'
import type { Matched, Share, WorldScore } from './world-score.ts'

type FindingScore = Pick<
  WorldScore,
  'findingsRepeated' | 'plantedFindingsRepeated' | 'mergedRight' | 'findingStatus' | 'findingOrder'
>

/** How well claims were gathered into findings, judged by the findings that the truth names. */
export function scoreFindings(truth: World['truth'], matched: Matched, graph: MadeGraph): FindingScore {
  const planted = graph.claims.flatMap((claim) => {
    const statement = matched.statementOf.get(claim.id)
    return statement === undefined ? [] : [{ made: claim.finding.id, meant: statement.finding }]
  })
  const made = new Set(planted.map((one) => `${one.made} ${one.meant}`)).size
  const repeated = made - new Set(planted.map((one) => one.meant)).size
  const together = planted.flatMap((one, at) =>
    planted.slice(at + 1).flatMap((other) => (one.made === other.made ? [one.meant === other.meant] : [])),
  )
  return {
    // Beyond the first of each finding that the truth names: among all findings, and among those it knows.
    findingsRepeated: { of: new Set(graph.claims.map(({ finding }) => finding.id)).size, hits: repeated },
    plantedFindingsRepeated: { of: made, hits: repeated },
    mergedRight: { of: together.length, hits: together.filter((right) => right).length },
    findingStatus: statusRight(truth, matched),
    findingOrder: orderRight(truth, matched),
  }
}

function statusRight({ statements }: World['truth'], matched: Matched): Share {
  const judged = statements.flatMap(({ id, status }) =>
    (matched.claims.get(id) ?? []).slice(0, 1).map(({ finding }) => finding.status === status),
  )
  return { of: judged.length, hits: judged.filter((right) => right).length }
}

function orderRight({ order }: World['truth'], matched: Matched): Share {
  const judged = order.flatMap(([high, low]) => {
    const [above] = matched.claims.get(high) ?? []
    const [below] = matched.claims.get(low) ?? []
    return above === undefined || below === undefined ? [] : [above.finding.confidence > below.finding.confidence]
  })
  return { of: judged.length, hits: judged.filter((right) => right).length }
}
