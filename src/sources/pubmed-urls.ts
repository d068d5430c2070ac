import type { Identifier } from '../domain/work.ts'
import { optional, type SourceSettings, withParams } from './url-parts.ts'

const BASE = 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils'

/** Most records efetch is asked for in one address. */
export const PUBMED_BATCH = 100

/** The whole record with its abstract; null for anything but a PMID. */
export function pubmedFetchUrl(settings: SourceSettings, identifier: Identifier): string | null {
  return identifier.type === 'pmid' ? pubmedBatchUrl(settings, [identifier.value]) : null
}

export function pubmedBatchUrl(settings: SourceSettings, pmids: readonly string[]): string {
  return withParams(`${BASE}/efetch.fcgi`, {
    db: 'pubmed',
    id: pmids.join(','),
    retmode: 'xml',
    email: optional(settings.contact_email),
  })
}
