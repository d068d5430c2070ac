import { groupSources } from './source-group.ts'
import { type ClaimNode, counts, type GraphParts } from './task-graph.ts'

/** Its own source and every independent source whose counted evidence supports it. */
export function independentSources(parts: Pick<GraphParts, 'trust'>, node: ClaimNode): ReadonlySet<string> {
  const supporting = node.evidence.filter((edge) => edge.relation === 'supports' && counts(parts, edge))
  return new Set(groupSources([node, ...supporting]))
}
