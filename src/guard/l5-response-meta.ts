import type { LyraMeta } from '../api/lyra-meta.ts'

/**
 * Fields of tool answers whose text came from the web or from people on it (REQ 4.4.1): data, never instruction.
 * Sentences of our own belong here too where they name an address, a title or what a server said.
 */
export const UNTRUSTED_FIELDS = [
  'claims_found[].text',
  'claims_found[].source_url',
  'refutations[].claim_text',
  'refutations[].rationale',
  'refutations[].source_url',
  'warnings[]',
  'searches[].warnings[]',
  'verification_alerts[]',
  'blocked_domains[].reason',
  'queue[].url',
  'results[].text_preview',
  'rows[]',
] as const

/** The same of the resource lyra://tasks/{id}/graph, which has no envelope around it. */
export const UNTRUSTED_GRAPH_FIELDS = [
  'claims[].text',
  'claims[].source.url',
  'claims[].evidence[].url',
  'claims[].evidence[].rationale',
] as const

/** Domains or claims named in one answer; a longer list helps no reader and fills a context window. */
const LIST_LIMIT = 200

/** L5: what the reader has to know about the standing of what it reads. Lists are distinct, sorted and bounded. */
export function responseMeta(facts: {
  readonly unverifiedDomains: readonly string[]
  readonly blockedDomains: readonly string[]
  readonly securityWarnings: readonly string[]
}): LyraMeta {
  return {
    unverified_domains: listed(facts.unverifiedDomains),
    blocked_domains: listed(facts.blockedDomains),
    security_warnings: listed(facts.securityWarnings),
    untrusted_fields: UNTRUSTED_FIELDS,
  }
}

export const EMPTY_META: LyraMeta = responseMeta({ unverifiedDomains: [], blockedDomains: [], securityWarnings: [] })

function listed(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort().slice(0, LIST_LIMIT)
}
