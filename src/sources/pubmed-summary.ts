import { yearOf } from '../domain/clock.ts'
import type { Paper } from '../domain/paper.ts'
import { identifier, paperFrom } from './paper-fields.ts'
import { pubmedDate } from './pubmed-date.ts'
import { all, first, parseXml, textOf, type XmlElement } from './xml.ts'

/** What esummary sends: everything but the abstract; null when the text is none. */
export async function readPubmedSummaries(xml: string): Promise<readonly Paper[] | null> {
  const result = await parseXml(xml, 'eSummaryResult')
  if (result === null) return null
  return all(result, 'DocSum').flatMap((summary) => readSummary(summary) ?? [])
}

function readSummary(summary: XmlElement): Paper | null {
  const items = all(summary, 'Item')
  const named = (name: string) => items.filter((item) => item.getAttribute('Name') === name).map(textOf)
  const pmid = identifier('pmid', textOf(first(summary, 'Id')))
  const [year, month, day] = (named('PubDate')[0] ?? '').split(' ')
  const published = pubmedDate(/^\d{4}$/.test(year ?? '') ? (year as string) : null, month ?? null, day ?? null)
  const types = named('PubType')
  return paperFrom(
    'pubmed',
    named('Title')[0],
    [identifier('doi', named('doi')[0] ?? named('DOI')[0]), pmid, identifier('pmcid', named('pmc')[0])],
    {
      authors: named('Author').flatMap((name) => name ?? []),
      year: yearOf(published),
      published_at: published,
      venue: named('FullJournalName')[0] ?? named('Source')[0] ?? null,
      url: pmid === null ? null : `https://pubmed.ncbi.nlm.nih.gov/${pmid.value}/`,
      is_preprint: types.includes('Preprint'),
      is_retracted: types.includes('Retracted Publication'),
    },
  )
}
