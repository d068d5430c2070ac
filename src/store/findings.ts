import { z } from 'zod'
import type { Finding, FindingSource } from '../domain/finding.ts'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'
import { word } from './columns.ts'
import { excluded, insertInto, type Statements } from './statements.ts'
import { decodeVector } from './vector-codec.ts'

export interface ClaimLink {
  readonly first: string
  readonly second: string
  readonly strength: number
}

export interface LinkCorrection {
  readonly first: string
  readonly second: string
  readonly decision: 'same' | 'apart'
}

export interface Standing {
  readonly confidence: number
  readonly status: Finding['verification_status']
}

/** Where a claim was drawn from, without its text. */
export interface ClaimPlace {
  readonly claim_id: string
  readonly fragment_id: string
  /** Of its page. */
  readonly title: string | null
}

/** A passage that takes a side on a claim, as far as the grouping of claims needs it. */
export interface TakenSide {
  readonly fragment_id: string
  readonly claim_id: string
  readonly relation: 'supports' | 'refutes'
  readonly confidence: number
  readonly rationale: string
}

export interface FindingStore {
  get(id: string): Finding | null
  /** What answers the question first. */
  ofTask(taskId: string): readonly Finding[]
  many(ids: readonly string[]): readonly Finding[]
  /** Finding of each claim of the task, in the order in which the claims were found. */
  byClaim(taskId: string): ReadonlyMap<string, string>
  /** Of claims of any task; those without one are left out. */
  ofClaims(claimIds: readonly string[]): ReadonlyMap<string, string>
  /** Claims of each of these findings, in the order in which they were found. */
  claimsOf(findingIds: readonly string[]): ReadonlyMap<string, readonly string[]>
  sourcesOf(findingId: string): readonly FindingSource[]
  /** Findings in dispute with each finding of the task; one without a dispute has no entry. */
  disputes(taskId: string): ReadonlyMap<string, readonly string[]>
  /** Replaces what was known of the finding; its claims leave the findings they stood in. */
  save(finding: Finding, claimIds: readonly string[], sources: readonly FindingSource[]): void
  /** Findings of the task that no claim stands in any more. */
  dropEmpty(taskId: string): void
  saveDisputes(findingId: string, opposing: readonly string[]): void
  links(taskId: string): readonly ClaimLink[]
  /** Replaces all links in which one of these claims stands. */
  replaceLinks(taskId: string, claimIds: readonly string[], links: readonly ClaimLink[]): void
  corrections(taskId: string): readonly LinkCorrection[]
  correct(taskId: string, correction: LinkCorrection, causeId: string): void
  /** Takes back what one event decided about pairs, where it still stands; `before` is decided again. */
  takeBack(taskId: string, causeId: string, before: readonly LinkCorrection[]): void
  /** Confidence and status of every finding of the task, by id. */
  standings(taskId: string): ReadonlyMap<string, Standing>
  /** Where the claims of the task stand, in the order in which they were found. */
  places(taskId: string): readonly ClaimPlace[]
  /** Every support and refutation of a claim of the task by a fragment that counts and that states a claim, too. */
  takenSides(taskId: string): readonly TakenSide[]
  /** Vectors of the task's claims, of the model that was used last. */
  vectors(taskId: string): ReadonlyMap<string, Float32Array>
  relevances(taskId: string): ReadonlyMap<string, number>
  setRelevance(claimId: string, relevance: number): void
}

const findingRow = z.object({
  id: z.string(),
  task_id: z.string(),
  claim_id: z.string(),
  confidence: z.number(),
  verification_status: word(VERIFICATION_STATUSES),
  supporting_sources: z.number(),
  refuting_sources: z.number(),
  relevance: z.number().nullable(),
  rank_score: z.number(),
  cause_id: z.string(),
})
const standingRow = z.object({ id: z.string(), confidence: z.number(), status: word(VERIFICATION_STATUSES) })
const linkRow = z.object({ first: z.string(), second: z.string(), strength: z.number() })
const correctionRow = z.object({ first: z.string(), second: z.string(), decision: z.enum(['same', 'apart']) })
const sourceRow = z.object({ page_id: z.string(), relation: z.enum(['supports', 'refutes']), origin: z.string() })
const sideRow = z.object({
  fragment_id: z.string(),
  claim_id: z.string(),
  relation: z.enum(['supports', 'refutes']),
  confidence: z.number(),
  rationale: z.string(),
})
const placeRow = z.object({ claim_id: z.string(), fragment_id: z.string(), title: z.string().nullable() })
const vectorRow = z.object({ id: z.string(), blob: z.instanceof(Uint8Array) })
const pairRow = z.object({ claim_id: z.string(), finding_id: z.string() })
const disputeRow = z.object({ finding_id: z.string(), opposing_finding_id: z.string() })
const relevanceRow = z.object({ id: z.string(), relevance: z.number() })

const COLUMNS = Object.keys(findingRow.shape)
const SAVE = insertInto('findings', COLUMNS, `ON CONFLICT (id) DO UPDATE SET ${excluded(COLUMNS.slice(1))}`)
const JOIN = `INSERT INTO finding_claims (claim_id, finding_id) VALUES (:claimId, :findingId)
  ON CONFLICT (claim_id) DO UPDATE SET finding_id = excluded.finding_id`
const SAVE_SOURCE = `INSERT OR IGNORE INTO finding_sources (finding_id, page_id, relation, origin)
  VALUES (:findingId, :page_id, :relation, :origin)`
const SAVE_LINK = `INSERT OR REPLACE INTO claim_links (first_claim_id, second_claim_id, task_id, strength)
  VALUES (:first, :second, :taskId, :strength)`
const SAVE_CORRECTION = `INSERT OR REPLACE INTO claim_link_corrections
  (first_claim_id, second_claim_id, task_id, decision, cause_id) VALUES (:first, :second, :taskId, :decision, :causeId)`
const DROP_LINKS = `DELETE FROM claim_links WHERE first_claim_id IN (SELECT value FROM json_each(:ids))
  OR second_claim_id IN (SELECT value FROM json_each(:ids))`
const TAKEN_SIDES = `SELECT e.source_id AS fragment_id, e.target_id AS claim_id, e.relation,
    coalesce(e.nli_confidence, 0) AS confidence, coalesce(e.rationale, '') AS rationale
  FROM claims c CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  CROSS JOIN fragments f ON f.id = e.source_id AND f.is_irrelevant = 0
  WHERE c.task_id = :taskId AND e.relation IN ('supports', 'refutes')
    AND e.source_id IN (SELECT source_fragment_id FROM claims WHERE task_id = :taskId) ORDER BY e.rowid`
const PLACES = `SELECT c.id AS claim_id, f.id AS fragment_id, p.title FROM claims c
  CROSS JOIN fragments f ON f.id = c.source_fragment_id CROSS JOIN pages p ON p.id = f.page_id
  WHERE c.task_id = :taskId ORDER BY c.rowid`
/** Of two models the one that made the newest vector. */
const VECTORS = `SELECT v.target_id AS id, v.embedding_blob AS blob FROM claims c
  CROSS JOIN embeddings v ON v.target_type = 'claim' AND v.target_id = c.id
  WHERE c.task_id = :taskId AND v.model_id = (
    SELECT n.model_id FROM claims o CROSS JOIN embeddings n ON n.target_type = 'claim' AND n.target_id = o.id
    WHERE o.task_id = :taskId ORDER BY n.created_at DESC, n.rowid DESC LIMIT 1)`
const CLAIMS_OF = `SELECT m.claim_id, m.finding_id FROM finding_claims m CROSS JOIN claims c ON c.id = m.claim_id
  WHERE m.finding_id IN (SELECT value FROM json_each(:ids)) ORDER BY c.rowid`
const DISPUTES = `SELECT d.finding_id, d.opposing_finding_id FROM findings f
  CROSS JOIN finding_disputes d ON d.finding_id = f.id WHERE f.task_id = :taskId ORDER BY 1, 2`
const STANDINGS = 'SELECT id, confidence, verification_status AS status FROM findings WHERE task_id = :taskId'
const DROP_EMPTY = `DELETE FROM findings WHERE task_id = :taskId
  AND NOT EXISTS (SELECT 1 FROM finding_claims fc WHERE fc.finding_id = findings.id)`

export function findingStore(sql: Statements): FindingStore {
  const findings = (where: string, params: Readonly<Record<string, string>>) =>
    findingRow.array().parse(sql.all(`SELECT ${COLUMNS.join(', ')} FROM findings WHERE ${where}`, params))
  const pairs = (query: string, params: Readonly<Record<string, string>>) =>
    new Map(
      pairRow
        .array()
        .parse(sql.all(query, params))
        .map(({ claim_id, finding_id }) => [claim_id, finding_id]),
    )
  return {
    get: (id) => findings('id = :id', { id })[0] ?? null,
    ofTask: (taskId) => findings('task_id = :taskId ORDER BY rank_score DESC, id', { taskId }),
    many: (ids) => findings('id IN (SELECT value FROM json_each(:ids)) ORDER BY id', { ids: JSON.stringify(ids) }),
    byClaim: (taskId) =>
      pairs(
        `SELECT fc.claim_id, fc.finding_id FROM claims c CROSS JOIN finding_claims fc ON fc.claim_id = c.id
         WHERE c.task_id = :taskId ORDER BY c.rowid`,
        { taskId },
      ),
    ofClaims: (claimIds) =>
      pairs('SELECT claim_id, finding_id FROM finding_claims WHERE claim_id IN (SELECT value FROM json_each(:ids))', {
        ids: JSON.stringify(claimIds),
      }),
    claimsOf: (findingIds) => {
      const rows = pairRow.array().parse(sql.all(CLAIMS_OF, { ids: JSON.stringify(findingIds) }))
      const grouped = Map.groupBy(rows, ({ finding_id: id }) => id)
      return new Map([...grouped].map(([id, list]) => [id, list.map(({ claim_id: claimId }) => claimId)]))
    },
    sourcesOf: (id) =>
      sourceRow.array().parse(
        sql.all(
          `SELECT page_id, relation, origin FROM finding_sources WHERE finding_id = :id
             ORDER BY relation DESC, rowid`,
          { id },
        ),
      ),
    disputes: (taskId) => {
      const rows = disputeRow.array().parse(sql.all(DISPUTES, { taskId }))
      const grouped = Map.groupBy(rows, ({ finding_id: id }) => id)
      return new Map([...grouped].map(([id, list]) => [id, list.map(({ opposing_finding_id: other }) => other)]))
    },
    save: (finding, claimIds, sources) =>
      sql.write(() => {
        sql.run(SAVE, { ...finding })
        for (const claimId of claimIds) sql.run(JOIN, { claimId, findingId: finding.id })
        sql.run('DELETE FROM finding_sources WHERE finding_id = :id', { id: finding.id })
        for (const source of sources) sql.run(SAVE_SOURCE, { findingId: finding.id, ...source })
      }),
    dropEmpty: (taskId) => {
      sql.run(DROP_EMPTY, { taskId })
    },
    saveDisputes: (id, opposing) =>
      sql.write(() => {
        sql.run('DELETE FROM finding_disputes WHERE finding_id = :id OR opposing_finding_id = :id', { id })
        for (const other of opposing)
          for (const [one, two] of [
            [id, other],
            [other, id],
          ] as const)
            sql.run('INSERT OR IGNORE INTO finding_disputes (finding_id, opposing_finding_id) VALUES (:one, :two)', {
              one,
              two,
            })
      }),
    ...linkRows(sql),
    standings: (taskId) =>
      new Map(
        standingRow
          .array()
          .parse(sql.all(STANDINGS, { taskId }))
          .map(({ id, ...one }) => [id, one]),
      ),
    takenSides: (taskId) => sideRow.array().parse(sql.all(TAKEN_SIDES, { taskId })),
    vectors: (taskId) =>
      new Map(
        vectorRow
          .array()
          .parse(sql.all(VECTORS, { taskId }))
          .map(({ id, blob }) => [id, decodeVector(blob)]),
      ),
    relevances: (taskId) =>
      new Map(
        relevanceRow
          .array()
          .parse(
            sql.all('SELECT id, relevance FROM claims WHERE task_id = :taskId AND relevance IS NOT NULL', { taskId }),
          )
          .map(({ id, relevance }) => [id, relevance]),
      ),
    setRelevance: (claimId, relevance) => {
      sql.run('UPDATE claims SET relevance = :relevance WHERE id = :claimId', { claimId, relevance })
    },
  }
}

type LinkRows = Pick<FindingStore, 'places' | 'links' | 'replaceLinks' | 'corrections' | 'correct' | 'takeBack'>

function linkRows(sql: Statements): LinkRows {
  const named = (table: string, column: string) =>
    `SELECT first_claim_id AS first, second_claim_id AS second, ${column} FROM ${table}
     WHERE task_id = :taskId ORDER BY 1, 2`
  return {
    places: (taskId) => placeRow.array().parse(sql.all(PLACES, { taskId })),
    links: (taskId) => linkRow.array().parse(sql.all(named('claim_links', 'strength'), { taskId })),
    replaceLinks: (taskId, claimIds, links) =>
      sql.write(() => {
        sql.run(DROP_LINKS, { ids: JSON.stringify(claimIds) })
        for (const link of links) sql.run(SAVE_LINK, { taskId, ...inOrder(link) })
      }),
    corrections: (taskId) =>
      correctionRow.array().parse(sql.all(named('claim_link_corrections', 'decision'), { taskId })),
    correct: (taskId, correction, causeId) => {
      sql.run(SAVE_CORRECTION, { taskId, causeId, ...inOrder(correction) })
    },
    takeBack: (taskId, causeId, before) =>
      sql.write(() => {
        const standing = sql.all(
          'SELECT first_claim_id, second_claim_id FROM claim_link_corrections WHERE cause_id = :causeId',
          { causeId },
        )
        const pairs = new Set(standing.map((row) => `${String(row.first_claim_id)} ${String(row.second_claim_id)}`))
        sql.run('DELETE FROM claim_link_corrections WHERE cause_id = :causeId', { causeId })
        for (const pair of before.map(inOrder))
          if (pairs.has(`${pair.first} ${pair.second}`)) sql.run(SAVE_CORRECTION, { taskId, causeId, ...pair })
      }),
  }
}

/** One row for a pair, whichever of the two is named first. */
function inOrder<Pair extends { readonly first: string; readonly second: string }>(pair: Pair): Pair {
  return pair.first < pair.second ? pair : { ...pair, first: pair.second, second: pair.first }
}
