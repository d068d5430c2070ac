import type { Statement, World } from './load-world.ts'
import { bestMatch } from './match-text.ts'
import type { MadeClaim, MadeEdge, MadeGraph } from './read-graph.ts'
import { scoreFindings } from './score-findings.ts'
import { scoreReadEdges, truthTeller } from './score-read-edges.ts'
import type { Matched, Share, WorldScore } from './world-score.ts'

export function scoreWorld({ truth, plan, readEdges }: World, graph: MadeGraph): WorldScore {
  const matched = matchClaims(truth.statements, graph.claims)
  const isJunk = (claim: MadeClaim) =>
    bestMatch(
      claim.source,
      truth.junk.filter(({ page }) => page === claim.url).map(({ quote }) => quote),
    ) !== null
  const unmatched = graph.claims.filter(({ id }) => !matched.statementOf.has(id))
  const junk = unmatched.filter(isJunk)
  const found = findPairs(truth.pairs, truth.statements, matched, graph.edges)
  const decided = graph.edges.filter(({ relation }) => relation !== 'neutral')
  return {
    claimed: { of: truth.statements.length, hits: truth.statements.filter(({ id }) => matched.claims.has(id)).length },
    junk: { of: graph.claims.length, hits: junk.length },
    unlisted: { of: graph.claims.length, hits: unmatched.length - junk.length },
    repeated: { of: graph.claims.length, hits: repetitions(matched) },
    ...scoreFindings(truth, matched, graph),
    supports: shareOf(
      found.filter(({ pair }) => pair.plain && pair.label === 'supports'),
      isFound,
    ),
    refutes: shareOf(
      found.filter(({ pair }) => pair.plain && pair.label === 'refutes'),
      isFound,
    ),
    nearKept: shareOf(
      found.filter(({ pair, claims }) => pair.near && claims > 0),
      ({ relations }) => relations.every((relation) => relation === 'neutral'),
    ),
    supportsRight: rightOf('supports', truth, matched, graph.edges),
    refutesRight: rightOf('refutes', truth, matched, graph.edges),
    ...scoreReadEdges({ truth, readEdges }, matched, graph),
    status: statusRight(truth.statements, matched),
    order: orderRight(truth.order, matched),
    wrongBlocks: graph.blocked.filter((host) => isWrongBlock(host, truth.blocks, plan.trust)).length,
    edgesPerClaim: { of: graph.claims.length, hits: decided.length },
  }
}

function isWrongBlock(host: string, blocks: World['truth']['blocks'], trust: Readonly<Record<string, string>>) {
  if (blocks.right.includes(host) || blocks.tolerable.includes(host)) return false
  return blocks.wrong.includes(host) || host in trust
}

export function matchClaims(statements: readonly Statement[], claims: readonly MadeClaim[]): Matched {
  const byStatement = new Map<string, MadeClaim[]>()
  const statementOf = new Map<string, Statement>()
  for (const claim of claims) {
    const own = statements.filter(({ page }) => page === claim.url)
    const at = bestMatch(
      claim.source,
      own.map(({ quote }) => quote),
    )
    const statement = at === null ? undefined : own[at]
    if (statement === undefined) continue
    statementOf.set(claim.id, statement)
    byStatement.set(statement.id, [...(byStatement.get(statement.id) ?? []), claim])
  }
  return { claims: byStatement, statementOf }
}

/** Claims beyond the first of a finding. */
function repetitions({ statementOf }: Matched): number {
  const findings = new Set([...statementOf.values()].map(({ finding }) => finding))
  return statementOf.size - findings.size
}

interface FoundPair {
  readonly pair: World['truth']['pairs'][number]
  readonly claims: number
  readonly relations: readonly MadeEdge['relation'][]
}

function findPairs(
  pairs: World['truth']['pairs'],
  statements: readonly Statement[],
  matched: Matched,
  edges: readonly MadeEdge[],
): readonly FoundPair[] {
  const byId = new Map(statements.map((statement) => [statement.id, statement]))
  return pairs.map((pair) => {
    const claims = matched.claims.get(pair.claim) ?? []
    const evidence = byId.get(pair.evidence)
    const ids = new Set(claims.map(({ id }) => id))
    const own = edges.filter((edge) => ids.has(edge.claimId) && edge.url === evidence?.page)
    const speaking = own.filter(
      (edge) => bestMatch(evidence?.quote ?? '', [edge.passage]) !== null && !isOfAnother(edge, evidence, statements),
    )
    return { pair, claims: claims.length, relations: speaking.map(({ relation }) => relation) }
  })
}

/** A row or sentence of the same passage decided, which is another statement: this one was left as it is. */
function isOfAnother(edge: MadeEdge, evidence: Statement | undefined, statements: readonly Statement[]): boolean {
  if (edge.relation === 'neutral') return false
  const own = statements.filter(({ page }) => page === edge.url)
  const at = bestMatch(
    edge.rationale,
    own.map(({ quote }) => quote),
  )
  return at !== null && own[at]?.id !== evidence?.id && bestMatch(edge.rationale, [evidence?.quote ?? '']) === null
}

function isFound({ pair, relations }: FoundPair): boolean {
  return relations.includes(pair.label)
}

/**
 * Of the edges of one relation whose sentence is a planted statement: how many are what the truth says of the two. Two
 * statements of one finding support each other; what the truth does not list is left out, for a person to read.
 */
function rightOf(
  relation: 'supports' | 'refutes',
  truth: World['truth'],
  matched: Matched,
  edges: readonly MadeEdge[],
): Share {
  const tell = truthTeller(truth, matched)
  const judged = edges.filter((edge) => edge.relation === relation).flatMap((edge) => tell(edge) ?? [])
  return shareOf(judged, (label) => label === relation)
}

function statusRight(statements: readonly Statement[], matched: Matched): Share {
  const judged = statements.flatMap(({ id, status }) =>
    (matched.claims.get(id) ?? []).slice(0, 1).map((claim) => claim.status === status),
  )
  return shareOf(judged, (right) => right)
}

function orderRight(order: World['truth']['order'], matched: Matched): Share {
  const judged = order.flatMap(([high, low]) => {
    const [above] = matched.claims.get(high) ?? []
    const [below] = matched.claims.get(low) ?? []
    return above === undefined || below === undefined ? [] : [above.confidence > below.confidence]
  })
  return shareOf(judged, (right) => right)
}

function shareOf<T>(items: readonly T[], hit: (item: T) => boolean): Share {
  return { of: items.length, hits: items.filter(hit).length }
}
