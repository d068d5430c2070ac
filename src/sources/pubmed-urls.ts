import type { Identifier } from '../domain/work.ts'
import { optional, type SourceSettings, withParams } from './url-parts.ts'

const BASE = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils'

/** The whole record with its abstract; null for anything but a PMID. */
export function pubmedFetchUrl(settings: SourceSettings, identifier: Identifier): string | null {
  if (identifier.type !== 'pmid') return null
  return withParams(`${BASE}/efetch.fcgi`, {
    db: 'pubmed',
    id: identifier.value,
    retmode: 'xml',
    email: optional(settings.contact_email),
  })
}
