import type { Page } from '../domain/page.ts'
import { type TrustLevel, trustIndex } from '../domain/trust.ts'
import { hostOf, registrableDomain } from '../domain/url.ts'
import type { DomainRow, DomainStore } from '../store/types.ts'
import { readTrustFiles, stampOf, type TrustLists, type UserOverride } from './trust-file.ts'

export interface TrustAnswer {
  readonly level: TrustLevel
  readonly source: DomainRow['trust_source']
  readonly category: string | null
}

/** Trust levels of domains: the live lookup, or a cache of it. */
export interface TrustSource {
  ofUrl(url: string, domain: string): TrustAnswer
  ofPage(page: TrustedPage): TrustAnswer
}

type TrustedPage = Pick<Page, 'url' | 'domain' | 'route'> &
  Partial<Pick<Page, 'page_type' | 'final_url' | 'full_text_of'>>

/** Caches lookups for one piece of work over many pages. */
export interface DomainTrustCache extends TrustSource {
  /** Its pages are made by its users: boards, wikis, hosts of what anybody writes. */
  isUserContent(domain: string): boolean
  /** Drops the cached level of a domain after it was changed. */
  forget(): void
}

/**
 * Trust levels of domains. Precedence: the user's override, then verification, then the allow-list, then UNVERIFIED
 * (TRUST 0.2, 4.2). Files are reloaded when they change.
 */
export class DomainTrust implements TrustSource {
  readonly #files: readonly string[]
  readonly #domains: DomainStore
  #seen: string | null = null
  #lists: TrustLists = { domains: [], overrides: [], userContent: [] }

  constructor(files: readonly string[], domains: DomainStore) {
    this.#files = files
    this.#domains = domains
  }

  ofUrl(url: string, domain: string): TrustAnswer {
    const override = longestMatch(this.#read().overrides, hostOf(url) ?? domain)
    return override === null
      ? this.withoutOverride(url, domain)
      : { level: override.trust_level, source: 'override', category: null }
  }

  /** The level without the user's overrides. */
  withoutOverride(url: string, domain: string): TrustAnswer {
    const verified = this.#domains.get(domain)
    if (verified?.trust_source === 'verification')
      return { level: verified.trust_level, source: 'verification', category: verified.category }
    const listed = longestMatch(this.#read().domains, hostOf(url) ?? domain)
    if (listed) return { level: listed.trust_level, source: 'allowlist', category: listed.category ?? null }
    return { level: 'UNVERIFIED', source: 'default', category: null }
  }

  ofPage(page: TrustedPage): TrustAnswer {
    return trustOfPage(page, (url, domain) => this.ofUrl(url, domain))
  }

  isUserContent(domain: string): boolean {
    return this.#read().userContent.some((host) => covers(host, domain))
  }

  /** The user's overrides as the files have them now. */
  overrides(): readonly UserOverride[] {
    return this.#read().overrides
  }

  /** The one of them that holds for a host. */
  overrideOf(host: string): UserOverride | null {
    return longestMatch(this.#read().overrides, host)
  }

  reading(): DomainTrustCache {
    const known = new Map<string, TrustAnswer>()
    const ofUrl = (url: string, domain: string): TrustAnswer => {
      const key = `${hostOf(url) ?? ''} ${domain}`
      const before = known.get(key)
      if (before !== undefined) return before
      const answer = this.ofUrl(url, domain)
      known.set(key, answer)
      return answer
    }
    return {
      ofUrl,
      ofPage: (page) => trustOfPage(page, ofUrl),
      isUserContent: (domain) => this.isUserContent(domain),
      forget: () => known.clear(),
    }
  }

  #read(): TrustLists {
    const stamp = stampOf(this.#files)
    if (stamp !== this.#seen) {
      this.#lists = readTrustFiles(this.#files)
      this.#seen = stamp
    }
    return this.#lists
  }
}

/** A page that sends its reader on to another site is no more than what stands there: a redirect lends no trust. */
function trustOfPage(page: TrustedPage, ofUrl: TrustSource['ofUrl']): TrustAnswer {
  const named = ofUrl(page.url, page.domain)
  if (page.route === 'file') return ownDocument(named)
  const final = page.route === 'wayback' ? null : (page.final_url ?? null)
  const domain = final === null ? null : registrableDomain(final)
  if (final === null || domain === null || domain === page.domain) return academicRecord(page, named)
  const reached = ofUrl(final, domain)
  return academicRecord(page, trustIndex(reached.level) < trustIndex(named.level) ? reached : named)
}

/** Nobody has checked a file of the user but the user: its level is the user's word, or none, and never learned. */
function ownDocument(answer: TrustAnswer): TrustAnswer {
  if (answer.source === 'override') return answer
  return { level: 'UNVERIFIED', source: 'default', category: 'own_document' }
}

/**
 * A record of an academic index is academic, and what an official register, a court or the laws of a public body say is
 * as good as a government's word, even when its page's domain is unknown, unless the user said otherwise; other records
 * are worth what their domain is. The copy of a paper that an index names and that says itself that it is the paper is
 * academic, too.
 */
function academicRecord(page: TrustedPage, answer: TrustAnswer): TrustAnswer {
  const isCopy = page.full_text_of != null && answer.level !== 'BLOCKED'
  const isRecord = page.route === 'api' && page.page_type !== 'record'
  if (!(isRecord || isCopy) || answer.source === 'override') return answer
  const least = page.page_type === 'register' ? 'GOVERNMENT' : 'ACADEMIC'
  return trustIndex(answer.level) >= trustIndex(least) ? answer : { ...answer, level: least }
}

/** An entry covers its subdomains. */
export function covers(domain: string, host: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** The last of equally long matches wins, so that a user's file stands above the shipped one. */
function longestMatch<T extends { readonly domain: string }>(entries: readonly T[], host: string): T | null {
  let best: T | null = null
  for (const entry of entries)
    if (covers(entry.domain, host) && (best === null || entry.domain.length >= best.domain.length)) best = entry
  return best
}
