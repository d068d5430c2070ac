import { type DateRange, lastDay } from '../domain/date-range.ts'
import type { Identifier } from '../domain/paper.ts'
import type { SourceSettings } from './types.ts'
import { optional, pathSegment, trimmed, withParams } from './url-parts.ts'

/** Null for anything but a DOI. */
export function crossrefWorkUrl(settings: SourceSettings, identifier: Identifier): string | null {
  if (identifier.type !== 'doi') return null
  return withParams(`${trimmed(settings.crossref_url)}/works/${pathSegment(identifier.value)}`, {
    mailto: optional(settings.contact_email),
  })
}

export function crossrefSearchUrl(
  settings: SourceSettings,
  query: string,
  limit: number,
  period: DateRange = {},
): string {
  const filters = [
    ...(period.after === undefined ? [] : [`from-pub-date:${period.after}`]),
    ...(period.before === undefined ? [] : [`until-pub-date:${lastDay(period)}`]),
  ]
  return withParams(`${trimmed(settings.crossref_url)}/works`, {
    'query.bibliographic': query,
    filter: optional(filters.join(',')),
    rows: limit,
    mailto: optional(settings.contact_email),
  })
}

/** Most DOIs in one filter, well below the longest address Crossref takes. */
export const CROSSREF_BATCH = 50

/** Filters of one name are alternatives. Null when no DOI can be written into one. */
export function crossrefBatchUrl(settings: SourceSettings, dois: readonly string[]): string | null {
  const plain = dois.filter((doi) => !doi.includes(','))
  if (plain.length === 0) return null
  return withParams(`${trimmed(settings.crossref_url)}/works`, {
    filter: plain.map((doi) => `doi:${doi}`).join(','),
    rows: plain.length,
    mailto: optional(settings.contact_email),
  })
}
