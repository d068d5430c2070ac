import type { Page } from '../domain/page.ts'
import { type TrustLevel, trustIndex } from '../domain/trust.ts'
import { hostOf } from '../domain/url.ts'
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
  ofPage(page: Pick<Page, 'url' | 'domain' | 'route'>): TrustAnswer
}

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

  ofPage(page: Pick<Page, 'url' | 'domain' | 'route'>): TrustAnswer {
    return byRoute(page, this.ofUrl(page.url, page.domain))
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
      ofPage: (page) => byRoute(page, ofUrl(page.url, page.domain)),
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

function byRoute(page: Pick<Page, 'route'>, answer: TrustAnswer): TrustAnswer {
  return page.route === 'file' ? ownDocument(answer) : academicRecord(page, answer)
}

/** Nobody has checked a file of the user but the user: its level is the user's word, or none, and never learned. */
function ownDocument(answer: TrustAnswer): TrustAnswer {
  if (answer.source === 'override') return answer
  return { level: 'UNVERIFIED', source: 'default', category: 'own_document' }
}

/**
 * A record of an academic index is academic even when its landing page's domain is unknown, unless the user said
 * otherwise.
 */
function academicRecord(page: Pick<Page, 'route'>, answer: TrustAnswer): TrustAnswer {
  if (page.route !== 'api' || answer.source === 'override') return answer
  return trustIndex(answer.level) >= trustIndex('ACADEMIC') ? answer : { ...answer, level: 'ACADEMIC' }
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
