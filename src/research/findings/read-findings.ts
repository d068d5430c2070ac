import { type Finding, findingRank } from '../../domain/finding.ts'
import { stableId } from '../../domain/ids.ts'
import { independentSources } from '../graph/origins.ts'
import { groupSources } from '../graph/source-group.ts'
import { type ClaimNode, counts, type GraphParts } from '../graph/task-graph.ts'

/** A finding as answers and reports show it. */
export interface ShownFinding extends Omit<Finding, 'cause_id' | 'claim_id'> {
  /** The claim that stands for it. */
  readonly shown: ClaimNode
  /** All its claims, in the order in which they were found. */
  readonly members: readonly ClaimNode[]
  /** Findings that say otherwise. */
  readonly disputes: readonly string[]
}

/** The findings of a task, what answers its question first. A claim that nobody has grouped yet is one of its own. */
export function readFindings(parts: GraphParts, taskId: string, nodes: readonly ClaimNode[]): readonly ShownFinding[] {
  const { findings } = parts.store
  const byClaim = findings.byClaim(taskId)
  const members = Map.groupBy(nodes, ({ claim }) => byClaim.get(claim.id) ?? '')
  const disputes = findings.disputes(taskId)
  const kept = findings
    .ofTask(taskId)
    .flatMap(({ cause_id: _cause, claim_id: claimId, ...finding }): ShownFinding[] => {
      const own = members.get(finding.id) ?? []
      const shown = own.find(({ claim }) => claim.id === claimId) ?? own[0]
      return shown === undefined ? [] : [{ ...finding, shown, members: own, disputes: disputes.get(finding.id) ?? [] }]
    })
  const alone = (members.get('') ?? []).map((node) => ofOneClaim(parts, node))
  return [...kept, ...alone].sort((a, b) => b.rank_score - a.rank_score || (a.id < b.id ? -1 : 1))
}

function ofOneClaim(parts: GraphParts, node: ClaimNode): ShownFinding {
  const { claim } = node
  const against = node.evidence.filter((edge) => edge.relation === 'refutes' && counts(parts, edge))
  const weighed = {
    confidence: claim.confidence,
    supporting_sources: independentSources(parts, node).size,
    refuting_sources: new Set(groupSources(against)).size,
    relevance: null,
    verification_status: claim.verification_status,
  }
  return {
    id: stableId('find', claim.task_id, claim.id),
    task_id: claim.task_id,
    ...weighed,
    rank_score: findingRank(weighed),
    shown: node,
    members: [node],
    disputes: [],
  }
}
