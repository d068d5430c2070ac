import { yearOf } from '../../domain/clock.ts'
import type { Paper } from '../../domain/paper.ts'
import type { PublicRecord } from '../../domain/public-record.ts'
import { identifier, paperFrom } from '../../sources/paper-fields.ts'

/** A record of kind `paper` as the index of papers knows papers, so that one work stays one; null for other kinds. */
export function paperOfRecord(record: PublicRecord): Paper | null {
  if (record.kind !== 'paper') return null
  const told = new Map(record.attributes.map(({ name, value }) => [name, value]))
  const identifiers = [
    identifier('doi', told.get('doi')),
    identifier('pmid', told.get('pmid')),
    identifier('pmcid', told.get('pmcid')),
  ]
  return paperFrom(record.source, record.title, identifiers, {
    abstract: record.passages[0]?.text ?? null,
    authors: (told.get('authors') ?? '').split(/;\s*/).filter((name) => name !== ''),
    year: yearOf(record.published_at),
    published_at: record.published_at,
    venue: told.get('venue') ?? null,
    url: record.url,
    licence: record.licence,
    language: record.language,
  })
}
