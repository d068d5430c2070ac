import { z } from 'zod'
import { stableId } from '../domain/ids.ts'
import type { CanonicalWork, Identifier, IdentifierType, SourceName } from '../domain/work.ts'
import { bit, flag, json, word } from './columns.ts'
import { normaliseIdentifier, normaliseIdentifiers } from './identifiers.ts'
import { excluded, insertInto, type Row, type Statements } from './statements.ts'
import type { WorkStore } from './types.ts'
import { authorKey, combine, describe, sameByTitle, titleKey } from './work-merge.ts'

const workRow = z.object({
  id: z.string(),
  title: z.string(),
  abstract: z.string().nullable(),
  year: z.number().nullable(),
  published_at: z.string().nullable(),
  venue: z.string().nullable(),
  url: z.string().nullable(),
  oa_url: z.string().nullable(),
  licence: z.string().nullable(),
  cited_by_count: z.number().nullable(),
  reference_count: z.number().nullable(),
  is_preprint: flag,
  is_retracted: flag,
  retraction_notice: z.string().nullable(),
  language: z.string().nullable(),
  sources: json(z.array(word<SourceName>())),
  field_sources: json(z.record(z.string(), word<SourceName>())),
})
const nameRow = z.object({ name: z.string() })
const identifierRow = z.object({ type: word<IdentifierType>(), value: z.string() })

const COLUMNS = [...Object.keys(workRow.shape), 'title_key', 'created_at', 'updated_at', 'cause_id']
const CHANGING = COLUMNS.filter((name) => !['id', 'created_at', 'cause_id'].includes(name))
const SAVE = insertInto('works', COLUMNS, `ON CONFLICT (id) DO UPDATE SET ${excluded(CHANGING)}`)

export function workStore(sql: Statements): WorkStore {
  const read = (row: Row): CanonicalWork => {
    const work = workRow.parse(row)
    const params = { id: work.id }
    const authors = sql.all('SELECT name FROM authors WHERE work_id = :id ORDER BY position', params)
    const identifiers = sql.all('SELECT type, value FROM identifiers WHERE work_id = :id ORDER BY rowid', params)
    return {
      ...work,
      authors: authors.map((author) => nameRow.parse(author).name),
      identifiers: normaliseIdentifiers(identifiers.map((identifier) => identifierRow.parse(identifier))),
    }
  }
  const get = (id: string): CanonicalWork | null => {
    const row = sql.get('SELECT * FROM works WHERE id = :id', { id })
    return row === null ? null : read(row)
  }
  const byIdentifier = (identifier: Identifier): CanonicalWork | null => {
    const { type, value } = normaliseIdentifier(identifier)
    const row = sql.get(
      'SELECT w.* FROM works w JOIN identifiers i ON i.work_id = w.id WHERE i.type = :type AND i.value = :value',
      { type, value },
    )
    return row === null ? null : read(row)
  }

  const known = (work: Omit<CanonicalWork, 'id'>): CanonicalWork[] => {
    const found = new Map<string, CanonicalWork>()
    for (const identifier of work.identifiers) {
      const match = byIdentifier(identifier)
      // Chapters share the ISBN of their book; only the same title makes them one work.
      if (match !== null && (identifier.type !== 'isbn' || titleKey(match.title) === titleKey(work.title)))
        found.set(match.id, match)
    }
    if (found.size === 0) {
      const key = titleKey(work.title)
      const rows = sql.all('SELECT * FROM works WHERE title_key = :key AND year = :year ORDER BY rowid', {
        key,
        year: work.year,
      })
      const same = rows.map(read).find((candidate) => sameByTitle(candidate, work))
      if (same !== undefined) found.set(same.id, same)
    }
    return [...found.values()]
  }

  const save = (work: CanonicalWork, at: string, causeId: string): void => {
    const { authors, identifiers, ...rest } = work
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
    sql.run('DELETE FROM authors WHERE work_id = :id', { id: work.id })
    authors.forEach((name, position) => {
      sql.run(insertInto('authors', ['work_id', 'position', 'name']), { work_id: work.id, position, name })
    })
    for (const { type, value } of identifiers)
      sql.run(insertInto('identifiers', ['type', 'value', 'work_id'], 'ON CONFLICT (type, value) DO NOTHING'), {
        type,
        value,
        work_id: work.id,
      })
  }

  /** Two rows turned out to be one paper: what pointed to the younger now points to the older. */
  const absorb = (keep: string, drop: string): void => {
    sql.run('UPDATE pages SET work_id = :keep WHERE work_id = :drop', { keep, drop })
    sql.run('UPDATE identifiers SET work_id = :keep WHERE work_id = :drop', { keep, drop })
    sql.run('DELETE FROM works WHERE id = :drop', { drop })
  }

  return {
    merge: (work, at, causeId) =>
      sql.write(() => {
        const incoming = describe(work)
        const [first, ...others] = known(incoming)
        if (first === undefined) {
          const id = stableId('work', nameOf(incoming))
          const already = get(id)
          save({ ...(already === null ? incoming : combine(already, incoming)), id }, at, causeId)
          return get(id) ?? { ...incoming, id }
        }
        const merged = [...others, incoming].reduce<Omit<CanonicalWork, 'id'>>(combine, first)
        for (const other of others) absorb(first.id, other.id)
        save({ ...merged, id: first.id }, at, causeId)
        return get(first.id) ?? { ...merged, id: first.id }
      }),
    get,
    byIdentifier,
  }
}

/** What a work is called before anything else is known of it; a book's ISBN does not name a chapter. */
function nameOf(work: Omit<CanonicalWork, 'id'>): string {
  const best = work.identifiers.find(({ type }) => type !== 'isbn')
  if (best !== undefined) return `${best.type}:${best.value}`
  return `title:${titleKey(work.title)}:${work.year ?? ''}:${authorKey(work.authors[0] ?? '')}`
}
