import type { Page } from '../../domain/page.ts'
import { canBeDemoted, trustIndex } from '../../domain/trust.ts'
import { shouldBlockByRejections } from '../../domain/verification.ts'
import { INSTRUCTION_FLAG, isDangerous } from '../../guard/l6-source-verification.ts'
import type { TrustReading } from '../trust-book.ts'
import { sidesOf, worstSide } from './contradictions.ts'
import { type ClaimNode, type GraphParts, trustBeforeBlock } from './task-graph.ts'

export interface TrustWork extends GraphParts {
  /** What is left of the weight of the pages of a task that stand in a citation ring. */
  readonly damping: (taskId: string) => ReadonlyMap<string, number>
  readonly trust: TrustReading
  readonly at: string
  readonly causeId: string
  /** Domains this work has blocked: what rests on them must be computed again. */
  readonly blocked: Set<string>
}

/** L6: a page that gives orders to an AI, or that misled ours, costs its domain the trust. */
export function blockDangerous(work: TrustWork, taskId: string): void {
  for (const page of work.store.pages.ofTask(taskId))
    if (isDangerous(page.quality_flags)) block(work, page, dangerOf(page), [], taskId)
}

function dangerOf({ quality_flags: flags }: Page): string {
  const isOrder = flags.includes(INSTRUCTION_FLAG)
  return `Dangerous pattern: ${isOrder ? 'instructions to an AI' : 'the local model told more than statements'}`
}

/** TRUST 1.2: the low side of a misinformation is blocked. */
export function blockMisinformers(work: TrustWork, node: ClaimNode): void {
  for (const row of work.store.claims.contradictionsOf(node.claim.id)) {
    if (row.claim_id !== node.claim.id || row.contradiction_type !== 'misinformation') continue
    const edge = node.evidence.find((one) => one.fragment.id === row.opposing_fragment_id)
    if (edge === undefined) continue
    const claimIsLower = trustIndex(row.claim_trust) < trustIndex(row.opposing_trust)
    const [low, high] = claimIsLower ? [node.page, edge.page] : [edge.page, node.page]
    const reason = `Contradiction with ${high.domain} (claim_id: ${row.claim_id})`
    block(work, low, reason, [row.claim_id], node.claim.task_id)
  }
}

/** A domain too many of whose claims in a task were rejected. */
export function blockRejected(work: TrustWork, node: ClaimNode): void {
  const taskId = node.claim.task_id
  const rows = work.store.claims.contradictions(taskId)
  const lost = new Set(
    rows.flatMap((row) => {
      const [own, opposing] = sidesOf(row)
      return [
        ...(own === 'rejected' ? [row.claim_id] : []),
        ...(opposing === 'rejected' && row.opposing_claim_id !== null ? [row.opposing_claim_id] : []),
      ]
    }),
  )
  if (lost.size === 0) return
  const judged = work.store.claims.fromDomain(taskId, node.page.domain)
  const bad = judged.filter((claim) => lost.has(claim.id) && worstSide(claim.id, rows) === 'rejected')
  if (!shouldBlockByRejections(trustBeforeBlock(work, node.page), bad.length, judged.length)) return
  const ids = bad.map((claim) => claim.id)
  block(work, node.page, `${bad.length} of ${judged.length} claims rejected`, ids, taskId)
}

function block(work: TrustWork, page: Page, reason: string, claimIds: readonly string[], taskId: string): void {
  const now = work.trust.ofPage(page)
  const before = work.store.domains.get(page.domain)
  if (before?.trust_level === 'BLOCKED' || now.source === 'override' || !canBeDemoted(now.level)) return
  work.store.domains.setTrust(
    {
      domain: page.domain,
      trust_level: 'BLOCKED',
      trust_source: 'verification',
      category: now.category,
      blocked_at: work.at,
      blocked_reason: reason,
      contradicting_claims: claimIds,
      original_trust_level: now.level,
    },
    work.at,
    work.causeId,
  )
  work.trust.forget()
  work.blocked.add(page.domain)
  logTrust(work, page.domain, { from: now.level, to: 'BLOCKED', reason, claims: claimIds }, taskId)
}

/** Two independent sources lift an unknown domain to LOW, no higher. */
export function promoteDomain(work: TrustWork, node: ClaimNode, reason: string): void {
  const now = work.trust.ofPage(node.page)
  if (now.level !== 'UNVERIFIED' || now.source === 'override') return
  work.store.domains.setTrust(
    {
      domain: node.page.domain,
      trust_level: 'LOW',
      trust_source: 'verification',
      category: now.category,
      blocked_at: null,
      blocked_reason: null,
      contradicting_claims: [],
      original_trust_level: 'UNVERIFIED',
    },
    work.at,
    work.causeId,
  )
  work.trust.forget()
  const change = { from: 'UNVERIFIED', to: 'LOW', reason, claims: [node.claim.id] }
  logTrust(work, node.page.domain, change, node.claim.task_id)
}

export function logTrust(
  work: Pick<TrustWork, 'store' | 'causeId'>,
  domain: string,
  change: { readonly from: string; readonly to: string; readonly reason: string; readonly claims?: readonly string[] },
  taskId: string | null,
): void {
  work.store.events.append({
    kind: 'trust_changed',
    taskId,
    subjectType: 'domain',
    subjectId: domain,
    data: { ...change },
    causeId: work.causeId,
  })
}
