import { stableId } from '../domain/ids.ts'
import type { CanonicalPaper, Paper } from '../domain/paper.ts'
import { normaliseIdentifier } from './identifiers.ts'
import { authorKey, sameByTitle, titleKey } from './paper-identity.ts'
import { combine, type Described, describe } from './paper-merge.ts'
import { type PaperRows, paperRows, type Stamp, type StoredPaper } from './paper-rows.ts'
import { type UpdateRows, updateRows } from './paper-updates.ts'
import type { Statements } from './statements.ts'
import type { PaperStore } from './types.ts'

/** The two families of tables a work is made of. */
interface Tables {
  readonly rows: PaperRows
  /** Corrections and retractions, under the DOI they concern. */
  readonly updates: UpdateRows
}

export function paperStore(sql: Statements): PaperStore {
  const tables = { rows: paperRows(sql), updates: updateRows(sql) }
  const whole = (id: string | null): CanonicalPaper | null => {
    const work = id === null ? null : tables.rows.get(id)
    if (work === null) return null
    const { updates, notice_of } = tables.updates.of(doisOf(work))
    return { ...work, updates, notice_of }
  }
  return {
    merge: (work, at, causeId) => sql.write(() => merge(tables, work, { at, causeId })),
    get: whole,
    byIdentifier: (identifier) => {
      const { type, value } = normaliseIdentifier(identifier)
      return whole(tables.rows.idOf(type, value))
    },
  }
}

function merge(tables: Tables, work: Paper, stamp: Stamp): CanonicalPaper {
  const { rows, updates } = tables
  const incoming = describe(work)
  updates.note(work, stamp)
  const [first, ...others] = knownAs(tables, incoming, (work.notice_of ?? []).length > 0)
  const name = nameOf(incoming)
  const id = first?.id ?? stableId('work', name)
  // A work that is named by its title may be there although it could not be told from others.
  const before = first ?? (name.startsWith('title:') ? rows.get(id) : null)
  const described = before === null ? incoming : [...others, incoming].reduce<Described>(combine, before)
  const announced = updates.of(doisOf(described))
  const merged = { ...retractedBy(described, announced), id }
  for (const other of others) rows.absorb(id, other.id)
  // A citation list repeats what is known; nothing new is nothing to write.
  if (others.length > 0 || before === null || !sameWork(before, merged)) rows.save(merged, before, stamp)
  for (const { doi } of announced.notice_of) retractTarget(tables, doi, stamp)
  return { ...merged, updates: announced.updates, notice_of: announced.notice_of }
}

/** The works this one already is: all that share an identifier, else the one of the same title, year and authors. */
function knownAs(tables: Tables, work: Described, isNotice: boolean): readonly StoredPaper[] {
  const byIdentifier = withIdentifiers(tables, work)
  if (byIdentifier.length > 0) return byIdentifier
  const same = tables.rows
    .withTitle(titleKey(work.title), work.year)
    .find((candidate) =>
      sameByTitle(
        { ...candidate, notice_of: tables.updates.of(doisOf(candidate)).notice_of },
        { ...work, notice_of: isNotice ? ['itself'] : [] },
      ),
    )
  return same === undefined ? [] : [same]
}

function withIdentifiers({ rows }: Tables, work: Described): readonly StoredPaper[] {
  const found = new Map<string, StoredPaper>()
  for (const { type, value } of work.identifiers) {
    const hasIt = (match: StoredPaper) => match.identifiers.some((own) => own.type === type && own.value === value)
    if ([...found.values()].some(hasIt)) continue
    const id = rows.idOf(type, value)
    const match = id === null || found.has(id) ? null : rows.get(id)
    // Chapters share the ISBN of their book; only the same title makes them one work.
    if (match !== null && (type !== 'isbn' || titleKey(match.title) === titleKey(work.title)))
      found.set(match.id, match)
  }
  return [...found.values()]
}

/** A notice found later withdraws the work that is already there. */
function retractTarget({ rows, updates }: Tables, doi: string, stamp: Stamp): void {
  const id = rows.idOf('doi', doi)
  const target = id === null ? null : rows.get(id)
  if (target === null || target.is_retracted) return
  const marked = retractedBy(target, updates.of(doisOf(target)))
  if (marked.is_retracted) rows.save({ ...marked, id: target.id }, target, stamp)
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

/** Field by field; the order in which versions were told does not matter. */
function sameWork(a: StoredPaper, b: StoredPaper): boolean {
  const keys = Object.keys(b) as (keyof StoredPaper)[]
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
