import { dropUnusedPages, noteFiles, type Tally } from './cleanup-pages.ts'
import { forgetWords } from './full-text.ts'
import type { Statements } from './statements.ts'

export interface CleanupOrder {
  /** Null: no task, only what no task uses any more. */
  readonly taskId: string | null
  /** Also the pages, fragments and files that nobody else uses. */
  readonly hard: boolean
  readonly dryRun: boolean
  /** Files of the task's own archive folder, relative to the archive. */
  readonly ownFiles: readonly string[]
  readonly at: string
  readonly causeId: string
}

export interface CleanupOutcome {
  /** Rows removed, by table; tables without any are left out. */
  readonly removed: Readonly<Record<string, number>>
  /** Pages the task had looked at and others still need. */
  readonly keptPages: number
  /** Archive files that hold nothing anyone needs; noted for removal, not removed yet. */
  readonly files: readonly string[]
}

/** GRAPH 2: what a cleanup removes, and what it leaves for the archive. */
export interface CleanupStore {
  /** One transaction, or nothing. A dry run does the same work and takes it back. */
  run(order: CleanupOrder): CleanupOutcome
  /**
   * Files an earlier cleanup noted and could not remove, e.g. because it was interrupted; never one a page needs again.
   */
  pendingRemovals(): readonly string[]
  /** The file is gone. */
  crossOff(path: string): void
}

const ROLL_BACK = new Error('dry run')

const PENDING_REMOVALS = `SELECT path FROM pending_removals r WHERE NOT EXISTS (
    SELECT 1 FROM pages p
    WHERE p.warc_file = r.path OR substr(p.screenshot_path, 1, length(r.path) + 1) = r.path || '#')
  AND NOT EXISTS (SELECT 1 FROM fragments f WHERE f.warc_file = r.path)
  AND NOT EXISTS (SELECT 1 FROM records d WHERE d.warc_file = r.path)
  ORDER BY path`

export function cleanupStore(sql: Statements): CleanupStore {
  return {
    run: (order) => runCleanup(sql, order),
    pendingRemovals: () => sql.all(PENDING_REMOVALS).map((row) => String(row.path)),
    crossOff: (path) => {
      sql.run('DELETE FROM pending_removals WHERE path = :path', { path })
    },
  }
}

/** GRAPH 2: one transaction, or nothing. A dry run does the same work and takes it back. */
function runCleanup(sql: Statements, order: CleanupOrder): CleanupOutcome {
  let outcome: CleanupOutcome | null = null
  try {
    sql.write(() => {
      outcome = clean(sql, order)
      if (order.dryRun) throw ROLL_BACK
    })
  } catch (error) {
    if (error !== ROLL_BACK) throw error
  }
  return outcome ?? { removed: {}, keptPages: 0, files: [] }
}

function clean(sql: Statements, order: CleanupOrder): CleanupOutcome {
  const removed: Record<string, number> = {}
  const tally: Tally = (table, rows) => {
    if (rows > 0) removed[table] = (removed[table] ?? 0) + rows
  }
  const candidates = order.hard ? pagesOf(sql, order.taskId) : []
  if (order.taskId !== null) dropTask(sql, order.taskId, tally)
  if (removed.claims !== undefined && !order.dryRun) forgetWords(sql, 'claim')
  if (!order.hard) {
    dropStrayVectors(sql, tally)
    return { removed, keptPages: 0, files: [] }
  }
  const unused = dropUnusedPages(sql, candidates, tally)
  dropUnusedResults(sql, tally)
  dropStrayVectors(sql, tally)
  if (removed.fragments !== undefined && !order.dryRun) forgetWords(sql, 'fragment')
  const files = noteFiles(sql, [...unused.files, ...order.ownFiles], order, tally)
  return { removed, keptPages: candidates.length - unused.pages, files }
}

/**
 * Every page reached from the task: looked at, claimed from, or evidence for or against a claim. Without a task: all.
 */
function pagesOf(sql: Statements, taskId: string | null): readonly string[] {
  if (taskId === null) return sql.all('SELECT id FROM pages').map((row) => String(row.id))
  return sql
    .all(
      `SELECT sp.page_id AS id FROM queries q CROSS JOIN search_pages sp ON sp.query_id = q.id
         WHERE q.task_id = :taskId AND sp.page_id IN (SELECT id FROM pages)
       UNION SELECT f.page_id FROM claims c CROSS JOIN fragments f ON f.id = c.source_fragment_id
         WHERE c.task_id = :taskId
       UNION SELECT f.page_id FROM claims c
         CROSS JOIN edges e ON e.target_type = 'claim' AND e.target_id = c.id AND e.source_type = 'fragment'
         CROSS JOIN fragments f ON f.id = e.source_id WHERE c.task_id = :taskId`,
      { taskId },
    )
    .map((row) => String(row.id))
}

const OF_TASK = 'task_id = :taskId'
const OF_QUERY = 'query_id IN (SELECT id FROM queries WHERE task_id = :taskId)'
const CLAIM_IDS = '(SELECT id FROM claims WHERE task_id = :taskId)'
const FINDING_IDS = '(SELECT id FROM findings WHERE task_id = :taskId)'

/** Children first, so that each table is counted and nothing is left to a cascade. */
const SOFT: readonly (readonly [table: string, where: string])[] = [
  ['edges', `target_type = 'claim' AND target_id IN ${CLAIM_IDS}`],
  ['edges', `source_type = 'claim' AND source_id IN ${CLAIM_IDS}`],
  ['embeddings', `target_type = 'claim' AND target_id IN ${CLAIM_IDS}`],
  ['contradictions', OF_TASK],
  ['review_items', OF_TASK],
  ['review_queues', OF_TASK],
  ['task_updates', OF_TASK],
  ['finding_disputes', `finding_id IN ${FINDING_IDS}`],
  ['finding_sources', `finding_id IN ${FINDING_IDS}`],
  ['finding_claims', `finding_id IN ${FINDING_IDS}`],
  ['findings', OF_TASK],
  ['entity_mentions', OF_TASK],
  ['entity_corrections', OF_TASK],
  ['entity_names', OF_TASK],
  ['entities', OF_TASK],
  ['claim_links', OF_TASK],
  ['claim_link_corrections', OF_TASK],
  ['citation_communities', OF_TASK],
  ['citation_candidates', OF_TASK],
  ['claims', OF_TASK],
  ['full_texts', OF_TASK],
  ['serp_items', OF_QUERY],
  ['search_fragments', OF_QUERY],
  ['search_pages', OF_QUERY],
  ['search_targets', OF_QUERY],
  ['pivot_steps', OF_QUERY],
  ['query_expansions', OF_QUERY],
  ['queries', OF_TASK],
  ['task_metrics', OF_TASK],
  ['finished_stages', 'job_id IN (SELECT id FROM jobs WHERE task_id = :taskId)'],
  ['jobs', OF_TASK],
  ['auth_queue', OF_TASK],
  ['feedback', OF_TASK],
  ['serp_cache_uses', OF_TASK],
  ['decisions', OF_TASK],
  ['events', OF_TASK],
  ['tasks', 'id = :taskId'],
]

function dropTask(sql: Statements, taskId: string, tally: Tally): void {
  for (const [table, where] of SOFT) tally(table, sql.run(`DELETE FROM ${table} WHERE ${where}`, { taskId }))
}

/** Kept result pages hold titles and snippets: what no task was answered from stays no longer than the task. */
function dropUnusedResults(sql: Statements, tally: Tally): void {
  const inUse = `SELECT 1 FROM serp_cache_uses u JOIN tasks t ON t.id = u.task_id WHERE u.key = serp_cache.key`
  tally('serp_cache', sql.run(`DELETE FROM serp_cache WHERE NOT EXISTS (${inUse})`))
}

/**
 * Vectors whose text is gone, saved by an earlier Lyra while a cleanup ran beside it: a deleted text is not to be found
 * by its meaning.
 */
function dropStrayVectors(sql: Statements, tally: Tally): void {
  for (const [target, table] of [
    ['claim', 'claims'],
    ['fragment', 'fragments'],
  ] as const)
    tally(
      'embeddings',
      sql.run(
        `DELETE FROM embeddings WHERE target_type = '${target}'
           AND NOT EXISTS (SELECT 1 FROM ${table} o WHERE o.id = embeddings.target_id)`,
      ),
    )
}
