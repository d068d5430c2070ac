import type { Identifier } from '../domain/work.ts'
import { pathSegment, type SourceSettings, trimmed, withParams } from './url-parts.ts'

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

export function semanticScholarSearchUrl(settings: SourceSettings, query: string, limit: number): string {
  return withParams(`${base(settings)}/paper/search`, { query, limit, fields: FIELDS.join(',') })
}

/** Null for an identifier Semantic Scholar cannot be asked for. */
export function semanticScholarPaperUrl(settings: SourceSettings, identifier: Identifier): string | null {
  const key = lookUpKey(identifier)
  return key === null ? null : withParams(`${base(settings)}/paper/${pathSegment(key)}`, { fields: FIELDS.join(',') })
}

export function semanticScholarReferencesUrl(settings: SourceSettings, identifier: Identifier): string | null {
  return listUrl(settings, identifier, 'references')
}

export function semanticScholarCitationsUrl(settings: SourceSettings, identifier: Identifier): string | null {
  return listUrl(settings, identifier, 'citations')
}

function listUrl(settings: SourceSettings, identifier: Identifier, list: 'references' | 'citations'): string | null {
  const key = lookUpKey(identifier)
  if (key === null) return null
  return withParams(`${base(settings)}/paper/${pathSegment(key)}/${list}`, {
    fields: ['isInfluential', ...FIELDS].join(','),
    limit: settings.citations_listed,
  })
}

function base(settings: SourceSettings): string {
  return trimmed(settings.semantic_scholar_url)
}

function lookUpKey({ type, value }: Identifier): string | null {
  if (type === 's2') return value
  if (type === 'doi') return `DOI:${value}`
  if (type === 'pmid') return `PMID:${value}`
  if (type === 'pmcid') return `PMCID:${value.replace(/^PMC/i, '')}`
  if (type === 'arxiv') return `ARXIV:${value.replace(/v\d+$/, '')}`
  return null
}
