import { z } from 'zod'
import { EXPANDED_BY } from '../domain/query-expansion.ts'
import { word } from './columns.ts'
import { excluded, insertInto, type Statements } from './statements.ts'
import type { PageStatementStore, SearchTrailStore } from './trail-types.ts'

const stepRow = z.object({
  query_id: z.string(),
  position: z.number(),
  ask: z.string(),
  source: z.string(),
  by: z.string(),
  value: z.string().nullable(),
  outcome: z.string(),
  reason: z.string().nullable(),
  found: z.number(),
  same_name: z.number(),
  cause_id: z.string(),
})

const expansionRow = z.object({
  query_id: z.string(),
  position: z.number(),
  query: z.string(),
  by: word(EXPANDED_BY),
  term: z.string().nullable(),
  synonym: z.string().nullable(),
  similarity: z.number().nullable(),
  cause_id: z.string(),
})

const statementRow = z.object({
  page_id: z.string(),
  position: z.number(),
  claim_id: z.string().nullable(),
  was: z.string(),
  now: z.string().nullable(),
  said_from: z.string(),
  said_until: z.string(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
  cause_id: z.string(),
})

function saving(table: string, row: z.ZodObject): string {
  const [first = '', second = '', ...rest] = Object.keys(row.shape)
  return insertInto(table, Object.keys(row.shape), `ON CONFLICT (${first}, ${second}) DO UPDATE SET ${excluded(rest)}`)
}

const SAVE_STEP = saving('pivot_steps', stepRow)
const SAVE_EXPANSION = saving('query_expansions', expansionRow)
const SAVE_STATEMENT = saving('page_statements', statementRow)

/** What a search asked beside its own query: the steps of its pivot, and its expansions. */
export function searchTrailStore(sql: Statements): SearchTrailStore {
  return {
    saveSteps: (rows) =>
      sql.write(() => {
        for (const row of rows) sql.run(SAVE_STEP, { ...row })
      }),
    stepsOf: (searchId) =>
      sql
        .all('SELECT * FROM pivot_steps WHERE query_id = :searchId ORDER BY position', { searchId })
        .map((row) => stepRow.parse(row)),
    saveExpansions: (searchId, causeId, expansions) =>
      sql.write(() => {
        for (const [position, expansion] of expansions.entries())
          sql.run(SAVE_EXPANSION, { query_id: searchId, position, ...expansion, cause_id: causeId })
      }),
    expansionsOf: (searchId) =>
      sql
        .all('SELECT * FROM query_expansions WHERE query_id = :searchId ORDER BY position', { searchId })
        .map((row) => expansionRow.parse(row)),
  }
}

/** What pages that still live once said otherwise. */
export function pageStatementStore(sql: Statements): PageStatementStore {
  const OF_PAGE = 'SELECT * FROM page_statements WHERE page_id = :pageId ORDER BY position'
  return {
    replace: (pageId, statements) =>
      sql.write(() => {
        sql.run('DELETE FROM page_statements WHERE page_id = :pageId', { pageId })
        for (const [position, statement] of statements.entries())
          sql.run(SAVE_STATEMENT, { ...statement, page_id: pageId, position })
      }),
    ofPages: (pageIds) =>
      pageIds.flatMap((pageId) => sql.all(OF_PAGE, { pageId }).map((row) => statementRow.parse(row))),
  }
}
