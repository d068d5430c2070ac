import { blockGrounds } from '../../domain/domain-block.ts'
import { stableId } from '../../domain/ids.ts'
import { isCopy, isPost } from '../../domain/page-authorship.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import type { DomainBlock, DomainRow } from '../../store/types.ts'
import { domainRecord, type KnownDomain, mayBeBlocked, type RecordParts } from './domain-record.ts'
import { type ClaimNode, loadClaims } from './task-graph.ts'

export interface TrustUpdate extends RecordParts {
  /** What is left of the weight of the pages of a task that stand in a citation ring. */
  readonly damping: (taskId: string) => ReadonlyMap<string, number>
  readonly at: string
  readonly causeId: string
  /** Domains this work has blocked or set free: what rests on them must be computed again. */
  readonly changed: Set<string>
}

/**
 * LYRA 2.1: a domain is blocked while its record gives grounds for it, and set free by the same question. Called for
 * every domain whose record may have changed.
 */
export function examineDomain(work: TrustUpdate, domain: string, taskId: string | null): void {
  const record = mayBeBlocked(work, domain) ? domainRecord(work, domain) : null
  const grounds = record === null ? null : blockGrounds(record, work.at)
  const standing = work.store.domains.blocksOf(domain).find(({ lifted_at }) => lifted_at === null)
  if (grounds === null || record === null) {
    if (standing !== undefined) liftBlock(work, standing, expired(standing, work.at), taskId)
    return
  }
  const { kind, evidence, expiresAt: expires_at } = grounds
  const reason = reasonOf(kind, evidence.length, record)
  const same = standing?.kind === kind && standing.reason === reason && standing.expires_at === expires_at
  if (same && sameIds(standing.evidence, evidence)) return
  const block = standing ?? newBlock(work, domain, record.trust)
  work.store.domains.saveBlock({ ...block, kind, reason, evidence, expires_at })
  setTrust(work, domain, {
    trust_level: 'BLOCKED',
    trust_source: 'verification',
    blocked_at: block.blocked_at,
    blocked_reason: reason,
    contradicting_claims: kind === 'contradictions' ? evidence : [],
    original_trust_level: block.original_trust_level,
  })
  if (standing !== undefined) return
  work.changed.add(domain)
  const claims = kind === 'contradictions' ? evidence : []
  logTrust(work, domain, { from: record.trust, to: 'BLOCKED', reason, claims }, taskId)
}

function newBlock(
  work: TrustUpdate,
  domain: string,
  trust: TrustLevel,
): Omit<DomainBlock, 'kind' | 'reason' | 'evidence' | 'expires_at'> {
  return {
    id: stableId('block', domain, work.at, work.causeId),
    domain,
    original_trust_level: trust,
    blocked_at: work.at,
    lifted_at: null,
    lifted_reason: null,
    cause_id: work.causeId,
  }
}

function reasonOf(kind: DomainBlock['kind'], charges: number, { ownPages, claims, against }: KnownDomain): string {
  if (kind === 'danger') return `Dangerous pattern: instructions to an AI on ${charges} of ${ownPages} pages read`
  const shown = against.slice(0, 3).join(', ')
  const lost = `Contradicts ${shown} in ${charges} independent statements`
  return `${lost}; none of its ${claims} is upheld by a trusted source`
}

function expired({ expires_at }: DomainBlock, at: string): string {
  return expires_at !== null && expires_at <= at ? 'the block has expired' : 'its evidence no longer holds'
}

function sameIds(first: readonly string[], second: readonly string[]): boolean {
  return first.length === second.length && first.every((id, index) => id === second[index])
}

/** The block becomes history; the domain has the level it had before. */
function liftBlock(work: TrustUpdate, block: DomainBlock, why: string, taskId: string | null): void {
  const { domain, original_trust_level: level } = block
  work.store.domains.saveBlock({ ...block, lifted_at: work.at, lifted_reason: why })
  setTrust(work, domain, {
    trust_level: level,
    // Read from the lists again; if it had risen by verified claims it does so again with them.
    trust_source: 'default',
    ...NOT_BLOCKED,
  })
  work.changed.add(domain)
  logTrust(work, domain, { from: 'BLOCKED', to: level, reason: `Block lifted: ${why}` }, taskId)
}

const NOT_BLOCKED = {
  ...{ blocked_at: null, blocked_reason: null, contradicting_claims: [], original_trust_level: null },
}

/** Two independent sources, one of which may vouch, lift an unknown domain to LOW, no higher. */
export function promoteDomain(work: TrustUpdate, node: ClaimNode, reason: string): void {
  const now = work.trust.ofPage(node.page)
  if (now.level !== 'UNVERIFIED' || now.source === 'override' || !speaksForDomain(node)) return
  setTrust(work, node.page.domain, {
    trust_level: 'LOW',
    trust_source: 'verification',
    ...NOT_BLOCKED,
    original_trust_level: 'UNVERIFIED',
  })
  const change = { from: 'UNVERIFIED', to: 'LOW', reason, claims: [node.claim.id] }
  logTrust(work, node.page.domain, change, node.claim.task_id)
}

/** A domain that rose by a claim which is verified no more, and by no other, falls back. */
export function examinePromotion(work: TrustUpdate, domain: string, taskId: string): void {
  const row = work.store.domains.get(domain)
  if (row?.trust_level !== 'LOW' || row.trust_source !== 'verification') return
  const verified = work.store.claims.fromDomain(domain).filter((claim) => claim.verification_status === 'verified')
  if (
    loadClaims(
      work,
      verified.map((claim) => claim.id),
    ).some(speaksForDomain)
  )
    return
  setTrust(work, domain, { trust_level: 'UNVERIFIED', trust_source: 'default', ...NOT_BLOCKED })
  const reason = 'none of its claims is verified any more'
  logTrust(work, domain, { from: 'LOW', to: 'UNVERIFIED', reason }, taskId)
}

/** A post or a retold story says nothing about the site; a file of the user has none. */
function speaksForDomain({ page, fragment }: ClaimNode): boolean {
  return page.route !== 'file' && !isPost(page, fragment) && !isCopy(page)
}

function setTrust(work: TrustUpdate, domain: string, row: Omit<DomainRow, 'domain' | 'category'>): void {
  const category = work.store.domains.get(domain)?.category ?? null
  work.store.domains.setTrust({ domain, category, ...row }, work.at, work.causeId)
  work.trust.forget()
}

export function logTrust(
  work: Pick<TrustUpdate, 'store' | 'causeId'>,
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
