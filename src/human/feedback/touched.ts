import type { FeedbackAnswer, TouchedFinding } from '../../api/feedback.ts'
import type { Claim } from '../../domain/claim.ts'
import { roundTo } from '../../domain/round-to.ts'
import type { Standing } from '../../store/findings.ts'
import type { HumanDeps } from '../human-deps.ts'

/** Those of the corrected claims, and every other one that changed with them. */
export function touchedFindings(
  { store }: HumanDeps,
  taskId: string,
  before: ReadonlyMap<string, Standing>,
  claimIds: readonly string[],
): readonly TouchedFinding[] {
  if (claimIds.length === 0) return []
  const own = new Set(store.findings.ofClaims(claimIds).values())
  return [...store.findings.standings(taskId)]
    .filter(([id, now]) => own.has(id) || !isSame(before.get(id), now))
    .map(([id, now]) => {
      const old = before.get(id)
      return {
        finding_id: id,
        confidence_before: roundTo(old?.confidence ?? now.confidence, 4),
        confidence: roundTo(now.confidence, 4),
        status_before: old?.status ?? null,
        status: now.status,
      }
    })
    .sort((a, b) => (a.finding_id < b.finding_id ? -1 : 1))
}

function isSame(before: Standing | undefined, now: Standing): boolean {
  return before?.confidence === now.confidence && before.status === now.status
}

/** Claims of the task that one answer names; a page or a fragment may carry many. */
const CLAIMS_SHOWN = 20

/** The claims of the task that were computed again, the most changed first. */
export function changedClaims(
  before: readonly Claim[],
  after: readonly Claim[],
  taskId: string,
): FeedbackAnswer['claims'] {
  const old = new Map(before.map((claim) => [claim.id, claim.confidence]))
  const change = (claim: Claim) => Math.abs(claim.confidence - (old.get(claim.id) ?? claim.confidence))
  return after
    .filter((claim) => claim.task_id === taskId)
    .sort((a, b) => change(b) - change(a) || (a.id < b.id ? -1 : 1))
    .slice(0, CLAIMS_SHOWN)
    .map((claim) => ({
      claim_id: claim.id,
      confidence_before: roundTo(old.get(claim.id) ?? claim.confidence, 4),
      confidence: roundTo(claim.confidence, 4),
      verification_status: claim.verification_status,
    }))
}
