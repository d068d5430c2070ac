import { isoTime } from '../../domain/clock.ts'
import type { IdSource } from '../../domain/ids.ts'
import type { TrustLevel } from '../../domain/trust.ts'
import { hostOf } from '../../domain/url.ts'
import type { OverrideRow } from '../../store/types.ts'
import { covers } from '../domain-trust.ts'
import type { UserOverride } from '../trust-file.ts'
import { type RecomputeParts, recomputeClaims, recomputeDomains } from './recompute.ts'
import { logTrust } from './update-domain-trust.ts'

export interface OverrideParts extends RecomputeParts {
  readonly ids: IdSource
}

export interface AppliedOverride {
  readonly domain: string
  readonly from: TrustLevel
  readonly to: TrustLevel
  readonly claims: number
}

/**
 * TRUST 4.2 with hot reload: what the user wrote into `user_overrides` since the last look is logged, and every claim
 * that rests on such a domain is computed again, so that a block is undone at once. Taking an entry out brings back
 * what verification had found. Blocks whose time is over are examined again (LYRA 2.1). Nothing is done when nothing
 * changed. `cause`: the event that told of the change, where there is one.
 */
export function applyOverrides(parts: OverrideParts, cause?: string): readonly AppliedOverride[] {
  examineOldBlocks(parts)
  const wanted = new Map(parts.trust.overrides().map((entry) => [entry.domain, entry]))
  const applied = new Map(parts.store.overrides.applied().map((row) => [row.domain, row]))
  const domains = [...new Set([...wanted.keys(), ...applied.keys()])].sort()
  const changed = domains.filter((domain) => !sameEntry(wanted.get(domain), applied.get(domain)))
  if (changed.length === 0) return []
  return parts.store.write(() => {
    const causeId = parts.store.events.append({
      kind: 'overrides_changed',
      data: { domains: changed },
      causeId: cause ?? parts.ids.next('cause'),
    })
    const done = changed.map((domain) => record(parts, domain, wanted.get(domain), applied.get(domain), causeId))
    recomputeClaims(parts, [...new Set(done.flatMap((one) => one.claimIds))], causeId)
    return done.map(({ claimIds, ...one }) => ({ ...one, claims: claimIds.length }))
  })
}

/** Also those of an earlier version of Lyra, which had no end. */
function examineOldBlocks(parts: OverrideParts): void {
  const now = isoTime(parts.clock)
  const old = parts.store.domains.standingBlocks().filter(({ expires_at: end }) => end === null || end <= now)
  if (old.length === 0) return
  const domains = old.map(({ domain }) => domain)
  recomputeDomains(parts, domains, parts.ids.next('cause'))
}

function record(
  parts: OverrideParts,
  domain: string,
  now: UserOverride | undefined,
  before: OverrideRow | undefined,
  causeId: string,
) {
  const { store, trust } = parts
  const at = isoTime(parts.clock)
  const beneath = trust.withoutOverride(`https://${domain}/`, domain).level
  const from = before?.trust_level ?? beneath
  const to = now?.trust_level ?? beneath
  if (now === undefined) store.overrides.drop(domain)
  else {
    const { trust_level, reason } = now
    store.overrides.save({ domain, trust_level, reason, added_at: now.added_at ?? null }, at, causeId)
    if (trust_level !== 'BLOCKED') liftBlocks(parts, domain, trust_level, at, causeId)
  }
  const reason = now === undefined ? 'user override removed' : `user override: ${now.reason || 'no reason given'}`
  logTrust({ store, causeId }, domain, { from, to, reason }, null)
  const pages = store.pages.mentioning(domain).filter((page) => covers(domain, hostOf(page.url) ?? page.domain))
  return { domain, from, to, claimIds: pages.length === 0 ? [] : store.claims.restingOn(pages.map((page) => page.id)) }
}

/** The block is history now; without the override, verification starts afresh. */
function liftBlocks({ store }: OverrideParts, domain: string, level: TrustLevel, at: string, causeId: string): void {
  for (const block of store.domains.standingBlocks().filter((one) => covers(domain, one.domain)))
    store.domains.saveBlock({ ...block, lifted_at: at, lifted_reason: 'user override' })
  for (const row of store.domains.blocked().filter((one) => covers(domain, one.domain)))
    store.domains.setTrust(
      {
        ...row,
        trust_level: level,
        trust_source: 'override',
        blocked_at: null,
        blocked_reason: null,
        contradicting_claims: [],
      },
      at,
      causeId,
    )
}

function sameEntry(now: UserOverride | undefined, before: OverrideRow | undefined): boolean {
  if (now === undefined || before === undefined) return now === before
  return now.trust_level === before.trust_level && now.reason === before.reason
}
