import type { Claim, Contradiction } from '../../domain/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { SummaryParts } from '../findings/summarise-finding.ts'
import { begin, type RecomputeParts } from '../graph/recompute.ts'
import { type ClaimNode, loadTaskGraph } from '../graph/task-graph.ts'

/** A finding with its claims. */
export interface ReviewedFinding {
  readonly finding: Finding
  readonly members: readonly ClaimNode[]
}

/** The graph of a task in memory: what would be otherwise is asked of it a thousand times. */
export interface ReviewGraph {
  readonly taskId: string
  readonly parts: SummaryParts & { readonly at: string }
  readonly nodes: ReadonlyMap<string, ClaimNode>
  /** By id. */
  readonly findings: ReadonlyMap<string, ReviewedFinding>
  /** Finding of each claim. */
  readonly findingOf: ReadonlyMap<string, string>
  readonly relevance: ReadonlyMap<string, number>
  /** Contradictions in which a claim stands on either side. */
  contradictionsOf(claimId: string): readonly Contradiction[]
}

export function readReviewGraph(recompute: RecomputeParts, taskId: string): ReviewGraph {
  const { store } = recompute
  const loaded = loadTaskGraph(recompute, taskId)
  const nodes = new Map(loaded.map((node) => [node.claim.id, node]))
  const findingOf = store.findings.byClaim(taskId)
  const members = Map.groupBy(loaded, ({ claim }) => findingOf.get(claim.id) ?? '')
  const findings = new Map(
    store.findings.ofTask(taskId).map((finding) => [finding.id, { finding, members: members.get(finding.id) ?? [] }]),
  )
  const rows = bySides(store.claims.contradictions(taskId))
  const contradictionsOf = (claimId: string) => rows.get(claimId) ?? []
  const drawn = Map.groupBy(
    loaded.map(({ claim }) => claim),
    (claim) => claim.source_fragment_id,
  )
  const fromFragment = (task: string, id: string): readonly Claim[] =>
    task === taskId ? (drawn.get(id) ?? []) : store.claims.fromFragment(task, id)
  const work = begin(recompute, 'review')
  for (const [id, node] of nodes) work.loaded.set(id, node)
  const parts = { ...work, store: { ...store, claims: { ...store.claims, contradictionsOf, fromFragment } } }
  const relevance = store.findings.relevances(taskId)
  return { taskId, parts, nodes, findings, findingOf, relevance, contradictionsOf }
}

function bySides(rows: readonly Contradiction[]): ReadonlyMap<string, readonly Contradiction[]> {
  const sides = new Map<string, Contradiction[]>()
  for (const row of rows)
    for (const id of new Set([row.claim_id, row.opposing_claim_id])) {
      if (id === null) continue
      const list = sides.get(id)
      if (list === undefined) sides.set(id, [row])
      else list.push(row)
    }
  return sides
}
