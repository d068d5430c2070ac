import type { Clock } from '../../domain/clock.ts'
import { isoTime } from '../../domain/clock.ts'
import type { Settings } from '../../domain/settings.ts'
import { verifyByGraph } from '../../guard/l6-source-verification.ts'
import type { Store } from '../../store/types.ts'
import { citationDamping } from '../citation-rings.ts'
import type { TrustBook } from '../trust-book.ts'
import { weighClaim } from './claim-confidence.ts'
import { contradictionsOf, storeContradictions, worstSide } from './contradictions.ts'
import { blockDangerous, blockMisinformers, blockRejected, promoteDomain, type TrustWork } from './domain-trust.ts'
import { independentSources } from './independent-sources.ts'
import { type ClaimNode, counts, loadClaims } from './task-graph.ts'

export interface RecomputeParts {
  readonly store: Store
  readonly trust: TrustBook
  readonly settings: Settings
  readonly clock: Clock
}

/** Everything of a task: after a search. One transaction; running it twice changes nothing. */
export function recomputeTask(parts: RecomputeParts, taskId: string, causeId: string): void {
  parts.store.write(() => {
    const work = begin(parts, causeId)
    blockDangerous(work, taskId)
    settle(parts, work, new Set(parts.store.claims.ofTask(taskId).map((claim) => claim.id)))
  })
}

/** These claims and what depends on them: after an edge, a fragment or a domain has changed. */
export function recomputeClaims(parts: RecomputeParts, claimIds: readonly string[], causeId: string): void {
  parts.store.write(() => settle(parts, begin(parts, causeId), new Set(claimIds)))
}

function begin(parts: RecomputeParts, causeId: string): TrustWork {
  const rings = new Map<string, ReadonlyMap<string, number>>()
  const damping = (taskId: string) => {
    const known = rings.get(taskId) ?? citationDamping(parts.store, taskId, parts.settings.sources)
    rings.set(taskId, known)
    return known
  }
  return {
    store: parts.store,
    trust: parts.trust.reading(),
    at: isoTime(parts.clock),
    causeId,
    blocked: new Set(),
    damping,
  }
}

/**
 * Contradictions, trust, confidence and verification, in this order: a source that is blocked now must not weigh in the
 * confidence computed right after. A block reaches every claim that rests on the domain, in whichever task; it changes
 * what counts for them, never how their disputes are classed (`trustBeforeBlock`), so there is no second wave.
 */
function settle(parts: RecomputeParts, work: TrustWork, claimIds: ReadonlySet<string>): void {
  const nodes = loadClaims(work, [...claimIds])
  const others = compareAll(parts, work, nodes)
  for (const node of nodes) weighAndVerify(work, node)
  const reached = new Set([...others, ...restingOnBlocked(work)].filter((id) => !claimIds.has(id)))
  for (const ids of portions([...reached])) for (const node of loadClaims(work, ids)) weighAndVerify(work, node)
}

/** A large domain may carry thousands of claims; they are not held in memory at once. */
const CLAIMS_AT_ONCE = 200

function portions(ids: readonly string[], size = CLAIMS_AT_ONCE): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, n) => ids.slice(n * size, (n + 1) * size))
}

function weighAndVerify(work: TrustWork, loaded: ClaimNode): void {
  const node = withoutOutlivedMark(work, loaded)
  const { value, contributions } = weighClaim(work, node)
  work.store.claims.setConfidence(node.claim.id, value, contributions)
  verify(work, node)
}

/** REQ 3.1.7.5: "no refutation found" ends with the first refutation that counts, whichever search has found it. */
function withoutOutlivedMark(work: TrustWork, node: ClaimNode): ClaimNode {
  if (!node.claim.no_refutation_found) return node
  if (!node.evidence.some((edge) => edge.relation === 'refutes' && counts(work, edge))) return node
  work.store.claims.setNoRefutationFound(node.claim.id, false)
  return { ...node, claim: { ...node.claim, no_refutation_found: false } }
}

/** Contradictions of all, then the blocks that follow from them; returns the claims on the other sides. */
function compareAll(parts: RecomputeParts, work: TrustWork, nodes: readonly ClaimNode[]): readonly string[] {
  const least = parts.settings.judgement.contradiction_confidence
  const changes = nodes.map((node) =>
    storeContradictions(work, node.claim.id, contradictionsOf(work, node, least, work)),
  )
  for (const node of nodes) blockMisinformers(work, node)
  const changed = changes.some((change) => change.changed.length > 0)
  const judged = new Set<string>()
  for (const node of changed ? nodes : []) {
    const key = `${node.claim.task_id} ${node.page.domain}`
    if (!judged.has(key)) blockRejected(work, node)
    judged.add(key)
  }
  return changes.flatMap((change) => change.others)
}

function restingOnBlocked(work: TrustWork): readonly string[] {
  const pages = [...work.blocked].flatMap((domain) => work.store.pages.ofDomain(domain))
  work.blocked.clear()
  return pages.length === 0 ? [] : work.store.claims.restingOn(pages.map((page) => page.id))
}

function verify(work: TrustWork, node: ClaimNode): void {
  const outcome = verifyByGraph({
    trust: work.trust.ofPage(node.page).level,
    independentSources: independentSources(work, node).size,
    contradiction: worstSide(node.claim.id, work.store.claims.contradictionsOf(node.claim.id)),
    qualityFlags: node.page.quality_flags,
  })
  const retracted = node.page.is_retracted
  const adopted = outcome.status !== 'rejected' && !retracted
  const reason = adopted ? null : retracted ? 'its source was retracted' : outcome.reason
  const status = retracted ? 'rejected' : outcome.status
  const { claim } = node
  if (claim.verification_status !== status || claim.adopted !== adopted || claim.not_adopted_reason !== reason) {
    work.store.claims.setVerification(claim.id, status, adopted, reason)
    if (claim.verification_status !== status)
      work.store.events.append({
        kind: 'claim_status_changed',
        taskId: claim.task_id,
        subjectType: 'claim',
        subjectId: claim.id,
        data: { from: claim.verification_status, to: status, reason: reason ?? outcome.reason },
        causeId: work.causeId,
      })
  }
  if (outcome.status === 'verified' && outcome.trust === 'LOW') promoteDomain(work, node, outcome.reason)
}
