import { registrableDomain } from '../domain/url.ts'
import type { Store } from '../store/types.ts'
import type { DomainTrust } from './domain-trust.ts'

export const RESTORE_VIA = 'user_overrides in LYRA_HOME/domains.yaml'

/** Addresses that one answer names, on one line of it, and the characters of each; the rest is counted. */
const [MOST_NAMED, MOST_ON_LINE, LONGEST_ADDRESS] = [50, 5, 140]

/** The addresses of a search's results that were not read because of a block, by their domain. */
export function skippedResults(
  { searches }: Pick<Store, 'searches'>,
  searchId: string,
): ReadonlyMap<string, readonly string[]> {
  const skipped = new Map<string, string[]>()
  for (const { url, outcome } of searches.pagesOf(searchId)) {
    const domain = registrableDomain(url)
    if (outcome !== 'domain_blocked' || domain === null) continue
    const known = skipped.get(domain)
    if (known === undefined) skipped.set(domain, [url])
    else known.push(url)
  }
  return skipped
}

/** LYRA 2.1: every result skipped because of a block is named, by its address, in the answer that skipped it. */
export function skippedWarnings(
  parts: { readonly store: Pick<Store, 'searches' | 'domains' | 'overrides'>; readonly trust: DomainTrust },
  searchId: string,
): readonly string[] {
  let left = MOST_NAMED
  return [...skippedResults(parts.store, searchId)].sort().flatMap(([domain, urls]) => {
    const results = urls.length === 1 ? '1 result' : `${urls.length} results`
    const reason = blockReason(parts, domain)
    const named = urls.slice(0, left).map(shortened)
    left -= named.length
    const rest = urls.length - named.length
    return [
      `skipped: ${results} of ${domain}, a blocked domain (${reason}). Restore: ${RESTORE_VIA}`,
      ...inLines(named).map((line) => `skipped: ${line}`),
      ...(rest === 0 ? [] : [`skipped: ${rest} more of ${domain}`]),
    ]
  })
}

function shortened(url: string): string {
  return url.length <= LONGEST_ADDRESS ? url : `${url.slice(0, LONGEST_ADDRESS - 1)}…`
}

function inLines(urls: readonly string[]): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < urls.length; at += MOST_ON_LINE) lines.push(urls.slice(at, at + MOST_ON_LINE).join(' '))
  return lines
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
