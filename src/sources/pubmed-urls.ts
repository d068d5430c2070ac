import { type DateRange, lastDay } from '../domain/date-range.ts'
import type { SourceSettings } from './types.ts'
import { optional, trimmed, withParams } from './url-parts.ts'

/** Most records efetch is asked for in one address. */
export const PUBMED_BATCH = 100

/** Whole records with their abstracts. */
export function pubmedBatchUrl(settings: SourceSettings, pmids: readonly string[]): string {
  return withParams(`${trimmed(settings.pubmed_url)}/efetch.fcgi`, {
    db: 'pubmed',
    id: pmids.join(','),
    retmode: 'xml',
    ...who(settings),
  })
}

/** The same records without their abstracts, by a server of its own. */
export function pubmedSummaryUrl(settings: SourceSettings, pmids: readonly string[]): string {
  return withParams(`${trimmed(settings.pubmed_url)}/esummary.fcgi`, {
    db: 'pubmed',
    id: pmids.join(','),
    retmode: 'xml',
    ...who(settings),
  })
}

/** Which records match, best first; the records themselves are fetched by their numbers. */
export function pubmedSearchUrl(
  settings: SourceSettings,
  query: string,
  limit: number,
  period: DateRange = {},
): string {
  return withParams(`${trimmed(settings.pubmed_url)}/esearch.fcgi`, {
    db: 'pubmed',
    term: query,
    retmax: limit,
    ...datesOf(period),
    sort: 'relevance',
    retmode: 'xml',
    ...who(settings),
  })
}

/** PubMed takes both ends or neither. */
function datesOf(period: DateRange): Record<string, string> {
  if (period.after === undefined && period.before === undefined) return {}
  const slashed = (day: string) => day.replaceAll('-', '/')
  return {
    datetype: 'pdat',
    mindate: slashed(period.after ?? '1800-01-01'),
    maxdate: slashed(lastDay(period) ?? '3000-12-31'),
  }
}

function who(settings: SourceSettings) {
  return { email: optional(settings.contact_email), api_key: optional(settings.pubmed_key) }
}
