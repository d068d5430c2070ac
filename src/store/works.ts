import { stableId } from '../domain/ids.ts'
import type { CanonicalWork, Identifier, IdentifierType, SourceName, Work, WorkVersion } from '../domain/work.ts'
import { bit } from './columns.ts'
import { bestFirst, normaliseIdentifier } from './identifiers.ts'
import { excluded, insertInto, type Row, type Statements } from './statements.ts'
import type { WorkStore } from './types.ts'
import { authorKey, sameByTitle, titleKey } from './work-identity.ts'
import { combine, type Described, describe } from './work-merge.ts'
import { type UpdateRows, updateRows } from './work-updates.ts'

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

type Stored = Described & { readonly id: string }

export function workStore(sql: Statements): WorkStore {
  const updates = updateRows(sql)

  const one = (where: string, params: Readonly<Record<string, string>>): Stored | null => {
    const row = sql.get(`${WHOLE} ${where}`, params)
    return row === null ? null : read(row)
  }
  const stored = (id: string) => one('WHERE w.id = :id', { id })
  const withUpdates = (work: Stored): CanonicalWork => {
    const { updates: told, notice_of } = updates.of(doisOf(work))
    return { ...work, updates: told, notice_of }
  }
  const idOf = (type: IdentifierType, value: string): string | null => {
    const row = sql.get('SELECT work_id FROM identifiers WHERE type = :type AND value = :value', { type, value })
    return row === null ? null : String(row.work_id)
  }

  const known = (work: Described, notice: boolean): Stored[] => {
    const found = new Map<string, Stored>()
    for (const { type, value } of work.identifiers) {
      const isTold = (match: Stored) => match.identifiers.some((own) => own.type === type && own.value === value)
      if ([...found.values()].some(isTold)) continue
      const id = idOf(type, value)
      const match = id === null || found.has(id) ? null : stored(id)
      // Chapters share the ISBN of their book; only the same title makes them one work.
      if (match !== null && (type !== 'isbn' || titleKey(match.title) === titleKey(work.title)))
        found.set(match.id, match)
    }
    if (found.size > 0) return [...found.values()]
    const same = sql
      .all(`${WHOLE} WHERE w.title_key = :key ORDER BY abs(w.year - :year), w.rowid LIMIT 20`, {
        key: titleKey(work.title),
        year: work.year,
      })
      .map(read)
      .find((candidate) =>
        sameByTitle(
          { ...candidate, notice_of: updates.of(doisOf(candidate)).notice_of },
          { ...work, notice_of: notice ? ['itself'] : [] },
        ),
      )
    return same === undefined ? [] : [same]
  }

  const save = (work: Stored, before: Stored | null, at: string, causeId: string): void => {
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

  /** Two rows turned out to be one paper: what pointed to the younger now points to the older. */
  const absorb = (keep: string, drop: string): void => {
    sql.run('UPDATE pages SET work_id = :keep WHERE work_id = :drop', { keep, drop })
    sql.run('UPDATE identifiers SET work_id = :keep WHERE work_id = :drop', { keep, drop })
    sql.run('DELETE FROM works WHERE id = :drop', { drop })
  }

  const merge = (work: Work, at: string, causeId: string): CanonicalWork => {
    const incoming = describe(work)
    updates.note(work, { at, causeId })
    const [first, ...others] = known(incoming, (work.notice_of ?? []).length > 0)
    const name = nameOf(incoming)
    const id = first?.id ?? stableId('work', name)
    // A work that is named by its title may be there although it could not be told from others.
    const before = first ?? (name.startsWith('title:') ? stored(id) : null)
    const told = before === null ? incoming : [...others, incoming].reduce<Described>(combine, before)
    const announced = updates.of(doisOf(told))
    const merged = { ...retractedBy(told, announced), id }
    for (const other of others) absorb(id, other.id)
    // A citation list repeats what is known; nothing new is nothing to write.
    if (others.length > 0 || before === null || !sameWork(before, merged)) save(merged, before, at, causeId)
    for (const { doi } of announced.notice_of) retractTarget(doi, at, causeId)
    return { ...merged, updates: announced.updates, notice_of: announced.notice_of }
  }

  /** A notice found later withdraws the work that is already there. */
  const retractTarget = (doi: string, at: string, causeId: string): void => {
    const id = idOf('doi', doi)
    const target = id === null ? null : stored(id)
    if (target === null || target.is_retracted) return
    const marked = retractedBy(target, updates.of(doisOf(target)))
    if (marked.is_retracted) save({ ...marked, id: target.id }, target, at, causeId)
  }

  return {
    merge: (work, at, causeId) => sql.write(() => merge(work, at, causeId)),
    get: (id) => {
      const work = stored(id)
      return work === null ? null : withUpdates(work)
    },
    byIdentifier: (identifier) => {
      const { type, value } = normaliseIdentifier(identifier)
      const id = idOf(type, value)
      const work = id === null ? null : stored(id)
      return work === null ? null : withUpdates(work)
    },
  }
}

/** By hand: a citation list reads thousands of rows that this file wrote, in STRICT tables. */
function read(row: Row): Stored {
  const rows = JSON.parse(String(row.identifiers)) as (Identifier & { readonly version: WorkVersion['kind'] | null })[]
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
    versions: (identifiers as typeof rows).flatMap(({ type, value, version }) =>
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

function retractedBy(work: Described, announced: ReturnType<UpdateRows['of']>): Described {
  const { withdrawal } = announced
  if (withdrawal === null) return work
  return {
    ...work,
    is_retracted: true,
    retraction_notice: work.retraction_notice ?? withdrawal.notice,
    field_sources: { is_retracted: withdrawal.source, ...work.field_sources },
  }
}

function doisOf(work: Described): readonly string[] {
  return work.identifiers.filter(({ type }) => type === 'doi').map(({ value }) => value)
}

function sameList(a: readonly unknown[] | undefined, b: readonly unknown[]): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b)
}

/** Field by field; the order in which versions were told does not matter. */
function sameWork(a: Stored, b: Stored): boolean {
  const keys = Object.keys(b) as (keyof Stored)[]
  return keys.every((key) => {
    if (a[key] === b[key]) return true
    if (typeof a[key] !== 'object' || typeof b[key] !== 'object') return false
    if (JSON.stringify(a[key]) === JSON.stringify(b[key])) return true
    return (key === 'versions' || key === 'field_sources') && sortedJson(a[key]) === sortedJson(b[key])
  })
}

function sortedJson(value: object): string {
  const entries = Array.isArray(value) ? value : Object.entries(value)
  return entries
    .map((entry) => JSON.stringify(entry))
    .sort()
    .join()
}

/** What a work is called before anything else is known of it; a book's ISBN does not name a chapter. */
function nameOf(work: Described): string {
  const best = work.identifiers.find(({ type }) => type !== 'isbn')
  if (best !== undefined) return `${best.type}:${best.value}`
  return `title:${titleKey(work.title)}:${work.year ?? ''}:${authorKey(work.authors[0] ?? '')}`
}
