import type { Claim, Contradiction } from '../../domain/claim.ts'
import type { Finding } from '../../domain/finding.ts'
import type { TrustAnswer, TrustSource } from '../domain-trust.ts'
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
  /** Claims of the task that were drawn from a passage. */
  drawnFrom(fragmentId: string): readonly Claim[]
  /** How many contradictions hold two findings in dispute (`disputeKey`). */
  readonly disputes: ReadonlyMap<string, number>
}

/** Two findings, whichever is named first. */
export function disputeKey(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}

/** The disputes between findings that these contradictions make. */
export function countDisputes(
  rows: readonly Contradiction[],
  findingOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { claim_id: claim, opposing_claim_id: opposing } of rows) {
    const [one, other] = [findingOf.get(claim), findingOf.get(opposing ?? '')]
    if (one === undefined || other === undefined || one === other) continue
    counts.set(disputeKey(one, other), (counts.get(disputeKey(one, other)) ?? 0) + 1)
  }
  return counts
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
  const contradictions = store.claims.contradictions(taskId)
  const rows = bySides(contradictions)
  const contradictionsOf = (claimId: string) => rows.get(claimId) ?? []
  const drawn = Map.groupBy(
    loaded.map(({ claim }) => claim),
    (claim) => claim.source_fragment_id,
  )
  const fromFragment = (task: string, id: string): readonly Claim[] =>
    task === taskId ? (drawn.get(id) ?? []) : store.claims.fromFragment(task, id)
  const work = begin(recompute, 'review')
  for (const [id, node] of nodes) work.loaded.set(id, node)
  const trust = eachPageOnce(work.trust)
  const parts = { ...work, trust, store: { ...store, claims: { ...store.claims, contradictionsOf, fromFragment } } }
  const relevance = store.findings.relevances(taskId)
  const drawnFrom = (fragmentId: string) => drawn.get(fragmentId) ?? []
  const disputes = countDisputes(contradictions, findingOf)
  return { taskId, parts, nodes, findings, findingOf, relevance, contradictionsOf, drawnFrom, disputes }
}

/** A page's level is asked for with every edge that is weighed, and its addresses are parsed each time. */
function eachPageOnce<Trust extends TrustSource>(trust: Trust): Trust {
  const known = new WeakMap<object, TrustAnswer>()
  const ofPage: TrustSource['ofPage'] = (page) => {
    const before = known.get(page)
    if (before !== undefined) return before
    const answer = trust.ofPage(page)
    known.set(page, answer)
    return answer
  }
  return { ...trust, ofPage }
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
