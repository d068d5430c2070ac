import type { Statements } from './statements.ts'

/** Told of every table and the rows removed from it. */
export type Tally = (table: string, rows: number) => void

const DOOMED = '(SELECT id FROM temp.doomed)'

/** A page is in use when a search looked at it, or a claim or a stance rests on one of its fragments. */
const UNUSED = `NOT EXISTS (SELECT 1 FROM search_pages sp WHERE sp.page_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM fragments f CROSS JOIN claims c ON c.source_fragment_id = f.id WHERE f.page_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM fragments f CROSS JOIN search_fragments s ON s.fragment_id = f.id
    WHERE f.page_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM fragments f CROSS JOIN edges e ON e.source_type = 'fragment' AND e.source_id = f.id
    AND e.target_type = 'claim' CROSS JOIN claims c ON c.id = e.target_id WHERE f.page_id = p.id)`

/** Cites, or is cited by, a page that stays. */
const LINKED = `SELECT d.id FROM temp.doomed d WHERE EXISTS (
    SELECT 1 FROM edges e CROSS JOIN pages o ON o.id = e.target_id WHERE e.source_type = 'page' AND e.source_id = d.id
      AND e.relation = 'cites' AND e.target_id NOT IN ${DOOMED})
  OR EXISTS (
    SELECT 1 FROM edges e CROSS JOIN pages o ON o.id = e.source_id WHERE e.target_type = 'page' AND e.target_id = d.id
      AND e.relation = 'cites' AND e.source_id NOT IN ${DOOMED})`

/** The citation views show other tasks what lies within two steps of their pages (v_citation_flow). */
const CITATION_STEPS = 2

interface DroppedPages {
  readonly pages: number
  /** Archive files the pages pointed to. */
  readonly files: readonly string[]
}

/** GRAPH 2.2: of the candidates, those that no remaining task uses, with everything that hangs on them. */
export function dropUnusedPages(sql: Statements, candidates: readonly string[], tally: Tally): DroppedPages {
  sql.db.exec('CREATE TEMP TABLE IF NOT EXISTS doomed (id TEXT PRIMARY KEY) STRICT; DELETE FROM temp.doomed')
  sql.run(
    `INSERT INTO temp.doomed SELECT p.id FROM pages p WHERE p.id IN (SELECT value FROM json_each(:ids)) AND ${UNUSED}`,
    { ids: JSON.stringify(candidates) },
  )
  for (let step = 0; step < CITATION_STEPS; step += 1) {
    const linked = sql.all(LINKED).map((row) => String(row.id))
    if (linked.length === 0) break
    sql.run('DELETE FROM temp.doomed WHERE id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(linked) })
  }
  const files = sql
    .all(`SELECT warc_file AS file FROM pages WHERE id IN ${DOOMED} AND warc_file IS NOT NULL
      UNION SELECT warc_file FROM fragments WHERE page_id IN ${DOOMED} AND warc_file IS NOT NULL
      UNION SELECT warc_file FROM records WHERE page_id IN ${DOOMED} AND warc_file IS NOT NULL
      UNION SELECT warc_file FROM page_statements WHERE page_id IN ${DOOMED} AND warc_file IS NOT NULL
      UNION SELECT substr(screenshot_path, 1, instr(screenshot_path || '#', '#') - 1) FROM pages
        WHERE id IN ${DOOMED} AND screenshot_path IS NOT NULL`)
    .map((row) => String(row.file))
  const works = sql
    .all(`SELECT DISTINCT work_id AS id FROM pages WHERE id IN ${DOOMED} AND work_id IS NOT NULL`)
    .map((row) => String(row.id))
  const pages = dropDoomed(sql, tally)
  const dropWorks = `DELETE FROM works WHERE id IN (SELECT value FROM json_each(:ids))
    AND NOT EXISTS (SELECT 1 FROM pages p WHERE p.work_id = works.id)`
  tally('works', sql.run(dropWorks, { ids: JSON.stringify(works) }))
  return { pages, files }
}

function dropDoomed(sql: Statements, tally: Tally): number {
  const fragments = `(SELECT id FROM fragments WHERE page_id IN ${DOOMED})`
  const drop = (table: string, where: string) => tally(table, sql.run(`DELETE FROM ${table} WHERE ${where}`))
  drop('edges', `source_type = 'page' AND source_id IN ${DOOMED}`)
  drop('edges', `target_type = 'page' AND target_id IN ${DOOMED}`)
  drop('edges', `source_type = 'fragment' AND source_id IN ${fragments}`)
  drop('edges', `target_type = 'fragment' AND target_id IN ${fragments}`)
  drop('embeddings', `target_type = 'fragment' AND target_id IN ${fragments}`)
  drop('entity_mentions', `page_id IN ${DOOMED}`)
  drop('record_attributes', `record_id IN (SELECT id FROM records WHERE page_id IN ${DOOMED})`)
  drop('records', `page_id IN ${DOOMED}`)
  drop('page_statements', `page_id IN ${DOOMED}`)
  drop('resource_index', `page_id IN ${DOOMED}`)
  drop('fetch_cache', `url IN (SELECT url FROM pages WHERE id IN ${DOOMED})`)
  drop('primary_sources', `page_id IN ${DOOMED}`)
  drop('fragments', `page_id IN ${DOOMED}`)
  const pages = sql.run(`DELETE FROM pages WHERE id IN ${DOOMED}`)
  tally('pages', pages)
  return pages
}

/**
 * Files that no page needs any more, noted in the same transaction as the rows: whoever is interrupted before the files
 * are gone leaves a list behind for the next cleanup.
 */
export function noteFiles(
  sql: Statements,
  paths: readonly string[],
  { at, causeId }: { readonly at: string; readonly causeId: string },
  tally: Tally,
): readonly string[] {
  const needed = `SELECT 1 FROM pages WHERE warc_file = :path
    UNION ALL SELECT 1 FROM fragments WHERE warc_file = :path
    UNION ALL SELECT 1 FROM records WHERE warc_file = :path
    UNION ALL SELECT 1 FROM page_statements WHERE warc_file = :path
    UNION ALL SELECT 1 FROM pages WHERE substr(screenshot_path, 1, length(:path) + 1) = :path || '#' LIMIT 1`
  const free = [...new Set(paths)].sort().filter((path) => sql.get(needed, { path }) === null)
  for (const path of free) {
    tally('fetch_cache', sql.run('DELETE FROM fetch_cache WHERE warc_file = :path', { path }))
    sql.run(
      `INSERT INTO pending_removals (path, noted_at, cause_id) VALUES (:path, :at, :causeId)
       ON CONFLICT (path) DO NOTHING`,
      { path, at, causeId },
    )
  }
  return free
}
