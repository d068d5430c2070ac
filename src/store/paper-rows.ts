import type { Identifier, IdentifierType, PaperVersion, SourceName } from '../domain/paper.ts'
import { bit } from './columns.ts'
import { bestFirst } from './identifiers.ts'
import { titleKey } from './paper-identity.ts'
import type { Described } from './paper-merge.ts'
import { excluded, insertInto, type Row, type Statements } from './statements.ts'

/** Columns of the row itself; lists are kept in tables of their own. */
const OWN = [
  ...['id', 'title', 'abstract', 'year', 'published_at', 'venue', 'url', 'oa_url', 'licence', 'cited_by_count'],
  ...['reference_count', 'is_preprint', 'is_retracted', 'retraction_notice', 'language', 'sources', 'field_sources'],
]

const COLUMNS = [...OWN, 'title_key', 'created_at', 'updated_at', 'cause_id']
const CHANGING = COLUMNS.filter((name) => !['id', 'created_at', 'cause_id'].includes(name))
const SAVE = insertInto('works', COLUMNS, `ON CONFLICT (id) DO UPDATE SET ${excluded(CHANGING)}`)
const SAVE_AUTHORS = `INSERT INTO authors (work_id, position, name)
  SELECT :id, key, value FROM json_each(:authors)`
const SAVE_IDENTIFIERS = `INSERT INTO identifiers (type, value, work_id, version)
  SELECT value ->> 0, value ->> 1, :id, value ->> 2 FROM json_each(:identifiers) WHERE true
  ON CONFLICT (type, value) DO UPDATE SET version = excluded.version WHERE excluded.version IS NOT NULL`

/** A work with its authors and identifiers, in one row. */
const WHOLE = `SELECT w.*,
  (SELECT json_group_array(name) FROM (SELECT name FROM authors WHERE work_id = w.id ORDER BY position)) AS authors,
  (SELECT json_group_array(json_object('type', type, 'value', value, 'version', version))
     FROM identifiers WHERE work_id = w.id) AS identifiers
  FROM works w`

export type StoredPaper = Described & { readonly id: string }

/** Who writes the row, and when. */
export interface Stamp {
  readonly at: string
  readonly causeId: string
}

/** The tables `works`, `authors` and `identifiers`; what makes two descriptions one work is decided elsewhere. */
export interface PaperRows {
  get(id: string): StoredPaper | null
  idOf(type: IdentifierType, value: string): string | null
  /** Works with the same title key, those of the nearest year first. */
  withTitle(key: string, year: number | null): readonly StoredPaper[]
  /** Writes the row, and of its lists those that differ from `before`. */
  save(work: StoredPaper, before: StoredPaper | null, stamp: Stamp): void
  /** Two rows turned out to be one paper: what pointed to the younger now points to the older. */
  absorb(keep: string, drop: string): void
}

/** Titles such as "Editorial" are many: only the nearest years can be the same work. */
const TITLES_COMPARED = 20
const WITH_TITLE = `${WHOLE} WHERE w.title_key = :key
  ORDER BY abs(w.year - :year), w.rowid LIMIT ${TITLES_COMPARED}`

export function paperRows(sql: Statements): PaperRows {
  return {
    get: (id) => {
      const row = sql.get(`${WHOLE} WHERE w.id = :id`, { id })
      return row === null ? null : readWork(row)
    },
    idOf: (type, value) => {
      const row = sql.get('SELECT work_id FROM identifiers WHERE type = :type AND value = :value', { type, value })
      return row === null ? null : String(row.work_id)
    },
    withTitle: (key, year) => sql.all(WITH_TITLE, { key, year }).map(readWork),
    save: (work, before, stamp) => saveWork(sql, work, before, stamp),
    absorb: (keep, drop) => {
      sql.run('UPDATE pages SET work_id = :keep WHERE work_id = :drop', { keep, drop })
      sql.run('UPDATE identifiers SET work_id = :keep WHERE work_id = :drop', { keep, drop })
      sql.run('DELETE FROM works WHERE id = :drop', { drop })
    },
  }
}

function saveWork(sql: Statements, work: StoredPaper, before: StoredPaper | null, { at, causeId }: Stamp): void {
  const { authors, identifiers, versions, ...rest } = work
  sql.run(SAVE, {
    ...rest,
    is_preprint: bit(work.is_preprint),
    is_retracted: bit(work.is_retracted),
    sources: JSON.stringify(work.sources),
    field_sources: JSON.stringify(work.field_sources),
    title_key: titleKey(work.title),
    created_at: at,
    updated_at: at,
    cause_id: causeId,
  })
  if (!sameList(before?.authors, authors)) {
    if (before !== null) sql.run('DELETE FROM authors WHERE work_id = :id', { id: work.id })
    sql.run(SAVE_AUTHORS, { id: work.id, authors: JSON.stringify(authors) })
  }
  if (sameList(before?.identifiers, identifiers) && sameList(before?.versions, versions)) return
  const kinds = new Map(versions.map(({ kind, identifier: { type, value } }) => [`${type}:${value}`, kind]))
  const rows = identifiers.map(({ type, value }) => [type, value, kinds.get(`${type}:${value}`) ?? null])
  sql.run(SAVE_IDENTIFIERS, { id: work.id, identifiers: JSON.stringify(rows) })
}

/** By hand: a citation list reads thousands of rows that this file wrote, in STRICT tables. */
function readWork(row: Row): StoredPaper {
  const rows = JSON.parse(String(row.identifiers)) as (Identifier & { readonly version: PaperVersion['kind'] | null })[]
  const identifiers = bestFirst(rows)
  return {
    id: String(row.id),
    title: String(row.title),
    abstract: text(row.abstract),
    year: count(row.year),
    published_at: text(row.published_at),
    venue: text(row.venue),
    url: text(row.url),
    oa_url: text(row.oa_url),
    licence: text(row.licence),
    cited_by_count: count(row.cited_by_count),
    reference_count: count(row.reference_count),
    is_preprint: row.is_preprint === 1,
    is_retracted: row.is_retracted === 1,
    retraction_notice: text(row.retraction_notice),
    language: text(row.language),
    sources: JSON.parse(String(row.sources)) as SourceName[],
    field_sources: JSON.parse(String(row.field_sources)) as Record<string, SourceName>,
    authors: JSON.parse(String(row.authors)) as string[],
    identifiers: identifiers.map(({ type, value }) => ({ type, value })),
    versions: identifiers.flatMap(({ type, value, version }) =>
      version === null ? [] : [{ kind: version, identifier: { type, value } }],
    ),
  }
}

function text(value: unknown): string | null {
  return value === null ? null : String(value)
}

function count(value: unknown): number | null {
  return value === null ? null : Number(value)
}

function sameList(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
}
