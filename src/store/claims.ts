import { z } from 'zod'
import {
  CLAIM_METHODS,
  CLAIM_TYPES,
  type Claim,
  type Contradiction,
  GRANULARITIES,
  POLARITIES,
} from '../domain/claim.ts'
import { type ConfidenceContribution, contributionSchema } from '../domain/confidence.ts'
import { CONTRADICTION_TYPES } from '../domain/contradiction.ts'
import { TRUST_ORDER } from '../domain/trust.ts'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'
import { bit, flag, json, word } from './columns.ts'
import type { TextIndex } from './index-types.ts'
import { excluded, insertInto, mustChange, type Params, type Row, type Statements } from './statements.ts'
import type { ClaimStore } from './types.ts'

const claimRow = z.object({
  id: z.string(),
  task_id: z.string(),
  search_id: z.string(),
  claim_text: z.string(),
  claim_type: word(CLAIM_TYPES),
  expected_polarity: word(POLARITIES),
  granularity: word(GRANULARITIES),
  language: z.string(),
  source_fragment_id: z.string(),
  span_start: z.number(),
  span_end: z.number(),
  context: z.string().nullable(),
  extraction_method: word(CLAIM_METHODS),
  extraction_quality: z.number(),
  confidence: z.number(),
  verification_status: word(VERIFICATION_STATUSES),
  adopted: flag,
  not_adopted_reason: z.string().nullable(),
  status_reason: z.string().nullable(),
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
  contradiction_type: word(CONTRADICTION_TYPES),
  claim_trust: word(TRUST_ORDER),
  opposing_trust: word(TRUST_ORDER),
  created_at: z.string(),
  cause_id: z.string(),
})

/** Rows written by schema version 1 know edge, relation, weight and whether it counted. */
const { reliability, reliability_parts, nli_confidence, source_group, reason } = contributionSchema.shape
const contribution = contributionSchema.extend({
  reliability: reliability.default(0),
  reliability_parts: reliability_parts.default(null),
  nli_confidence: nli_confidence.default(0),
  source_group: source_group.default(''),
  reason: reason.default(null),
})
const whyRow = z.object({ confidence_why: json<readonly ConfidenceContribution[]>(z.array(contribution)) })

const DISPUTED = `SELECT count(*) AS n FROM (SELECT 1 FROM pages p
    CROSS JOIN fragments f ON f.page_id = p.id CROSS JOIN claims c ON c.source_fragment_id = f.id
  WHERE p.domain = :domain AND (
    EXISTS (SELECT 1 FROM contradictions k WHERE k.claim_id = c.id)
    OR EXISTS (SELECT 1 FROM contradictions k WHERE k.opposing_claim_id = c.id)) LIMIT :most)`
const RESTING_ON = `SELECT c.id FROM claims c WHERE c.source_fragment_id IN (
    SELECT id FROM fragments WHERE page_id IN (SELECT value FROM json_each(:ids)))
  UNION
  SELECT e.target_id FROM fragments f
    CROSS JOIN edges e ON e.source_type = 'fragment' AND e.source_id = f.id AND e.target_type = 'claim'
      AND e.relation IN ('supports', 'refutes', 'neutral')
    WHERE f.page_id IN (SELECT value FROM json_each(:ids))
  ORDER BY 1`

const INSERT = insertInto('claims', Object.keys(claimRow.shape), 'ON CONFLICT (id) DO NOTHING')
const CONTRADICTION_COLUMNS = Object.keys(contradictionRow.shape)
const SAVE_CONTRADICTION = insertInto(
  'contradictions',
  CONTRADICTION_COLUMNS,
  `ON CONFLICT (id) DO UPDATE SET ${excluded(CONTRADICTION_COLUMNS.slice(1))}`,
)

const readClaim = (row: Row): Claim => claimRow.parse(row)
const readContradiction = (row: Row): Contradiction => contradictionRow.parse(row)

/** The views count what the confidence counts. */
const MARK_COUNTED = `UPDATE edges SET counted = 1 - counted WHERE target_type = 'claim' AND target_id = :id
  AND counted <> (id IN (SELECT value FROM json_each(:counted)))`

export function claimStore(sql: Statements, texts: Pick<TextIndex, 'prepare' | 'save'>): ClaimStore {
  const change = (id: string, assignment: string, params: Params) =>
    mustChange(sql.run(`UPDATE claims SET ${assignment} WHERE id = :id`, { id, ...params }), 'claim', id)
  return {
    saveAll: (claims) => {
      const entries = texts.prepare(
        'claim',
        claims.map((claim) => ({ id: claim.id, text: claim.claim_text })),
      )
      sql.write(() => {
        for (const claim of claims)
          sql.run(INSERT, {
            status_reason: null,
            ...claim,
            context: claim.context ?? null,
            adopted: bit(claim.adopted),
            no_refutation_found: bit(claim.no_refutation_found),
          })
        texts.save('claim', entries)
      })
    },
    get: (id) => {
      const row = sql.get('SELECT * FROM claims WHERE id = :id', { id })
      return row === null ? null : readClaim(row)
    },
    many: (ids) =>
      sql
        .all('SELECT * FROM claims WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid', {
          ids: JSON.stringify(ids),
        })
        .map(readClaim),
    fromFragment: (taskId, fragmentId) =>
      sql
        .all('SELECT * FROM claims WHERE source_fragment_id = :fragmentId AND task_id = :taskId ORDER BY rowid', {
          taskId,
          fragmentId,
        })
        .map(readClaim),
    fromDomain: (domain) =>
      sql
        .all(
          `SELECT c.* FROM pages p CROSS JOIN fragments f ON f.page_id = p.id
             CROSS JOIN claims c ON c.source_fragment_id = f.id
           WHERE p.domain = :domain ORDER BY c.rowid`,
          { domain },
        )
        .map(readClaim),
    countDisputed: (domain, most) => Number(sql.get(DISPUTED, { domain, most })?.n),
    restingOn: (pageIds) => sql.all(RESTING_ON, { ids: JSON.stringify(pageIds) }).map((row) => String(row.id)),
    why: (id) => {
      const row = sql.get('SELECT confidence_why FROM claims WHERE id = :id', { id })
      mustChange(row === null ? 0 : 1, 'claim', id)
      return whyRow.parse(row).confidence_why
    },
    ofTask: (taskId) =>
      sql.all('SELECT * FROM claims WHERE task_id = :taskId ORDER BY rowid', { taskId }).map(readClaim),
    idsOfTask: (taskId) =>
      sql.all('SELECT id FROM claims WHERE task_id = :taskId ORDER BY rowid', { taskId }).map((row) => String(row.id)),
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
      sql.write(() => {
        change(id, 'confidence = :confidence, confidence_why = :why', { confidence, why: JSON.stringify(why) })
        const counted = why.filter((part) => part.counted).map((part) => part.edge_id)
        sql.run(MARK_COUNTED, { id, counted: JSON.stringify(counted) })
      }),
    setVerification: (id, { status, adopted, reason }) =>
      change(
        id,
        `verification_status = :status, adopted = :adopted, status_reason = :reason,
         not_adopted_reason = CASE :adopted WHEN 0 THEN :reason END`,
        { status, adopted: bit(adopted), reason },
      ),
    setNoRefutationFound: (id, value) => change(id, 'no_refutation_found = :value', { value: bit(value) }),
    saveContradiction: (row) => {
      sql.run(SAVE_CONTRADICTION, { ...row })
    },
    contradictions: (taskId) =>
      sql.all('SELECT * FROM contradictions WHERE task_id = :taskId ORDER BY rowid', { taskId }).map(readContradiction),
    contradictionsOf: (claimId) =>
      sql
        .all(
          `SELECT * FROM contradictions WHERE claim_id = :claimId
           UNION SELECT * FROM contradictions WHERE opposing_claim_id = :claimId ORDER BY id`,
          { claimId },
        )
        .map(readContradiction),
    dropContradiction: (id) => {
      sql.run('DELETE FROM contradictions WHERE id = :id', { id })
    },
    dropContradictions: (taskId) => {
      sql.run('DELETE FROM contradictions WHERE task_id = :taskId', { taskId })
    },
  }
}
