import { loadClaims } from '../graph/task-graph.ts'
import type { TrustUpdate } from '../graph/update-domain-trust.ts'
import { groupClaims, reachedFrom } from './group-claims.ts'
import { compareClaims } from './link-claims.ts'
import { summariseFinding } from './summarise-finding.ts'

interface ChangedClaims {
  /** Claims whose text or evidence is new: what they say the same as is looked for again. */
  readonly compare: ReadonlySet<string>
  /** Claims whose confidence or status may have changed. */
  readonly weighed: ReadonlySet<string>
}

/**
 * LYRA 2.7: the findings of a task after some of its claims have changed. Only these claims are compared anew, and only
 * groups they can be reached from are made anew; the result is the same as if all had been.
 */
export function updateFindings(work: TrustUpdate, taskId: string, { compare, weighed }: ChangedClaims): void {
  const { store } = work
  const before = store.findings.byClaim(taskId)
  const regrouped = regroup(work, taskId, before, compare)
  const moved = new Set(regrouped.flat())
  const asBefore = groupsOf(before).filter((ids) => !ids.some((id) => moved.has(id)))
  const groups = [...regrouped, ...asBefore.filter((ids) => ids.some((id) => weighed.has(id)))]
  const relevance = store.findings.relevances(taskId)
  const nodes = new Map(loadClaims(work, groups.flat()).map((node) => [node.claim.id, node]))
  const saved = groups.flatMap((claimIds) => {
    const members = claimIds.flatMap((id) => nodes.get(id) ?? [])
    const summary = summariseFinding(work, members, relevance)
    if (summary === null) return []
    store.findings.save(summary.finding, claimIds, summary.sources)
    return [summary.finding.id]
  })
  store.findings.dropEmpty(taskId)
  saveDisputes(work, taskId, saved)
  store.reviews.outdate(taskId)
}

/** The groups that may differ from before. */
function regroup(
  { store }: TrustUpdate,
  taskId: string,
  before: ReadonlyMap<string, string>,
  compare: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const claimIds = store.claims.idsOfTask(taskId)
  const changed = new Set(claimIds.filter((id) => compare.has(id) || !before.has(id)))
  if (changed.size === 0) return []
  const comparison = compareClaims(store, taskId)
  store.findings.replaceLinks(taskId, [...changed], comparison.linksOf(changed))
  const links = store.findings.links(taskId)
  const corrections = store.findings.corrections(taskId)
  // A claim may leave the others of its finding, so these are looked at, too.
  const stoodWith = new Set([...changed].flatMap((id) => before.get(id) ?? []))
  const left = [...before].flatMap(([id, finding]) => (stoodWith.has(finding) ? [id] : []))
  const together = corrections.filter(({ decision }) => decision === 'same')
  const reached = reachedFrom(new Set([...changed, ...left]), [...links, ...together])
  return groupClaims({
    claimIds: comparison.claimIds.filter((id) => reached.has(id)),
    links,
    apart: comparison.apart,
    corrections,
  })
}

function groupsOf(byClaim: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const groups = Map.groupBy(byClaim, ([, findingId]) => findingId)
  return [...groups.values()].map((entries) => entries.map(([claimId]) => claimId))
}

/** Both sides of a contradiction between two claims are findings in dispute with each other. */
function saveDisputes({ store }: TrustUpdate, taskId: string, findingIds: readonly string[]): void {
  const byClaim = store.findings.byClaim(taskId)
  const opposing = new Map<string, Set<string>>(findingIds.map((id) => [id, new Set()]))
  for (const { claim_id: claimId, opposing_claim_id: opposingId } of store.claims.contradictions(taskId)) {
    const [one, other] = [byClaim.get(claimId), byClaim.get(opposingId ?? '')]
    if (one === undefined || other === undefined || one === other) continue
    opposing.get(one)?.add(other)
    opposing.get(other)?.add(one)
  }
  for (const [id, others] of opposing) store.findings.saveDisputes(id, [...others].sort())
}
