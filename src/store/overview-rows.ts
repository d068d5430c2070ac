import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { OUTCOMES } from '../domain/outcome.ts'
import { FETCH_ROUTES, PAGE_TYPES } from '../domain/page.ts'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'
import { flag, json, word } from './columns.ts'
import type { Statements } from './statements.ts'

/** Where a passage stands. */
const place = {
  page_id: z.string(),
  fragment_id: z.string(),
  domain: z.string(),
  url: z.string(),
  route: word(FETCH_ROUTES),
  page_type: word(PAGE_TYPES),
  title: z.string().nullable(),
  year: z.number().nullable(),
  is_retracted: flag,
  page_number: z.number().nullable(),
}
const PLACE = `p.id AS page_id, f.id AS fragment_id, p.domain, p.url, p.route, p.page_type, p.title,
  p.is_retracted, f.page_number, coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year`

/** A passage that takes a side on a claim. */
const sideRow = z.object({
  ...place,
  edge_id: z.string(),
  claim_id: z.string(),
  relation: word(STANCE_RELATIONS),
  confidence: z.number().nullable(),
  counted: flag,
  human_corrected: flag,
  is_irrelevant: flag,
  sentence: z.string(),
})
export type SideRow = z.infer<typeof sideRow>

/** A claim with the sentence it was taken from. */
const statementRow = z.object({
  ...place,
  claim_id: z.string(),
  finding_id: z.string(),
  claim_text: z.string(),
  confidence: z.number(),
  verification_status: word(VERIFICATION_STATUSES),
  status_reason: z.string().nullable(),
  no_refutation_found: flag,
  adopted: flag,
  text_content: z.string(),
  span_start: z.number(),
  span_end: z.number(),
})
export type StatementRow = z.infer<typeof statementRow>

/** An address that a search of the task met: in a result page, or to be read. */
const addressRow = z.object({ url: z.string(), query_id: z.string(), found_by: z.string() })
const lookedRow = z.object({
  url: z.string(),
  query_id: z.string(),
  query: z.string(),
  page_id: z.string().nullable(),
  found_by: z.string(),
  outcome: word(OUTCOMES),
  reason: z.string().nullable(),
  attempts: json(z.array(z.object({ route: z.string(), outcome: z.string(), reason: z.string().nullable() }))),
})
export type AddressRow = z.infer<typeof addressRow>
export type LookedRow = z.infer<typeof lookedRow>

const useRow = z.object({ page_id: z.string(), relation: z.enum(['supports', 'refutes']), findings: z.number() })
export type PageUse = z.infer<typeof useRow>

const yearRow = z.object({ year: z.number().nullable(), supports: z.number(), refutes: z.number() })
export type EvidenceYear = z.infer<typeof yearRow>

const routeRow = z.object({ route: z.string(), outcome: z.string(), attempts: z.number() })
export type RouteCount = z.infer<typeof routeRow>

const domainRow = z.object({ domain: z.string() })

const SIDES = `SELECT e.id AS edge_id, e.target_id AS claim_id, e.relation, e.nli_confidence AS confidence, e.counted,
    e.human_corrected, f.is_irrelevant, coalesce(nullif(e.rationale, ''), substr(f.text_content, 1, 400)) AS sentence,
    ${PLACE}
  FROM json_each(:ids) i
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = i.value AND e.source_type = 'fragment'
    AND e.relation IN ('supports', 'refutes')
  CROSS JOIN fragments f ON f.id = e.source_id
  CROSS JOIN pages p ON p.id = f.page_id
  ORDER BY e.counted DESC, e.nli_confidence DESC, e.id`

const STATEMENTS = `SELECT c.id AS claim_id, m.finding_id, c.claim_text, c.confidence, c.verification_status,
    c.status_reason, c.no_refutation_found, c.adopted, f.text_content, c.span_start, c.span_end, ${PLACE}
  FROM json_each(:ids) i
  CROSS JOIN finding_claims m ON m.finding_id = i.value
  CROSS JOIN claims c ON c.id = m.claim_id
  CROSS JOIN fragments f ON f.id = c.source_fragment_id
  CROSS JOIN pages p ON p.id = f.page_id
  ORDER BY c.rowid`

const RESULTS = `SELECT s.url, s.query_id, s.engine AS found_by FROM queries q
  CROSS JOIN serp_items s ON s.query_id = q.id WHERE q.task_id = :taskId ORDER BY s.rowid`
const LOOKED = `SELECT sp.url, sp.query_id, q.query, sp.page_id, sp.found_by, sp.outcome, sp.reason, sp.attempts
  FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id WHERE q.task_id = :taskId ORDER BY sp.rowid`
const USES = `SELECT s.page_id, s.relation, count(*) AS findings FROM findings f
  CROSS JOIN finding_sources s ON s.finding_id = f.id WHERE f.task_id = :taskId GROUP BY s.page_id, s.relation`
const YEARS = `SELECT coalesce(p.year, nullif(CAST(substr(p.published_at, 1, 4) AS INTEGER), 0)) AS year,
    sum(e.relation = 'supports') AS supports, sum(e.relation = 'refutes') AS refutes
  FROM claims c
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment' AND e.counted = 1
  CROSS JOIN fragments f ON f.id = e.source_id
  CROSS JOIN pages p ON p.id = f.page_id
  WHERE c.task_id = :taskId AND e.relation IN ('supports', 'refutes') GROUP BY 1 ORDER BY 1`
const ROUTES = `SELECT a.value ->> 'route' AS route, a.value ->> 'outcome' AS outcome, count(*) AS attempts
  FROM search_pages sp, json_each(sp.attempts) a GROUP BY 1, 2 ORDER BY 1, 3 DESC`

/** What the pages of one task are made from. */
export interface OverviewRows {
  sides(claimIds: readonly string[]): readonly SideRow[]
  /** Of every claim of these findings, in the order in which they were found. */
  statements(findingIds: readonly string[]): readonly StatementRow[]
  results(taskId: string): readonly AddressRow[]
  looked(taskId: string): readonly LookedRow[]
  /** On how many findings of the task a page stands, by side. */
  uses(taskId: string): readonly PageUse[]
  /** Counted stances by the year of their page; null: a page without a year. */
  years(taskId: string): readonly EvidenceYear[]
  /** Every domain that has ever been blocked by Lyra itself. */
  onceBlocked(): readonly string[]
  /** Every attempt to read a page, over all tasks. */
  routes(): readonly RouteCount[]
}

export function overviewRows(sql: Statements): OverviewRows {
  return {
    sides: (ids) => sideRow.array().parse(sql.all(SIDES, { ids: JSON.stringify(ids) })),
    statements: (ids) => statementRow.array().parse(sql.all(STATEMENTS, { ids: JSON.stringify(ids) })),
    results: (taskId) => addressRow.array().parse(sql.all(RESULTS, { taskId })),
    looked: (taskId) => lookedRow.array().parse(sql.all(LOOKED, { taskId })),
    uses: (taskId) => useRow.array().parse(sql.all(USES, { taskId })),
    years: (taskId) => yearRow.array().parse(sql.all(YEARS, { taskId })),
    onceBlocked: () =>
      domainRow
        .array()
        .parse(sql.all('SELECT DISTINCT domain FROM domain_blocks ORDER BY 1'))
        .map(({ domain }) => domain),
    routes: () => routeRow.array().parse(sql.all(ROUTES)),
  }
}
