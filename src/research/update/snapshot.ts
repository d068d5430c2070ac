import type { TaskSnapshot } from '../../domain/task-delta.ts'
import { readFindings } from '../findings/read-findings.ts'
import { type GraphParts, loadTaskGraph } from '../graph/task-graph.ts'
import { isGone, revisitsOf } from './revisits.ts'

/** How a task stands now, as far as an update compares it. */
export function takeSnapshot(parts: GraphParts, taskId: string): TaskSnapshot {
  const findings = readFindings(parts, taskId, loadTaskGraph(parts, taskId))
  const claims = findings.flatMap(({ id, verification_status: status, confidence, members }) =>
    members.map(({ claim }) => [claim.id, { finding_id: id, status, confidence }] as const),
  )
  const pages = parts.store.pages.ofTask(taskId)
  const asked = revisitsOf(parts, pages)
  const stood = pages.map((page) => {
    const last = asked.get(page.id)
    return [page.id, { is_retracted: page.is_retracted, is_gone: last !== undefined && isGone(last) }] as const
  })
  return { claims: Object.fromEntries(claims), pages: Object.fromEntries(stood) }
}
