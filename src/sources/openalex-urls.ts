import { type DateRange, lastDay } from '../domain/date-range.ts'
import type { Identifier } from '../domain/paper.ts'
import type { SourceSettings } from './types.ts'
import { optional, pathSegment, trimmed, withParams } from './url-parts.ts'

const FIELDS = [
  'id',
  'doi',
  'ids',
  'display_name',
  'publication_year',
  'publication_date',
  'language',
  'type',
  'primary_location',
  'best_oa_location',
  'locations',
  'open_access',
  'authorships',
  'cited_by_count',
  'referenced_works_count',
  'is_retracted',
  'abstract_inverted_index',
].join(',')

export function openalexSearchUrl(
  settings: SourceSettings,
  query: string,
  limit: number,
  period: DateRange = {},
): string {
  const filters = [
    ...(period.after === undefined ? [] : [`from_publication_date:${period.after}`]),
    ...(period.before === undefined ? [] : [`to_publication_date:${lastDay(period)}`]),
  ]
  const dated = filters.length === 0 ? {} : { filter: filters.join(',') }
  return listUrl(settings, { search: query, ...dated, 'per-page': limit })
}

/** Null for an identifier OpenAlex cannot be asked for. */
export function openalexWorkUrl(settings: SourceSettings, identifier: Identifier): string | null {
  const key = lookUpKey(identifier)
  if (key === null) return null
  return withParams(`${trimmed(settings.openalex_url)}/works/${pathSegment(key)}`, { select: FIELDS, ...who(settings) })
}

/** Most entries OpenAlex puts on one page, and most values it takes in one filter. */
export const OPENALEX_PAGE = 100

/** Works by one kind of identifier; null when none of them can be written into a filter. */
export function openalexBatchUrl(
  settings: SourceSettings,
  type: 'doi' | 'pmid' | 'openalex',
  values: readonly string[],
): string | null {
  const plain = values.filter((value) => !/[,|]/.test(value))
  if (plain.length === 0) return null
  return listUrl(settings, { filter: `${type}:${plain.join('|')}`, 'per-page': plain.length })
}

/** What the work cites, the most cited first (TRUST 2.1). */
export function openalexReferencesUrl(settings: SourceSettings, openalexId: string, page = 1): string {
  return citationUrl(settings, `cited_by:${openalexId}`, page)
}

/** What cites the work (TRUST 2.1 `filter=cites:`). */
export function openalexCitationsUrl(settings: SourceSettings, openalexId: string, page = 1): string {
  return citationUrl(settings, `cites:${openalexId}`, page)
}

function citationUrl(settings: SourceSettings, filter: string, page: number): string {
  return listUrl(settings, {
    filter,
    sort: 'cited_by_count:desc',
    'per-page': Math.min(settings.citations_listed, OPENALEX_PAGE),
    ...(page === 1 ? {} : { page }),
  })
}

function listUrl(settings: SourceSettings, params: Record<string, string | number>): string {
  return withParams(`${trimmed(settings.openalex_url)}/works`, { ...params, select: FIELDS, ...who(settings) })
}

function who(settings: SourceSettings) {
  return { api_key: optional(settings.openalex_key), mailto: optional(settings.contact_email) }
}

function lookUpKey({ type, value }: Identifier): string | null {
  if (type === 'openalex') return value
  if (type === 'doi') return `doi:${value}`
  if (type === 'pmid') return `pmid:${value}`
  if (type === 'pmcid') return `pmcid:${value}`
  // arXiv registers a DOI for every preprint; OpenAlex has no other key for it.
  if (type === 'arxiv') return `doi:10.48550/arxiv.${value.replace(/v\d+$/, '')}`
  return null
}
