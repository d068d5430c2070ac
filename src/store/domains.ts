import { z } from 'zod'
import { BLOCK_KINDS } from '../domain/domain-block.ts'
import { TRUST_ORDER, TRUST_SOURCES } from '../domain/trust.ts'
import { strings, word } from './columns.ts'
import { excluded, insertInto, type Row, type Statements } from './statements.ts'
import type { DomainRow, DomainStore } from './types.ts'

const domainRow = z.object({
  domain: z.string(),
  trust_level: word(TRUST_ORDER),
  trust_source: word(TRUST_SOURCES),
  category: z.string().nullable(),
  blocked_at: z.string().nullable(),
  blocked_reason: z.string().nullable(),
  contradicting_claims: strings,
  original_trust_level: word(TRUST_ORDER).nullable(),
})

const TRUST_COLUMNS = [...Object.keys(domainRow.shape), 'updated_at', 'cause_id']
const SET_TRUST = insertInto(
  'domains',
  TRUST_COLUMNS,
  `ON CONFLICT (domain) DO UPDATE SET ${excluded(TRUST_COLUMNS.slice(1))}`,
)

/** A domain known only by its cool-down has no trust level yet: the empty word, which `get` does not report. */
const SET_COOLDOWN = `INSERT INTO domains
  (domain, trust_level, trust_source, cooldown_until, failures, updated_at, cause_id)
  VALUES (:domain, '', 'default', :until, :failures, :at, :causeId)
  ON CONFLICT (domain) DO UPDATE SET cooldown_until = excluded.cooldown_until, failures = excluded.failures,
    updated_at = excluded.updated_at, cause_id = excluded.cause_id`

const blockRow = z.object({
  id: z.string(),
  domain: z.string(),
  kind: word(BLOCK_KINDS),
  reason: z.string(),
  evidence: strings,
  original_trust_level: word(TRUST_ORDER),
  blocked_at: z.string(),
  expires_at: z.string().nullable(),
  lifted_at: z.string().nullable(),
  lifted_reason: z.string().nullable(),
  cause_id: z.string(),
})
const BLOCK_COLUMNS = Object.keys(blockRow.shape)
const SAVE_BLOCK = insertInto(
  'domain_blocks',
  BLOCK_COLUMNS,
  `ON CONFLICT (id) DO UPDATE SET ${excluded(BLOCK_COLUMNS.slice(1))}`,
)

const readDomain = (row: Row): DomainRow => domainRow.parse(row)

export function domainStore(sql: Statements): DomainStore {
  const policy = (domain: string) =>
    sql.get('SELECT cooldown_until, failures FROM domains WHERE domain = :domain', { domain })
  return {
    get: (domain) => {
      const row = sql.get(`SELECT * FROM domains WHERE domain = :domain AND trust_level <> ''`, { domain })
      return row === null ? null : readDomain(row)
    },
    setTrust: (row, at, causeId) => {
      const contradicting_claims = JSON.stringify(row.contradicting_claims)
      sql.run(SET_TRUST, { ...row, contradicting_claims, updated_at: at, cause_id: causeId })
    },
    blocked: () => sql.all(`SELECT * FROM domains WHERE trust_level = 'BLOCKED' ORDER BY domain`).map(readDomain),
    saveBlock: (row) => {
      sql.run(SAVE_BLOCK, { ...row, evidence: JSON.stringify(row.evidence) })
    },
    blocksOf: (domain) =>
      sql
        .all('SELECT * FROM domain_blocks WHERE domain = :domain ORDER BY blocked_at, rowid', { domain })
        .map((row) => blockRow.parse(row)),
    standingBlocks: () =>
      sql
        .all('SELECT * FROM domain_blocks WHERE lifted_at IS NULL ORDER BY domain, rowid')
        .map((row) => blockRow.parse(row)),
    cooldownUntil: (domain) =>
      z
        .string()
        .nullable()
        .parse(policy(domain)?.cooldown_until ?? null),
    setCooldown: (domain, until, failures, at, causeId) => {
      sql.run(SET_COOLDOWN, { domain, until, failures, at, causeId })
    },
    failures: (domain) => Number(policy(domain)?.failures ?? 0),
  }
}
