import { registrableDomain } from '../domain/url.ts'
import type { Store } from '../store/types.ts'
import type { DomainTrust } from './domain-trust.ts'

export const RESTORE_VIA = 'user_overrides in LYRA_HOME/domains.yaml'

/** Results of a search that were not read because of a block, by their domain. */
export function skippedResults({ searches }: Pick<Store, 'searches'>, searchId: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { url, outcome } of searches.pagesOf(searchId)) {
    const domain = registrableDomain(url)
    if (outcome !== 'domain_blocked' || domain === null) continue
    counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  return counts
}

/** LYRA 2.1: every result skipped because of a block is named in the answer that skipped it. */
export function skippedWarnings(
  parts: { readonly store: Pick<Store, 'searches' | 'domains' | 'overrides'>; readonly trust: DomainTrust },
  searchId: string,
): readonly string[] {
  return [...skippedResults(parts.store, searchId)].sort().map(([domain, count]) => {
    const results = count === 1 ? '1 result' : `${count} results`
    return `skipped: ${results} of ${domain}, a blocked domain (${blockReason(parts, domain)}). Restore: ${RESTORE_VIA}`
  })
}

/** A person's block comes before one of ours. */
export function blockReason(
  { store, trust }: { readonly store: Pick<Store, 'domains'>; readonly trust: DomainTrust },
  domain: string,
): string {
  const { source } = trust.ofUrl(`https://${domain}/`, domain)
  const own = source === 'verification' ? (store.domains.get(domain)?.blocked_reason ?? null) : null
  return own ?? 'listed as BLOCKED'
}

/** Domains that searches of the task skipped and that are still blocked. */
export function skippedDomains(
  { store, trust }: { readonly store: Pick<Store, 'searches'>; readonly trust: DomainTrust },
  taskId: string,
): readonly string[] {
  const domains = store.searches.ofTask(taskId).flatMap((row) => [...skippedResults(store, row.id).keys()])
  return [...new Set(domains)].filter((domain) => trust.ofUrl(`https://${domain}/`, domain).level === 'BLOCKED')
}
