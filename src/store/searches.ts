import { z } from 'zod'
import { stableId } from '../domain/ids.ts'
import { OUTCOMES } from '../domain/outcome.ts'
import { SEARCH_STATUSES } from '../domain/satisfaction.ts'
import { TARGET_KINDS, TARGET_OUTCOMES } from '../domain/target.ts'
import { type SearchRow, searchOptionsSchema } from '../domain/task.ts'
import { bit, flag, json, strings, word } from './columns.ts'
import { assignments, excluded, insertInto, mustChange, type Params, type Row, type Statements } from './statements.ts'
import type { SearchFragmentRow, SearchPageRow, SearchStore } from './types.ts'

const searchRow = z.object({
  id: z.string(),
  task_id: z.string(),
  query: z.string(),
  options: json(searchOptionsSchema),
  status: word(SEARCH_STATUSES),
  pages_fetched: z.number(),
  useful_fragments: z.number(),
  harvest_rate: z.number(),
  satisfaction_score: z.number(),
  novelty_score: z.number(),
  independent_sources: z.number(),
  has_primary_source: flag,
  warnings: strings,
  error: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  cause_id: z.string(),
})

const attempt = z.object({ route: z.string(), outcome: z.string(), reason: z.string().nullable() })

const searchPageRow = z.object({
  query_id: z.string(),
  url: z.string(),
  page_id: z.string().nullable(),
  found_by: z.string(),
  outcome: word(OUTCOMES),
  reason: z.string().nullable(),
  attempts: json(z.array(attempt)),
  counts_toward_budget: flag,
  cause_id: z.string(),
})

const targetRow = z.object({
  query_id: z.string(),
  position: z.number(),
  given: z.string(),
  kind: word(TARGET_KINDS),
  value: z.string().nullable(),
  outcome: word(TARGET_OUTCOMES),
  reason: z.string().nullable(),
  url: z.string().nullable(),
  page_id: z.string().nullable(),
  cause_id: z.string(),
})

const COLUMNS = [...Object.keys(searchRow.shape), 'is_refutation']
const INSERT = insertInto('queries', COLUMNS)
const UPDATE = `UPDATE queries SET ${assignments(COLUMNS.filter((name) => name !== 'id'))} WHERE id = :id`

const SERP_COLUMNS = [
  ...['id', 'query_id', 'engine', 'rank', 'url', 'title', 'snippet', 'date', 'source_tag', 'cause_id'],
]
const INSERT_SERP = insertInto('serp_items', SERP_COLUMNS, 'ON CONFLICT (id) DO NOTHING')

const PAGE_COLUMNS = Object.keys(searchPageRow.shape)
const SAVE_PAGE = insertInto(
  'search_pages',
  PAGE_COLUMNS,
  `ON CONFLICT (query_id, url) DO UPDATE SET ${excluded(PAGE_COLUMNS.slice(2))}`,
)

const TARGET_COLUMNS = Object.keys(targetRow.shape)
const SAVE_TARGET = insertInto(
  'search_targets',
  TARGET_COLUMNS,
  `ON CONFLICT (query_id, position) DO UPDATE SET ${excluded(TARGET_COLUMNS.slice(2))}`,
)
const TARGETS_OF = 'SELECT * FROM search_targets WHERE query_id = :searchId ORDER BY position'

const FRAGMENT_COLUMNS = ['query_id', 'fragment_id', 'bm25', 'embedding', 'final_score', 'kept']
const SAVE_FRAGMENT = insertInto(
  'search_fragments',
  FRAGMENT_COLUMNS,
  `ON CONFLICT (query_id, fragment_id) DO UPDATE SET ${excluded(FRAGMENT_COLUMNS.slice(2))}`,
)

const KEPT_FRAGMENTS = 'SELECT count(*) AS n FROM search_fragments WHERE query_id = :searchId AND kept = 1'
const PAGE_OUTCOMES = 'SELECT outcome, count(*) AS n FROM search_pages GROUP BY outcome ORDER BY outcome'

/** L2 and L4 sign what they warn of; newest first. */
const GUARD_WARNINGS = `SELECT q.id AS search_id, w.value AS warning FROM queries q, json_each(q.warnings) w
  WHERE (:taskId IS NULL OR q.task_id = :taskId) AND (w.value LIKE '%(L2)' OR w.value LIKE '%(L4)')
  ORDER BY q.rowid DESC LIMIT :limit`

const guardWarning = z.object({ search_id: z.string(), warning: z.string() })

const readSearch = (row: Row): SearchRow => searchRow.parse(row)
const readSearchPage = (row: Row): SearchPageRow => searchPageRow.parse(row)

function bound(row: SearchRow): Params {
  return {
    ...row,
    options: JSON.stringify(row.options),
    warnings: JSON.stringify(row.warnings),
    has_primary_source: bit(row.has_primary_source),
    is_refutation: bit(row.options.refute === true),
  }
}

export function searchStore(sql: Statements): SearchStore {
  return {
    insert: (row) => {
      sql.run(INSERT, bound(row))
    },
    update: (row) => mustChange(sql.run(UPDATE, bound(row)), 'search', row.id),
    get: (id) => {
      const row = sql.get('SELECT * FROM queries WHERE id = :id', { id })
      return row === null ? null : readSearch(row)
    },
    ofTask: (taskId) =>
      sql.all('SELECT * FROM queries WHERE task_id = :taskId ORDER BY rowid', { taskId }).map(readSearch),
    guardWarnings: (taskId, limit) => sql.all(GUARD_WARNINGS, { taskId, limit }).map((row) => guardWarning.parse(row)),
    addSerpItems: (searchId, items, causeId) =>
      sql.write(() => {
        for (const item of items) {
          const id = stableId('serp', searchId, item.engine, String(item.rank), item.url)
          sql.run(INSERT_SERP, { ...item, id, query_id: searchId, cause_id: causeId })
        }
      }),
    savePage: (row) =>
      sql.write(() => {
        const attempts = JSON.stringify(row.attempts)
        sql.run(SAVE_PAGE, { ...row, attempts, counts_toward_budget: bit(row.counts_toward_budget) })
        sql.run('UPDATE serp_items SET page_id = :pageId WHERE query_id = :searchId AND url = :url', {
          pageId: row.page_id,
          searchId: row.query_id,
          url: row.url,
        })
      }),
    pagesOf: (searchId) =>
      sql.all('SELECT * FROM search_pages WHERE query_id = :searchId ORDER BY rowid', { searchId }).map(readSearchPage),
    pagesUsed: (taskId) => {
      const row = sql.get(
        `SELECT count(*) AS used FROM search_pages sp JOIN queries q ON q.id = sp.query_id
         WHERE q.task_id = :taskId AND sp.counts_toward_budget = 1`,
        { taskId },
      )
      return Number(row?.used ?? 0)
    },
    saveFragments: (rows: readonly SearchFragmentRow[]) =>
      sql.write(() => {
        for (const row of rows) sql.run(SAVE_FRAGMENT, { ...row, kept: bit(row.kept) })
      }),
    saveTargets: (rows) =>
      sql.write(() => {
        for (const row of rows) sql.run(SAVE_TARGET, { ...row })
      }),
    targetsOf: (searchId) => sql.all(TARGETS_OF, { searchId }).map((row) => targetRow.parse(row)),
    keptFragmentCount: (searchId) => Number(sql.get(KEPT_FRAGMENTS, { searchId })?.n),
    pageOutcomes: () => Object.fromEntries(sql.all(PAGE_OUTCOMES).map((row) => [String(row.outcome), Number(row.n)])),
  }
}
