import { z } from 'zod'
import {
  EDGE_RELATIONS,
  type Edge,
  type EdgeRelation,
  NODE_TYPES,
  type NodeType,
  STANCE_RELATIONS,
} from '../domain/claim.ts'
import { LyraError } from '../domain/errors.ts'
import { bit, flag, json, strings, word } from './columns.ts'
import { FRAGMENT_COLUMNS, readFragment } from './fragments.ts'
import { PAGE_COLUMNS, readPage } from './pages.ts'
import { assignments, insertInto, mustChange, type Params, type Row, type Statements } from './statements.ts'
import type { EdgeStore, EvidenceEdge } from './types.ts'

const edgeRow = z.object({
  id: z.string(),
  source_type: word(NODE_TYPES),
  source_id: z.string(),
  target_type: word(NODE_TYPES),
  target_id: z.string(),
  relation: word(EDGE_RELATIONS),
  nli_label: word(STANCE_RELATIONS).nullable(),
  nli_confidence: z.number().nullable(),
  nli_raw_confidence: z.number().nullable(),
  nli_model: z.string().nullable(),
  nli_notes: strings.nullable(),
  nli_supports: z.number().nullable(),
  nli_refutes: z.number().nullable(),
  nli_signals: json(z.array(z.number())).nullable(),
  nli_calibration: z.string().nullable(),
  implied_by: strings.nullable(),
  read_as: json(z.object({ confidence: z.number().nullable(), rationale: z.string().nullable() })).nullable(),
  rationale: z.string().nullable(),
  citation_source: z.string().nullable(),
  is_influential: flag,
  human_corrected: flag,
  created_at: z.string(),
  cause_id: z.string(),
})

/** Every correction asks for those of its task: only what is needed is read. */
const decidedRow = edgeRow.pick({
  ...{ id: true, source_id: true, target_id: true, relation: true, nli_confidence: true, rationale: true },
  ...{ implied_by: true, human_corrected: true },
})

const stanceRelation = z.object({ relation: word(STANCE_RELATIONS) })

const COLUMNS = Object.keys(edgeRow.shape)
const INSERT = insertInto('edges', COLUMNS)
const STANCE = `relation IN ('supports', 'refutes', 'neutral')`

const OLD_STANCE = `SELECT rowid AS row, human_corrected FROM edges WHERE source_type = 'fragment'
  AND source_id = :source_id AND target_type = 'claim' AND target_id = :target_id AND ${STANCE}`
const REPLACE = `UPDATE edges SET ${assignments(COLUMNS)} WHERE rowid = :row`

const SAME_CITATION = `SELECT 1 FROM edges WHERE source_type = 'page' AND source_id = :source_id
  AND target_type = 'page' AND target_id = :target_id AND relation = 'cites' AND citation_source IS :citation_source`

const TOWARD_TEXT = `SELECT e.* FROM claims c
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  WHERE c.task_id = :taskId AND c.claim_text = :text AND e.${STANCE} ORDER BY e.rowid`

const DECIDED = `SELECT ${Object.keys(decidedRow.shape)
  .map((name) => `e.${name}`)
  .join(', ')} FROM claims c
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  CROSS JOIN fragments f ON f.id = e.source_id
  WHERE c.task_id = :taskId AND e.relation IN ('supports', 'refutes') AND f.is_irrelevant = 0 ORDER BY e.rowid`

const HALF_HEARD = `SELECT e.source_id || ' ' || e.target_id AS pair FROM claims c
  CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
  WHERE c.task_id = :taskId AND e.nli_supports >= :least AND e.nli_model IS NOT NULL AND e.human_corrected = 0
    AND (e.relation = 'neutral' OR e.implied_by IS NOT NULL)`

const STANCES = `SELECT ${Object.keys(decidedRow.shape).join(', ')} FROM edges
  WHERE source_type = 'fragment' AND ${STANCE}`

const IMPLY = `UPDATE edges SET relation = :relation, nli_confidence = :confidence, rationale = :rationale,
  implied_by = :implied_by, read_as = :read_as WHERE id = :id`

const PAGES_OF_TASK = `SELECT sp.page_id FROM search_pages sp JOIN queries q ON q.id = sp.query_id
  WHERE q.task_id = :taskId`
const CITATIONS_WITHIN = `SELECT source_id AS citing, target_id AS cited FROM edges
  WHERE source_type = 'page' AND source_id IN (${PAGES_OF_TASK}) AND relation = 'cites'
    AND target_type = 'page' AND +target_id IN (${PAGES_OF_TASK}) ORDER BY rowid`

const SAVE_COMMUNITY = `INSERT INTO citation_communities (task_id, page_id, cluster_id)
  VALUES (:taskId, :pageId, :community)`

const prefixed = (alias: string, columns: readonly string[]) =>
  columns.map((name) => `${alias}.${name} AS ${alias}_${name}`).join(', ')

/** A fragment that a person flagged as irrelevant is evidence no more (FEEDBACK 2). */
const EVIDENCE = `SELECT ${prefixed('e', COLUMNS)}, ${prefixed('f', FRAGMENT_COLUMNS)}, ${prefixed('p', PAGE_COLUMNS)}
  FROM edges e JOIN fragments f ON f.id = e.source_id JOIN pages p ON p.id = f.page_id
  WHERE e.source_type = 'fragment' AND e.target_type = 'claim' AND e.target_id = :claimId AND e.${STANCE}
    AND f.is_irrelevant = 0 ORDER BY e.rowid`

const MANY_FRAGMENTS = 'SELECT * FROM fragments WHERE id IN (SELECT value FROM json_each(:ids)) AND is_irrelevant = 0'
const MANY_PAGES = 'SELECT * FROM pages WHERE id IN (SELECT value FROM json_each(:ids))'

const readEdge = (row: Row): Edge => edgeRow.parse(row)

function part(row: Row, alias: string): Row {
  const start = `${alias}_`
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => name.startsWith(start))
      .map(([name, value]) => [name.slice(start.length), value]),
  )
}

function byId<T extends { readonly id: string }>(rows: readonly Row[], read: (row: Row) => T): ReadonlyMap<string, T> {
  return new Map(rows.map(read).map((one) => [one.id, one]))
}

function bound(edge: Edge): Params {
  const { nli_raw_confidence: raw = null, nli_model: model = null, nli_notes: notes = null } = edge
  const { nli_supports = null, nli_refutes = null, nli_signals: signals = null, nli_calibration = null } = edge
  return {
    ...edge,
    ...{ nli_supports, nli_refutes, nli_calibration },
    nli_raw_confidence: raw,
    nli_model: model,
    nli_notes: notes === null ? null : JSON.stringify(notes),
    nli_signals: signals === null ? null : JSON.stringify(signals),
    implied_by: edge.implied_by == null ? null : JSON.stringify(edge.implied_by),
    read_as: edge.read_as == null ? null : JSON.stringify(edge.read_as),
    is_influential: bit(edge.is_influential),
    human_corrected: bit(edge.human_corrected),
  }
}

export function edgeStore(sql: Statements): EdgeStore {
  const find = (where: string, params: Params) => sql.all(`SELECT * FROM edges WHERE ${where}`, params).map(readEdge)
  return {
    saveStance: (edge) =>
      sql.write(() => {
        requireShape(edge, 'fragment', 'claim', STANCE_RELATIONS)
        const old = sql.get(OLD_STANCE, { source_id: edge.source_id, target_id: edge.target_id })
        if (old === null) sql.run(INSERT, bound(edge))
        else if (old.human_corrected === 0 || edge.human_corrected)
          sql.run(REPLACE, { ...bound(edge), row: Number(old.row) })
      }),
    saveCitation: (edge) =>
      sql.write(() => {
        requireShape(edge, 'page', 'page', ['cites'])
        const { source_id, target_id, citation_source } = edge
        if (sql.get(SAME_CITATION, { source_id, target_id, citation_source }) === null) sql.run(INSERT, bound(edge))
      }),
    removeCitation: (citingPageId, citedPageId) =>
      sql.run(
        `DELETE FROM edges WHERE source_type = 'page' AND source_id = :citingPageId
           AND target_type = 'page' AND target_id = :citedPageId AND relation = 'cites'`,
        { citingPageId, citedPageId },
      ) > 0,
    get: (id) => find('id = :id', { id })[0] ?? null,
    // nli_label stays what the model said, so that a correction can become a training pair (FEEDBACK 8).
    ...correctedEdges(sql),
    evidenceFor: (claimId) =>
      sql.all(EVIDENCE, { claimId }).map(
        (row): EvidenceEdge => ({
          ...readEdge(part(row, 'e')),
          ...stanceRelation.parse(part(row, 'e')),
          fragment: readFragment(part(row, 'f')),
          page: readPage(part(row, 'p')),
        }),
      ),
    evidenceOf: (claimIds) => {
      const edges = find(
        `source_type = 'fragment' AND target_type = 'claim' AND ${STANCE}
         AND target_id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid`,
        { ids: JSON.stringify(claimIds) },
      )
      // A fragment and a page serve many edges: each is read once.
      const fragments = byId(
        sql.all(MANY_FRAGMENTS, { ids: JSON.stringify([...new Set(edges.map((edge) => edge.source_id))]) }),
        readFragment,
      )
      const pages = byId(
        sql.all(MANY_PAGES, {
          ids: JSON.stringify([...new Set([...fragments.values()].map((fragment) => fragment.page_id))]),
        }),
        readPage,
      )
      const evidence = new Map<string, EvidenceEdge[]>()
      for (const edge of edges) {
        const fragment = fragments.get(edge.source_id)
        const page = fragment === undefined ? undefined : pages.get(fragment.page_id)
        if (fragment === undefined || page === undefined) continue
        const { relation } = stanceRelation.parse(edge)
        const list = evidence.get(edge.target_id)
        if (list === undefined) evidence.set(edge.target_id, [{ ...edge, relation, fragment, page }])
        else list.push({ ...edge, relation, fragment, page })
      }
      return evidence
    },
    stancesOfTask: (taskId) =>
      find(
        `source_type = 'fragment' AND target_type = 'claim' AND ${STANCE}
         AND target_id IN (SELECT id FROM claims WHERE task_id = :taskId) ORDER BY rowid`,
        { taskId },
      ),
    ...impliedEdges(sql),
    citationsAmong: (pageIds) =>
      find(
        `relation = 'cites' AND source_type = 'page' AND source_id IN (SELECT value FROM json_each(:ids))
         AND target_type = 'page' AND target_id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid`,
        { ids: JSON.stringify(pageIds) },
      ),
    citationsWithin: (taskId) =>
      sql.all(CITATIONS_WITHIN, { taskId }).map((row) => [String(row.citing), String(row.cited)] as const),
    saveCommunities: (taskId, communities) =>
      sql.write(() => {
        sql.run('DELETE FROM citation_communities WHERE task_id = :taskId', { taskId })
        for (const [pageId, community] of communities) sql.run(SAVE_COMMUNITY, { taskId, pageId, community })
      }),
  }
}

type ImpliedStore = Pick<
  EdgeStore,
  'between' | 'stancesToward' | 'stancesFrom' | 'decidedOfTask' | 'halfHeard' | 'imply'
>

/** What verdicts say, and what follows from them. */
function impliedEdges(sql: Statements): ImpliedStore {
  const stances = (where: string, params: Params) =>
    sql.all(`${STANCES} AND ${where}`, params).map((row) => decidedRow.parse(row))
  return {
    between: (fragmentId, claimId) => {
      const where = `source_type = 'fragment' AND source_id = :fragmentId AND target_type = 'claim'`
      const row = sql.get(`SELECT * FROM edges WHERE ${where} AND target_id = :claimId AND ${STANCE}`, {
        fragmentId,
        claimId,
      })
      return row === null ? null : readEdge(row)
    },
    stancesToward: (claimId) => stances(`target_type = 'claim' AND target_id = :claimId`, { claimId }),
    stancesFrom: (fragmentId) => stances('source_id = :fragmentId', { fragmentId }),
    decidedOfTask: (taskId) => sql.all(DECIDED, { taskId }).map((row) => decidedRow.parse(row)),
    halfHeard: (taskId, least) => sql.all(HALF_HEARD, { taskId, least }).map((row) => String(row.pair)),
    imply: (edge) => {
      const changed = sql.run(IMPLY, {
        id: edge.id,
        relation: edge.relation,
        confidence: edge.nli_confidence,
        rationale: edge.rationale,
        implied_by: edge.implied_by == null ? null : JSON.stringify(edge.implied_by),
        read_as: edge.read_as == null ? null : JSON.stringify(edge.read_as),
      })
      if (changed === 0) sql.run(INSERT, bound(edge))
    },
  }
}

/** What a person decides about a stance, and what is left when it is taken back. */
function correctedEdges(sql: Statements): Pick<EdgeStore, 'correct' | 'restore' | 'remove' | 'towardText'> {
  return {
    correct: (id, relation, confidence) =>
      mustChange(
        sql.run(
          `UPDATE edges SET relation = :relation, nli_confidence = :confidence, human_corrected = 1
           WHERE id = :id AND source_type = 'fragment' AND target_type = 'claim'`,
          { id, relation, confidence },
        ),
        'stance edge',
        id,
      ),
    restore: (id, relation, confidence) =>
      mustChange(
        sql.run(
          `UPDATE edges SET relation = :relation, nli_confidence = :confidence, human_corrected = 0
           WHERE id = :id AND source_type = 'fragment' AND target_type = 'claim'`,
          { id, relation, confidence },
        ),
        'stance edge',
        id,
      ),
    remove: (id) => {
      sql.run('DELETE FROM edges WHERE id = :id', { id })
    },
    towardText: (taskId, text) => sql.all(TOWARD_TEXT, { taskId, text }).map(readEdge),
  }
}

function requireShape(edge: Edge, source: NodeType, target: NodeType, relations: readonly EdgeRelation[]): void {
  if (edge.source_type === source && edge.target_type === target && relations.includes(edge.relation)) return
  throw new LyraError(
    'INVALID_PARAMS',
    `an edge ${edge.source_type} -${edge.relation}-> ${edge.target_type} cannot be saved as ${source} -> ${target}`,
  )
}
