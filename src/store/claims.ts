import { z } from 'zod'
import type { Claim, ClaimType, Contradiction } from '../domain/claim.ts'
import type { ContradictionType } from '../domain/contradiction.ts'
import type { TrustLevel } from '../domain/trust.ts'
import type { VerificationStatus } from '../domain/verification.ts'
import { bit, flag, word } from './columns.ts'
import { excluded, insertInto, mustChange, type Params, type Row, type Statements } from './statements.ts'
import type { ClaimStore } from './types.ts'

const claimRow = z.object({
  id: z.string(),
  task_id: z.string(),
  search_id: z.string(),
  claim_text: z.string(),
  claim_type: word<ClaimType>(),
  expected_polarity: word<'affirm' | 'deny'>(),
  granularity: word<'atomic' | 'compound'>(),
  language: z.string(),
  source_fragment_id: z.string(),
  span_start: z.number(),
  span_end: z.number(),
  extraction_method: word<'builtin' | 'llm' | 'user'>(),
  extraction_quality: z.number(),
  confidence: z.number(),
  verification_status: word<VerificationStatus>(),
  adopted: flag,
  not_adopted_reason: z.string().nullable(),
  no_refutation_found: flag,
  created_at: z.string(),
  cause_id: z.string(),
})

const contradictionRow = z.object({
  id: z.string(),
  task_id: z.string(),
  claim_id: z.string(),
  opposing_fragment_id: z.string(),
  opposing_claim_id: z.string().nullable(),
  contradiction_type: word<ContradictionType>(),
  claim_trust: word<TrustLevel>(),
  opposing_trust: word<TrustLevel>(),
  created_at: z.string(),
  cause_id: z.string(),
})

const INSERT = insertInto('claims', Object.keys(claimRow.shape), 'ON CONFLICT (id) DO NOTHING')
const CONTRADICTION_COLUMNS = Object.keys(contradictionRow.shape)
const SAVE_CONTRADICTION = insertInto(
  'contradictions',
  CONTRADICTION_COLUMNS,
  `ON CONFLICT (id) DO UPDATE SET ${excluded(CONTRADICTION_COLUMNS.slice(1))}`,
)

const readClaim = (row: Row): Claim => claimRow.parse(row)
const readContradiction = (row: Row): Contradiction => contradictionRow.parse(row)

export function claimStore(sql: Statements): ClaimStore {
  const change = (id: string, assignment: string, params: Params) =>
    mustChange(sql.run(`UPDATE claims SET ${assignment} WHERE id = :id`, { id, ...params }), 'claim', id)
  return {
    saveAll: (claims) =>
      sql.write(() => {
        for (const claim of claims)
          sql.run(INSERT, {
            ...claim,
            adopted: bit(claim.adopted),
            no_refutation_found: bit(claim.no_refutation_found),
          })
      }),
    get: (id) => {
      const row = sql.get('SELECT * FROM claims WHERE id = :id', { id })
      return row === null ? null : readClaim(row)
    },
    ofTask: (taskId) =>
      sql.all('SELECT * FROM claims WHERE task_id = :taskId ORDER BY rowid', { taskId }).map(readClaim),
    touchedByFragment: (fragmentId) =>
      sql
        .all(
          `SELECT * FROM claims WHERE id IN (
             SELECT target_id FROM edges WHERE source_type = 'fragment' AND source_id = :fragmentId
               AND target_type = 'claim' AND relation IN ('supports', 'refutes', 'neutral'))
           ORDER BY rowid`,
          { fragmentId },
        )
        .map(readClaim),
    setConfidence: (id, confidence, why) =>
      change(id, 'confidence = :confidence, confidence_why = :why', { confidence, why: JSON.stringify(why) }),
    setVerification: (id, status, adopted, reason) =>
      change(id, 'verification_status = :status, adopted = :adopted, not_adopted_reason = :reason', {
        status,
        adopted: bit(adopted),
        reason,
      }),
    setNoRefutationFound: (id, value) => change(id, 'no_refutation_found = :value', { value: bit(value) }),
    saveContradiction: (row) => {
      sql.run(SAVE_CONTRADICTION, { ...row })
    },
    contradictions: (taskId) =>
      sql.all('SELECT * FROM contradictions WHERE task_id = :taskId ORDER BY rowid', { taskId }).map(readContradiction),
    dropContradictions: (taskId) => {
      sql.run('DELETE FROM contradictions WHERE task_id = :taskId', { taskId })
    },
  }
}
