import { type DateRange, lastDay } from '../domain/date-range.ts'
import type { Identifier } from '../domain/paper.ts'
import type { SourceSettings } from './types.ts'
import { pathSegment, trimmed, withParams } from './url-parts.ts'

const FIELDS = [
  'paperId',
  'externalIds',
  'url',
  'title',
  'abstract',
  'venue',
  'year',
  'publicationDate',
  'publicationTypes',
  'journal',
  'referenceCount',
  'citationCount',
  'isOpenAccess',
  'openAccessPdf',
  'authors',
]

export function semanticScholarSearchUrl(
  settings: SourceSettings,
  query: string,
  limit: number,
  period: DateRange = {},
): string {
  const { after, before } = period
  const dates = after === undefined && before === undefined ? undefined : `${after ?? ''}:${lastDay(period) ?? ''}`
  return withParams(`${base(settings)}/paper/search`, {
    query,
    limit,
    publicationDateOrYear: dates,
    fields: FIELDS.join(','),
  })
}

/** Null for an identifier Semantic Scholar cannot be asked for. */
export function semanticScholarPaperUrl(settings: SourceSettings, identifier: Identifier): string | null {
  const key = lookUpKey(identifier)
  return key === null ? null : withParams(`${base(settings)}/paper/${pathSegment(key)}`, { fields: FIELDS.join(',') })
}

/** Most papers in one batch, and on one page of a citation list. */
export const SEMANTIC_SCHOLAR_BATCH = 500
export const SEMANTIC_SCHOLAR_PAGE = 1000

export function semanticScholarBatchUrl(settings: SourceSettings): string {
  return withParams(`${base(settings)}/paper/batch`, { fields: FIELDS.join(',') })
}

export function semanticScholarReferencesUrl(
  settings: SourceSettings,
  identifier: Identifier,
  offset = 0,
): string | null {
  return listUrl(settings, identifier, 'references', offset)
}

export function semanticScholarCitationsUrl(
  settings: SourceSettings,
  identifier: Identifier,
  offset = 0,
): string | null {
  return listUrl(settings, identifier, 'citations', offset)
}

function listUrl(
  settings: SourceSettings,
  identifier: Identifier,
  list: 'references' | 'citations',
  offset: number,
): string | null {
  const key = lookUpKey(identifier)
  if (key === null) return null
  return withParams(`${base(settings)}/paper/${pathSegment(key)}/${list}`, {
    fields: ['isInfluential', ...FIELDS].join(','),
    limit: Math.min(settings.citations_listed, SEMANTIC_SCHOLAR_PAGE),
    ...(offset === 0 ? {} : { offset }),
  })
}

function base(settings: SourceSettings): string {
  return trimmed(settings.semantic_scholar_url)
}

/** How Semantic Scholar writes the identifier; null: it cannot be asked for it. */
export function lookUpKey({ type, value }: Identifier): string | null {
  if (type === 's2') return value
  if (type === 'doi') return `DOI:${value}`
  if (type === 'pmid') return `PMID:${value}`
  if (type === 'pmcid') return `PMCID:${value.replace(/^PMC/i, '')}`
  if (type === 'arxiv') return `ARXIV:${value.replace(/v\d+$/, '')}`
  return null
}
