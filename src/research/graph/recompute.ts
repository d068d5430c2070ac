import type { Clock } from '../../domain/clock.ts'
import { isoTime } from '../../domain/clock.ts'
import type { Settings } from '../../domain/settings.ts'
import { isSetAside } from '../../domain/verification.ts'
import { isDangerous } from '../../guard/l6-source-verification.ts'
import type { Store } from '../../store/types.ts'
import { citationDamping } from '../citation-rings.ts'
import type { DomainTrust } from '../domain-trust.ts'
import { updateFindings } from '../findings/update-findings.ts'
import { weighClaim } from './claim-confidence.ts'
import { statusOfClaim } from './claim-status.ts'
import { contradictionsOf, storeContradictions } from './contradictions.ts'
import { type Dispute, disputeOf } from './dispute.ts'
import { lostAgainst } from './lost-evidence.ts'
import { type ClaimNode, counts, loadClaims } from './task-graph.ts'
import { examineDomain, examinePromotion, promoteDomain, type TrustUpdate } from './update-domain-trust.ts'
import { mayImply, updateImplied } from './update-implied.ts'

export interface RecomputeParts {
  readonly store: Store
  readonly trust: DomainTrust
  readonly settings: Settings
  readonly clock: Clock
}

/** Everything of a task: after a search. One transaction; running it twice changes nothing. */
export function recomputeTask(parts: RecomputeParts, taskId: string, causeId: string): void {
  parts.store.write(() => {
    const work = begin(parts, causeId)
    updateImplied(work, taskId)
    const claims = new Set(parts.store.claims.ofTask(taskId).map((claim) => claim.id))
    const dangerous = parts.store.pages.ofTask(taskId).filter((page) => isDangerous(page.quality_flags))
    const weighed = settle(work, claims, { taskId, domains: dangerous.map((page) => page.domain) })
    summarise(work, new Set(), weighed)
  })
}

/** These claims and what depends on them: after an edge, a fragment or a domain has changed. */
export function recomputeClaims(parts: RecomputeParts, claimIds: readonly string[], causeId: string): void {
  parts.store.write(() => {
    const work = begin(parts, causeId)
    const taskIds = new Set(parts.store.claims.many(claimIds).map((claim) => claim.task_id))
    const implied = mayImply(work, claimIds) ? [...taskIds].flatMap((taskId) => [...updateImplied(work, taskId)]) : []
    const changed = new Set([...claimIds, ...implied])
    summarise(work, changed, settle(work, changed, { taskId: null, domains: [] }))
  })
}

/** Asks of these domains again whether they are to be blocked: after a page or a task is gone, or time has passed. */
export function recomputeDomains(parts: RecomputeParts, domains: readonly string[], causeId: string): void {
  if (domains.length === 0) return
  parts.store.write(() => {
    const work = begin(parts, causeId)
    summarise(work, new Set(), settle(work, new Set(), { taskId: null, domains }))
  })
}

/** Findings follow their claims; a block may have reached claims of other tasks. */
function summarise(work: TrustUpdate, compare: ReadonlySet<string>, weighed: ReadonlySet<string>): void {
  const taskIds = new Set(work.store.claims.many([...weighed]).map((claim) => claim.task_id))
  for (const taskId of taskIds) updateFindings(work, taskId, { compare, weighed })
}

export function begin(parts: RecomputeParts, causeId: string): TrustUpdate {
  const rings = new Map<string, ReadonlyMap<string, number>>()
  const damping = (taskId: string) => {
    const known = rings.get(taskId) ?? citationDamping(parts.store, taskId, parts.settings.sources)
    rings.set(taskId, known)
    return known
  }
  return {
    store: parts.store,
    trust: parts.trust.reading(),
    leastConfidence: parts.settings.judgement.contradiction_confidence,
    at: isoTime(parts.clock),
    causeId,
    changed: new Set(),
    loaded: new Map(),
    damping,
  }
}

/**
 * Contradictions, trust, confidence and verification, in this order: a source that is blocked now must not weigh in the
 * confidence computed right after. A block, or its end, reaches every claim that rests on the domain, in whichever
 * task; it changes what counts for them, never how their disputes are classed (`trustBeforeBlock`), so there is no
 * second wave. Returns every claim that was weighed.
 */
function settle(
  work: TrustUpdate,
  claimIds: ReadonlySet<string>,
  about: { readonly taskId: string | null; readonly domains: readonly string[] },
): ReadonlySet<string> {
  const nodes = loadClaims(work, [...claimIds])
  for (const node of nodes) work.loaded.set(node.claim.id, node)
  const { others, domains } = compareAll(work, nodes)
  for (const domain of [...new Set([...about.domains, ...domains])].sort()) examineDomain(work, domain, about.taskId)
  for (const node of nodes) weighAndVerify(work, node)
  const reached = new Set([...others, ...restingOnChanged(work)].filter((id) => !claimIds.has(id)))
  for (const ids of portions([...reached])) for (const node of loadClaims(work, ids)) weighAndVerify(work, node)
  return new Set([...claimIds, ...reached])
}

/** A large domain may carry thousands of claims; they are not held in memory at once. */
const CLAIMS_AT_ONCE = 200

function portions(ids: readonly string[], size = CLAIMS_AT_ONCE): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size))
}

function weighAndVerify(work: TrustUpdate, loaded: ClaimNode): void {
  const node = withoutOutlivedMark(work, loaded)
  const dispute = disputeOf(work, node)
  const { value, contributions } = weighClaim(work, node, lostAgainst(work, node, dispute))
  work.store.claims.setConfidence(node.claim.id, value, contributions)
  verify(work, node, value, dispute)
}

/** REQ 3.1.7.5: "no refutation found" ends with the first refutation that counts, whichever search has found it. */
function withoutOutlivedMark(work: TrustUpdate, node: ClaimNode): ClaimNode {
  if (!node.claim.no_refutation_found) return node
  if (!node.evidence.some((edge) => edge.relation === 'refutes' && counts(work, edge))) return node
  work.store.claims.setNoRefutationFound(node.claim.id, false)
  return { ...node, claim: { ...node.claim, no_refutation_found: false } }
}

/**
 * Contradictions of all; returns the claims on the other sides, and the domains to be examined: those on either side of
 * a misinformation that is there or was, and those that are blocked and of which the claims speak.
 */
function compareAll(
  work: TrustUpdate,
  nodes: readonly ClaimNode[],
): { readonly others: readonly string[]; readonly domains: readonly string[] } {
  const blocked = new Set(work.store.domains.standingBlocks().map(({ domain }) => domain))
  const domains = new Set<string>()
  const others = nodes.flatMap((node) => {
    const found = contradictionsOf(work, node, work.leastConfidence, work)
    const change = storeContradictions(work, node.claim.id, found)
    const sites = [node.page.domain, ...node.evidence.map((edge) => edge.page.domain)]
    for (const site of sites) if (blocked.has(site)) domains.add(site)
    const misinforms = [...change.rows, ...change.gone].filter((row) => row.contradiction_type === 'misinformation')
    for (const row of misinforms) {
      const opposing = node.evidence.find((edge) => edge.fragment.id === row.opposing_fragment_id)
      for (const site of [node.page.domain, ...(opposing === undefined ? [] : [opposing.page.domain])])
        domains.add(site)
    }
    return change.others
  })
  return { others, domains: [...domains] }
}

function restingOnChanged(work: TrustUpdate): readonly string[] {
  const pages = [...work.changed].flatMap((domain) => work.store.pages.ofDomain(domain))
  work.changed.clear()
  return pages.length === 0 ? [] : work.store.claims.restingOn(pages.map((page) => page.id))
}

function verify(work: TrustUpdate, node: ClaimNode, confidence: number, dispute: Dispute | null): void {
  const { claim } = node
  const { status, reason } = statusOfClaim(work, node, confidence, dispute)
  if (claim.verification_status !== status || claim.status_reason !== reason)
    work.store.claims.setVerification(claim.id, { status, adopted: !isSetAside(status), reason })
  if (claim.verification_status !== status)
    work.store.events.append({
      kind: 'claim_status_changed',
      taskId: claim.task_id,
      subjectType: 'claim',
      subjectId: claim.id,
      data: { from: claim.verification_status, to: status, reason },
      causeId: work.causeId,
    })
  if (status === 'verified') promoteDomain(work, node, reason)
  else if (claim.verification_status === 'verified') examinePromotion(work, node.page.domain, claim.task_id)
}
