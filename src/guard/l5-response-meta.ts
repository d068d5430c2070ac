import type { TrustNotes } from '../api/lyra-meta.ts'

/**
 * Fields of the resource lyra://tasks/{id}/graph whose text came from the web (REQ 4.4.1): data, never instruction. Of
 * the tools' answers the contracts say it (api/untrusted-fields.ts).
 */
export const UNTRUSTED_GRAPH_FIELDS = [
  'claims[].text',
  'claims[].source.url',
  'claims[].evidence[].url',
  'claims[].evidence[].rationale',
  'claims[].primary_sources[].url',
  'claims[].scope',
  'entities[].name',
  'entities[].names[]',
] as const

/** Domains or claims named in one answer; a longer list helps no reader and fills a context window. */
const LIST_LIMIT = 200

/** L5: what the reader has to know about the standing of what it reads. Lists are distinct, sorted and bounded. */
export function responseMeta(facts: {
  readonly unverifiedDomains: readonly string[]
  readonly blockedDomains: readonly string[]
  readonly securityWarnings: readonly string[]
}): TrustNotes {
  return {
    unverified_domains: listed(facts.unverifiedDomains),
    blocked_domains: listed(facts.blockedDomains),
    security_warnings: listed(facts.securityWarnings),
  }
}

export const NO_NOTES: TrustNotes = responseMeta({ unverifiedDomains: [], blockedDomains: [], securityWarnings: [] })

function listed(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort().slice(0, LIST_LIMIT)
}
