import type { FindingExplanation } from '../../api/explain-finding.ts'
import { LyraError } from '../../domain/errors.ts'
import { claimTimeline } from '../graph/claim-timeline.ts'
import { begin, type RecomputeParts } from '../graph/recompute.ts'
import { loadClaims } from '../graph/task-graph.ts'
import { summariseFinding } from './summarise-finding.ts'

/** The sum that the confidence of a finding is, made anew as it was made; nothing is written. */
export function explainFinding(parts: RecomputeParts, taskId: string, findingId: string): FindingExplanation {
  const { store } = parts
  const claimIds = store.findings.claimsOf([findingId]).get(findingId) ?? []
  const members = loadClaims(parts, claimIds)
  const summary = summariseFinding(begin(parts, ''), members, store.findings.relevances(taskId))
  if (summary === null || summary.finding.task_id !== taskId)
    throw new LyraError('NOT_FOUND', `The task has no finding ${findingId.slice(0, 80)}`)
  const edges = new Map(summary.evidence.map((edge) => [edge.id, edge]))
  const judged = new Set(members.flatMap((node) => node.evidence.map((edge) => edge.id)))
  return {
    ok: true,
    finding_id: findingId,
    confidence: summary.weighed.value,
    log_odds: summary.weighed.logOdds,
    contributions: summary.weighed.contributions.flatMap((part) => {
      const edge = edges.get(part.edge_id)
      if (edge === undefined) return []
      const place = { page_id: edge.page.id, fragment_id: edge.fragment.id, domain: edge.page.domain }
      return [{ ...part, ...place, says_the_same: !judged.has(part.edge_id) }]
    }),
    timeline: timelineOf(parts, claimIds),
  }
}

/** Of all its claims; what happened to several of them at once is told once. */
function timelineOf(parts: RecomputeParts, claimIds: readonly string[]): FindingExplanation['timeline'] {
  const entries = claimIds.flatMap((id) => claimTimeline(parts, id)?.entries ?? [])
  const once = new Map(entries.map((entry) => [`${entry.kind}\n${entry.at?.slice(0, 16)}\n${entry.what}`, entry]))
  return [...once.values()]
    .sort((a, b) => ((a.at ?? '9999') < (b.at ?? '9999') ? -1 : 1))
    .map(({ kind, at, what, page_id }) => ({ kind, at, what, page_id }))
}
