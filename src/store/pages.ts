import { z } from 'zod'
import { isSuccess, OUTCOMES } from '../domain/outcome.ts'
import { FETCH_ROUTES, PAGE_TYPES, type Page } from '../domain/page.ts'
import { bit, fields, flag, json, strings, word } from './columns.ts'
import { normaliseIdentifier } from './identifiers.ts'
import { assignments, insertInto, mustChange, type Params, type Row, type Statements } from './statements.ts'
import type { PageStore } from './types.ts'

const pageRow = z.object({
  id: z.string(),
  url: z.string(),
  final_url: z.string().nullable(),
  canonical_url: z.string().nullable(),
  domain: z.string(),
  title: z.string().nullable(),
  authors: strings,
  published_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  year: z.number().nullable(),
  language: z.string().nullable(),
  page_type: word(PAGE_TYPES),
  route: word(FETCH_ROUTES),
  outcome: word(OUTCOMES),
  http_status: z.number().nullable(),
  content_type: z.string().nullable(),
  content_hash: z.string().nullable(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
  screenshot_path: z.string().nullable(),
  work_id: z.string().nullable(),
  paper_metadata: json(fields).nullable(),
  is_retracted: flag,
  quality_score: z.number(),
  quality_flags: strings,
  quality_reasons: strings,
  licence: z.string().nullable(),
  narrative_id: z.string().nullable(),
  full_text_of: z.string().nullable(),
  identifiers: json(z.array(z.object({ type: z.string(), value: z.string() }))),
  fetched_at: z.string(),
  checked_at: z.string().nullable(),
  cause_id: z.string(),
})

const citingRow = pageRow.pick({ id: true, year: true, authors: true })

const OF_TASK = `id IN (
  SELECT sp.page_id FROM search_pages sp JOIN queries q ON q.id = sp.query_id WHERE q.task_id = :taskId)`

export const PAGE_COLUMNS = Object.keys(pageRow.shape)
const INSERT = insertInto('pages', PAGE_COLUMNS)
const REPLACE =
  `UPDATE pages SET ${assignments(PAGE_COLUMNS.filter((name) => name !== 'id' && name !== 'url'))} WHERE url = ` +
  ':url'

/** What a page tells of itself and where it lies now; what others found out about it stays. */
const REVISED = PAGE_COLUMNS.filter(
  (name) =>
    !['id', 'url', 'domain', 'work_id', 'paper_metadata', 'is_retracted', 'narrative_id', 'full_text_of'].includes(
      name,
    ),
)
const REVISE = `UPDATE pages SET ${assignments(REVISED)} WHERE id = :id`

/** What a later discovery may know and the first did not. Nothing known is overwritten. */
const COMPLETE = `UPDATE pages SET title = coalesce(title, :title), year = coalesce(year, :year),
  published_at = coalesce(published_at, :published_at), work_id = coalesce(work_id, :work_id),
  paper_metadata = coalesce(paper_metadata, :paper_metadata), is_retracted = max(is_retracted, :is_retracted)
  WHERE id = :id`

const FLAG = `UPDATE pages SET quality_flags = json_insert(quality_flags, '$[#]', :flag)
  WHERE id = :pageId AND NOT EXISTS (SELECT 1 FROM json_each(quality_flags) WHERE value = :flag)`

/** Of every domain the newest page that carries one of the flags, and its newest; those with a flag first. */
const STANDING = `WITH seen AS (
    SELECT max(rowid) AS place, 1 AS flagged FROM pages WHERE quality_flags <> '[]' AND EXISTS (
      SELECT 1 FROM json_each(quality_flags) WHERE value IN (SELECT value FROM json_each(:flags))) GROUP BY domain
    UNION ALL SELECT max(rowid), 0 FROM pages GROUP BY domain)
  SELECT pages.* FROM (SELECT place, max(flagged) AS flagged FROM seen GROUP BY place) s
  JOIN pages ON pages.rowid = s.place ORDER BY s.flagged DESC, s.place DESC LIMIT :limit`

const OWN_FIRST = `WHERE domain = :domain ORDER BY
  (route IS NOT 'api' AND page_type IS NOT 'forum' AND outcome IN ('ok', 'not_modified')) DESC, rowid LIMIT 1`
const FLAGGED = `SELECT count(*) AS n FROM pages WHERE domain = :domain AND quality_flags <> '[]'
  AND EXISTS (SELECT 1 FROM json_each(quality_flags) WHERE value IN (SELECT value FROM json_each(:flags)))`
const NOT_YET_RETRACTED = `SELECT id FROM pages WHERE is_retracted = 0 AND (work_id = :workId OR id IN (
    SELECT r.page_id FROM resource_index r
    JOIN identifiers i ON i.type = r.identifier_type AND i.value = r.identifier_value WHERE i.work_id = :workId))
  ORDER BY id`

export const readPage = (row: Row): Page => pageRow.parse(row)

function bound(page: Page) {
  return {
    ...page,
    authors: JSON.stringify(page.authors),
    paper_metadata: page.paper_metadata === null ? null : JSON.stringify(page.paper_metadata),
    is_retracted: bit(page.is_retracted),
    quality_flags: JSON.stringify(page.quality_flags),
    quality_reasons: JSON.stringify(page.quality_reasons ?? []),
    licence: page.licence ?? null,
    narrative_id: page.narrative_id ?? null,
    full_text_of: page.full_text_of ?? null,
    checked_at: page.checked_at ?? null,
    identifiers: JSON.stringify(page.identifiers ?? []),
  }
}

export function pageStore(sql: Statements): PageStore {
  const one = (where: string, params: Params): Page | null => {
    const row = sql.get(`SELECT pages.* FROM pages ${where}`, params)
    return row === null ? null : readPage(row)
  }
  const get = (id: string) => one('WHERE id = :id', { id })
  const byUrl = (url: string) => one('WHERE url = :url', { url })
  const stored = (url: string): Page => pageRow.parse(sql.get('SELECT * FROM pages WHERE url = :url', { url }))

  return {
    save: (page) =>
      sql.write(() => {
        const known = byUrl(page.url)
        if (known === null) {
          sql.run(INSERT, bound(page))
          return { page: stored(page.url), created: true }
        }
        // A page that was never read is not a discovery yet: the first success takes its place, under the same id.
        if (!isSuccess(known.outcome) && isSuccess(page.outcome)) {
          const { id: _id, ...values } = bound({ ...page, is_retracted: page.is_retracted || known.is_retracted })
          sql.run(REPLACE, values)
          return { page: stored(page.url), created: true }
        }
        const { title, year, published_at, work_id } = page
        const { paper_metadata, is_retracted } = bound(page)
        sql.run(COMPLETE, { id: known.id, title, year, published_at, work_id, paper_metadata, is_retracted })
        return { page: stored(page.url), created: false }
      }),
    get,
    byUrl,
    confirm: (pageId, at) =>
      mustChange(sql.run('UPDATE pages SET checked_at = :at WHERE id = :pageId', { pageId, at }), 'page', pageId),
    revise: (pageId, page) => {
      const revised = Object.fromEntries(Object.entries(bound(page)).filter(([name]) => REVISED.includes(name)))
      mustChange(sql.run(REVISE, { ...revised, id: pageId }), 'page', pageId)
    },
    byIdentifier: (identifier) => {
      const { type, value } = normaliseIdentifier(identifier)
      return one(
        `JOIN resource_index r ON r.page_id = pages.id
         WHERE r.identifier_type = :type AND r.identifier_value = :value`,
        { type, value },
      )
    },
    index: (identifier, pageId, at) => {
      const { type, value } = normaliseIdentifier(identifier)
      sql.run(
        `INSERT INTO resource_index (identifier_type, identifier_value, page_id, created_at)
         VALUES (:type, :value, :pageId, :at) ON CONFLICT (identifier_type, identifier_value) DO NOTHING`,
        { type, value, pageId, at },
      )
    },
    many: (ids) =>
      sql
        .all('SELECT * FROM pages WHERE id IN (SELECT value FROM json_each(:ids))', { ids: JSON.stringify(ids) })
        .map(readPage),
    ...pagesOfDomain(sql, one),
    mentioning: (text) =>
      sql.all('SELECT * FROM pages WHERE instr(url, :text) > 0 ORDER BY rowid', { text }).map(readPage),
    ofNarratives: (narrativeIds) =>
      sql
        .all('SELECT * FROM pages WHERE narrative_id IN (SELECT value FROM json_each(:ids)) ORDER BY rowid', {
          ids: JSON.stringify(narrativeIds),
        })
        .map(readPage),
    ...paperPages(sql),
    flag: (pageId, flag) => {
      sql.run(FLAG, { pageId, flag })
    },
    standing: (flags, limit) => sql.all(STANDING, { flags: JSON.stringify(flags), limit }).map(readPage),
    setNarrative: (pageId, narrativeId) =>
      mustChange(
        sql.run('UPDATE pages SET narrative_id = :narrativeId WHERE id = :pageId', { pageId, narrativeId }),
        'page',
        pageId,
      ),
    ofTask: (taskId) => sql.all(`SELECT * FROM pages WHERE ${OF_TASK} ORDER BY rowid`, { taskId }).map(readPage),
    citing: (taskId) =>
      citingRow
        .array()
        .parse(sql.all(`SELECT id, year, authors FROM pages WHERE ${OF_TASK} ORDER BY rowid`, { taskId })),
  }
}

function pagesOfDomain(
  sql: Statements,
  one: (where: string, params: Params) => Page | null,
): Pick<PageStore, 'ofDomain' | 'oneOfDomain' | 'countFlagged'> {
  return {
    ofDomain: (domain) =>
      sql.all('SELECT * FROM pages WHERE domain = :domain ORDER BY rowid', { domain }).map(readPage),
    oneOfDomain: (domain) => one(OWN_FIRST, { domain }),
    countFlagged: (domain, flags) => Number(sql.get(FLAGGED, { domain, flags: JSON.stringify(flags) })?.n),
  }
}

/** Pages that are a paper's: its record, its landing page, its full text. */
function paperPages(
  sql: Statements,
): Pick<PageStore, 'markRetracted' | 'describePaper' | 'linkToPaper' | 'setFullTextOf' | 'notYetRetracted'> {
  return {
    markRetracted: (pageId) =>
      mustChange(sql.run('UPDATE pages SET is_retracted = 1 WHERE id = :pageId', { pageId }), 'page', pageId),
    describePaper: (workId, metadata) => {
      sql.run(
        `UPDATE pages SET paper_metadata = :metadata WHERE work_id = :workId AND paper_metadata IS NOT :metadata`,
        { workId, metadata: JSON.stringify(metadata) },
      )
    },
    linkToPaper: (pageId, workId, metadata) => {
      sql.run('UPDATE pages SET work_id = :workId, paper_metadata = :metadata WHERE id = :pageId', {
        pageId,
        workId,
        metadata: JSON.stringify(metadata),
      })
    },
    setFullTextOf: (pageId, workId, licence) => {
      sql.run('UPDATE pages SET full_text_of = :workId, licence = coalesce(:licence, licence) WHERE id = :pageId', {
        pageId,
        workId,
        licence: licence.name,
      })
    },
    notYetRetracted: (workId) => sql.all(NOT_YET_RETRACTED, { workId }).map(({ id }) => String(id)),
  }
}
