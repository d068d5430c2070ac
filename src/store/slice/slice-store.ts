import { z } from 'zod'
import type { ConclusionRows } from '../../domain/conclusions.ts'
import { json } from '../columns.ts'
import { userVersion } from '../migrate.ts'
import type { Statements } from '../statements.ts'
import { type MergeOrder, type MergeOutcome, mergeSlice } from './merge-slice.ts'
import { reachedPages, type SliceOrder, type WrittenSlice, writeSlice } from './write-slice.ts'

export interface ReachedPage {
  readonly id: string
  readonly url: string
  readonly title: string | null
  readonly fetched_at: string
}

export interface TaskReach {
  readonly pages: readonly ReachedPage[]
  /** Sites that a person has logged in to: what they say may be meant for that person alone. */
  readonly login_domains: readonly string[]
  /** Addresses that its searches looked at, read or not. */
  readonly looked_at: readonly string[]
  /** Files of the archive that hold pages or old passages of the task, and the records in them. */
  readonly records: readonly { readonly file: string; readonly recordId: string }[]
  /** Models that judged, embedded and drew claims. */
  readonly models: Readonly<Record<'stance' | 'embedding' | 'claims', readonly string[]>>
}

/** One task of the database as a file of its own, and back. */
export interface SliceStore {
  /** Version of the tables, as a slice carries it. */
  readonly schemaVersion: number
  reach(taskId: string): TaskReach
  /** Values of the cookies that people's sessions hold: what must not leave the home. */
  sessionSecrets(): readonly string[]
  conclusions(taskId: string): ConclusionRows
  write(order: SliceOrder): WrittenSlice
  merge(order: MergeOrder): MergeOutcome
}

const RECORDS = `SELECT warc_file AS file, warc_record_id AS record FROM pages
    WHERE id IN (SELECT value FROM json_each(:pages)) AND warc_file IS NOT NULL AND warc_record_id IS NOT NULL
  UNION SELECT warc_file, warc_record_id FROM fragments
    WHERE page_id IN (SELECT value FROM json_each(:pages)) AND warc_file IS NOT NULL AND warc_record_id IS NOT NULL
  UNION SELECT warc_file, warc_record_id FROM page_statements
    WHERE page_id IN (SELECT value FROM json_each(:pages)) AND warc_file IS NOT NULL AND warc_record_id IS NOT NULL
  UNION SELECT substr(screenshot_path, 1, instr(screenshot_path, '#') - 1),
      substr(screenshot_path, instr(screenshot_path, '#') + 1) FROM pages
    WHERE id IN (SELECT value FROM json_each(:pages)) AND instr(screenshot_path, '#') > 0
  ORDER BY 1, 2`
/** A challenge that a person passed opens what everybody may read; a login does not. */
const LOGINS = `SELECT domain AS name FROM auth_queue WHERE status = 'resolved' AND auth_type = 'login'
  UNION SELECT s.domain FROM sessions s
    WHERE NOT EXISTS (SELECT 1 FROM auth_queue a WHERE a.domain = s.domain AND a.auth_type <> 'login')
  ORDER BY 1`
const PAGES = `SELECT p.id, p.url, p.title, p.fetched_at FROM pages p
  WHERE p.id IN (SELECT value FROM json_each(:pages)) ORDER BY p.rowid`
const STANCE_MODELS = `SELECT DISTINCT e.nli_model AS name FROM edges e
  JOIN claims c ON e.target_type = 'claim' AND c.id = e.target_id
  WHERE c.task_id = :taskId AND e.nli_model IS NOT NULL ORDER BY 1`
const EMBEDDERS = `SELECT DISTINCT e.model_id AS name FROM embeddings e
  JOIN claims c ON e.target_type = 'claim' AND c.id = e.target_id WHERE c.task_id = :taskId ORDER BY 1`
const LOOKED_AT = `SELECT sp.url AS name FROM queries q JOIN search_pages sp ON sp.query_id = q.id
    WHERE q.task_id = :taskId
  UNION SELECT t.given FROM queries q JOIN search_targets t ON t.query_id = q.id
    WHERE q.task_id = :taskId AND t.given LIKE 'http%' ORDER BY 1`
const EXTRACTORS = 'SELECT DISTINCT extraction_method AS name FROM claims WHERE task_id = :taskId ORDER BY 1'
const CLAIMS = `SELECT c.claim_text AS claim, p.url AS url, c.confidence AS confidence
  FROM claims c JOIN fragments f ON f.id = c.source_fragment_id JOIN pages p ON p.id = f.page_id
  WHERE c.task_id = :taskId ORDER BY c.id`
const EDGES = `SELECT e.relation AS relation, f.text_hash AS hash, p.url AS url, c.claim_text AS claim
  FROM edges e JOIN claims c ON c.id = e.target_id
  JOIN fragments f ON f.id = e.source_id JOIN pages p ON p.id = f.page_id
  WHERE e.target_type = 'claim' AND e.source_type = 'fragment' AND c.task_id = :taskId ORDER BY e.id`

const recordRow = z.object({ file: z.string(), record: z.string() })
const pageRow = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  fetched_at: z.string(),
})
const cookieValues = json(z.array(z.object({ value: z.string() })))
const claimRow = z.object({ claim: z.string(), url: z.string(), confidence: z.number() })
const edgeRow = z.object({ relation: z.string(), hash: z.string(), url: z.string(), claim: z.string() })

/** Shorter values ("1", "yes", "dark") are no secrets, and stand on every page. */
const SHORTEST_SECRET = 12

export function sliceStore(sql: Statements): SliceStore {
  const names = (statement: string, taskId: string) => sql.all(statement, { taskId }).map(({ name }) => String(name))
  return {
    get schemaVersion() {
      return userVersion(sql.db)
    },
    reach: (taskId) => {
      const pages = JSON.stringify(reachedPages(sql, taskId))
      const records = sql.all(RECORDS, { pages }).map((row) => recordRow.parse(row))
      return {
        pages: sql.all(PAGES, { pages }).map((row) => pageRow.parse(row)),
        login_domains: sql.all(LOGINS).map(({ name }) => String(name)),
        looked_at: names(LOOKED_AT, taskId),
        records: records.map(({ file, record }) => ({ file, recordId: record })),
        models: {
          stance: names(STANCE_MODELS, taskId),
          embedding: names(EMBEDDERS, taskId),
          claims: names(EXTRACTORS, taskId),
        },
      }
    },
    sessionSecrets: () =>
      sql
        .all('SELECT cookies FROM sessions')
        .flatMap(({ cookies }) => cookieValues.parse(cookies))
        .map(({ value }) => value)
        .filter((value) => value.length >= SHORTEST_SECRET),
    conclusions: (taskId) => ({
      claims: sql.all(CLAIMS, { taskId }).map((row) => claimRow.parse(row)),
      edges: sql.all(EDGES, { taskId }).map((row) => edgeRow.parse(row)),
    }),
    write: (order) => sql.read(() => writeSlice(sql, order)),
    merge: (order) => mergeSlice(sql, order),
  }
}
