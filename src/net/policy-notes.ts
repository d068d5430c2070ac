import type { FetchRoute } from '../domain/page.ts'
import { registrableDomain } from '../domain/url.ts'
import type { Judgement } from './classify.ts'
import type { DomainPolicy } from './domain-policy.ts'
import type { NetRequest } from './types.ts'

/** A URL without a domain (an address that cannot be parsed) is its own. */
export function domainOf(url: string): string {
  return registrableDomain(url) ?? url
}

/** What people would read; APIs, assets and robots.txt say nothing about how a site treats its readers. */
export function isReading({ purpose }: Pick<NetRequest, 'purpose'>): boolean {
  return purpose === 'page' || purpose === 'serp'
}

/** REQ 4.3: a page nobody came to from another is a direct GET, and counted as one. */
export function noteSent(policy: DomainPolicy | null, hop: NetRequest, route: FetchRoute): void {
  if (!isReading(hop)) return
  policy?.sent(domainOf(hop.url), route, hop.purpose === 'page' ? hop.referer !== undefined : null, hop.causeId)
}

export function noteJudged(
  policy: DomainPolicy | null,
  hop: NetRequest,
  route: FetchRoute,
  judgement: Judgement,
): void {
  if (!isReading(hop)) return
  const challenge = 'challenge' in judgement ? (judgement.challenge ?? null) : null
  policy?.judged(domainOf(hop.url), route, judgement.outcome, challenge, hop.causeId)
}
