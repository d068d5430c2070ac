import { z } from 'zod'
import { ENTITY_KINDS } from '../domain/entity.ts'
import { json } from './columns.ts'
import type { Statements } from './statements.ts'

const finding = z.object({
  id: z.string(),
  text: z.string(),
  status: z.string(),
  confidence: z.number(),
  is_grouped: z.number(),
})
const side = z.object({
  fragment_id: z.string(),
  finding_id: z.string(),
  page_id: z.string(),
  relation: z.enum(['supports', 'refutes']),
  confidence: z.number().nullable(),
  text: z.string(),
})
const page = z.object({
  id: z.string(),
  label: z.string(),
  route: z.string(),
  work_id: z.string().nullable(),
  identifiers: json(z.array(z.object({ type: z.string(), value: z.string() }))),
})
const namedThing = z.object({ id: z.string(), kind: z.enum(ENTITY_KINDS), label: z.string(), fragment_id: z.string() })
const citation = z.object({ citing: z.string(), cited: z.string() })

export type NetworkFinding = z.infer<typeof finding>
export type NetworkSide = z.infer<typeof side>
export type NamedThing = z.infer<typeof namedThing>
export type NetworkPage = z.infer<typeof page>

/** The evidence graph of a task as a picture needs it: ids and short texts, a statement each, whatever its size. */
export interface NetworkStore {
  /** As they rank; a claim that nobody has grouped yet is one of its own, under its own id. */
  findings(taskId: string): readonly NetworkFinding[]
  /** Passages that take a side, in the order of their findings' claims. */
  sides(taskId: string): readonly NetworkSide[]
  /** Citations between pages that the task has looked at. */
  citations(taskId: string): readonly z.infer<typeof citation>[]
  pages(ids: readonly string[]): readonly NetworkPage[]
  /** Things that passages name, those named most first. */
  named(taskId: string): readonly NamedThing[]
}

/** Characters of a label that are read. */
const LABEL = 200

const FINDINGS = `SELECT f.id, substr(c.claim_text, 1, ${LABEL}) AS text, f.verification_status AS status, f.confidence,
      1 AS is_grouped
    FROM findings f JOIN claims c ON c.id = f.claim_id WHERE f.task_id = :taskId
    ORDER BY f.rank_score DESC, f.id`
const ALONE = `SELECT c.id, substr(c.claim_text, 1, ${LABEL}) AS text, c.verification_status AS status, c.confidence,
      0 AS is_grouped
    FROM claims c WHERE c.task_id = :taskId AND NOT EXISTS (SELECT 1 FROM finding_claims fc WHERE fc.claim_id = c.id)
    ORDER BY c.confidence DESC, c.rowid`
const SIDES = `SELECT f.id AS fragment_id, coalesce(fc.finding_id, c.id) AS finding_id, f.page_id, e.relation,
      e.nli_confidence AS confidence, substr(coalesce(e.rationale, f.text_content), 1, ${LABEL}) AS text
    FROM claims c
    CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.relation IN ('supports', 'refutes')
    JOIN fragments f ON f.id = e.source_id
    LEFT JOIN finding_claims fc ON fc.claim_id = c.id
    WHERE c.task_id = :taskId ORDER BY c.rowid, e.rowid`
const LOOKED_AT = `SELECT DISTINCT sp.page_id FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id
    WHERE q.task_id = :taskId AND sp.page_id IS NOT NULL`
const CITATIONS = `WITH looked AS MATERIALIZED (${LOOKED_AT})
    SELECT e.source_id AS citing, e.target_id AS cited FROM looked l
    CROSS JOIN edges e ON e.source_type = 'page' AND e.source_id = l.page_id AND e.relation = 'cites'
    WHERE e.target_type = 'page' AND e.target_id IN (SELECT page_id FROM looked) ORDER BY e.rowid`
const PAGES = `SELECT id, substr(coalesce(title, url), 1, ${LABEL}) AS label, route, work_id, identifiers FROM pages
    WHERE id IN (SELECT value FROM json_each(:ids))`

const NAMED = `SELECT e.id, e.kind, substr(e.name, 1, ${LABEL}) AS label, m.fragment_id
    FROM entities e JOIN entity_names n ON n.entity_id = e.id JOIN entity_mentions m ON m.name_id = n.id
    WHERE e.task_id = :taskId AND m.fragment_id IS NOT NULL
    GROUP BY e.id, m.fragment_id ORDER BY e.mentions DESC, e.id, min(m.rowid)`

export function networkStore(sql: Statements): NetworkStore {
  return {
    findings: (taskId) =>
      [...sql.all(FINDINGS, { taskId }), ...sql.all(ALONE, { taskId })].map((row) => finding.parse(row)),
    sides: (taskId) => sql.all(SIDES, { taskId }).map((row) => side.parse(row)),
    citations: (taskId) => sql.all(CITATIONS, { taskId }).map((row) => citation.parse(row)),
    named: (taskId) => sql.all(NAMED, { taskId }).map((row) => namedThing.parse(row)),
    pages: (ids) => sql.all(PAGES, { ids: JSON.stringify(ids) }).map((row) => page.parse(row)),
  }
}
