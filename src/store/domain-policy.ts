import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** What the network has learned about a domain (REQ 4.3 domain policy), kept across processes. */
const policyRow = z.object({
  block_score: z.number(),
  block_score_long: z.number(),
  captcha_rate: z.number(),
  headful_ratio: z.number(),
  headful_failures: z.number(),
  tor_success_rate: z.number().nullable(),
  tor_usage_ratio: z.number(),
  referer_match_rate: z.number().nullable(),
  last_captcha_at: z.string().nullable(),
  captcha_type_last_seen: z.string().nullable(),
  requests_today: z.number(),
  requests_day: z.string().nullable(),
  last_request_at: z.string().nullable(),
})
export type PolicyRow = z.infer<typeof policyRow>

export interface DomainPolicyStore {
  get(domain: string): PolicyRow | null
  save(domain: string, row: PolicyRow, at: string, causeId: string): void
  /** Requests of one day over all domains, and how many of them went over Tor. */
  totals(day: string): { readonly requests: number; readonly tor: number }
}

const COLUMNS = policyRow.keyof().options
const READ = `SELECT ${COLUMNS.join(', ')} FROM domains WHERE domain = ?`
/**
 * A domain known only by its policy has no trust level yet: the empty word, which `DomainStore.get` does not report.
 */
const SAVE = `INSERT INTO domains (domain, trust_level, trust_source, ${COLUMNS.join(', ')}, updated_at, cause_id)
  VALUES (?, '', 'default', ${COLUMNS.map(() => '?').join(', ')}, ?, ?)
  ON CONFLICT (domain) DO UPDATE SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`
const TOTALS = `SELECT coalesce(sum(requests_today), 0) AS requests,
  coalesce(sum(requests_today * tor_usage_ratio), 0) AS tor FROM domains WHERE requests_day = ?`

export function domainPolicyStore(db: DatabaseSync): DomainPolicyStore {
  const [read, save, totals] = [db.prepare(READ), db.prepare(SAVE), db.prepare(TOTALS)]
  return {
    get: (domain) => policyRow.nullish().parse(read.get(domain)) ?? null,
    save: (domain, row, at, causeId) => {
      save.run(domain, ...COLUMNS.map((name) => row[name]), at, causeId)
    },
    totals: (day) => {
      const { requests, tor } = z.object({ requests: z.number(), tor: z.number() }).parse(totals.get(day))
      return { requests, tor: Math.round(tor) }
    },
  }
}

/** The same without a database. */
export function memoryDomainPolicyStore(): DomainPolicyStore {
  const rows = new Map<string, PolicyRow>()
  return {
    get: (domain) => rows.get(domain) ?? null,
    save: (domain, row) => void rows.set(domain, row),
    totals: (day) => {
      const today = [...rows.values()].filter((row) => row.requests_day === day)
      const requests = today.reduce((sum, row) => sum + row.requests_today, 0)
      const tor = today.reduce((sum, row) => sum + row.requests_today * row.tor_usage_ratio, 0)
      return { requests, tor: Math.round(tor) }
    },
  }
}
