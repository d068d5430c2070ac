import { yearOf } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import { type Identifier, type Paper, type PaperUpdate, withdraws } from '../domain/paper.ts'
import { collectBatches, noSuchLookUp, refused, requestText, unreadable } from './api-request.ts'
import { identifier, paperFrom } from './paper-fields.ts'
import { pubmedDate } from './pubmed-date.ts'
import { readPubmedSummaries } from './pubmed-summary.ts'
import { PUBMED_BATCH, pubmedBatchUrl, pubmedSearchUrl, pubmedSummaryUrl } from './pubmed-urls.ts'
import type { AcademicSource, SourceAnswer, SourceCall, SourceContext } from './types.ts'
import { all, first, parseXml, textOf, type XmlElement } from './xml.ts'

const WORTH_A_SUMMARY: readonly Outcome[] = ['server_error', 'timeout', 'unsupported_type', 'empty']

/**
 * Records by PMID with abstract and retraction; searched through the browser (TRUST 2.3), or here when the indexes
 * refuse.
 */
export function createPubmed({ settings, gateway }: SourceContext): AcademicSource {
  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Paper>> {
    if (wanted.type !== 'pmid') return noSuchLookUp('pubmed', wanted.type)
    const answer = await records([wanted.value], call)
    if (answer.outcome !== 'ok' || answer.items.length > 0) return answer
    return refused('pubmed', 'not_found', `pubmed has no record ${wanted.value}`)
  }

  /** efetch has the abstracts and fails more often; esummary still says which papers they are. */
  async function records(pmids: readonly string[], call: SourceCall): Promise<SourceAnswer<Paper>> {
    const whole = await read(pubmedBatchUrl(settings, pmids), readPubmedArticles, call)
    if (!WORTH_A_SUMMARY.includes(whole.outcome)) return whole
    const short = await read(pubmedSummaryUrl(settings, pmids), readPubmedSummaries, call)
    return short.outcome === 'ok' ? { ...short, reason: `without abstracts: ${whole.reason ?? whole.outcome}` } : whole
  }

  async function read(
    url: string,
    reader: (xml: string) => Promise<readonly Paper[] | null>,
    call: SourceCall,
  ): Promise<SourceAnswer<Paper>> {
    const reply = await requestText(gateway, { source: 'pubmed', url, call })
    if (!reply.ok) return reply.refusal
    const works = await reader(reply.data)
    if (works === null) return unreadable('pubmed', 'PubmedArticleSet')
    return { source: 'pubmed', outcome: 'ok', reason: null, items: works, archive: reply.archive }
  }

  function lookUpBatch(wanted: readonly Identifier[], call: SourceCall): Promise<SourceAnswer<Paper>> {
    const pmids = wanted.flatMap(({ type, value }) => (type === 'pmid' ? [value] : []))
    return collectBatches('pubmed', pmids, PUBMED_BATCH, (batch) => records(batch, call))
  }

  async function fallbackSearch(query: string, limit: number, call: SourceCall): Promise<SourceAnswer<Paper>> {
    const reply = await requestText(gateway, {
      source: 'pubmed',
      url: pubmedSearchUrl(settings, query, limit, call.period),
      call,
    })
    if (!reply.ok) return reply.refusal
    const pmids = await readPubmedSearch(reply.data)
    if (pmids === null) return unreadable('pubmed', 'eSearchResult')
    const wanted = pmids.map((value) => ({ type: 'pmid', value }) as const)
    return lookUpBatch(wanted, call)
  }
  return { name: 'pubmed', fallbackSearch, lookUp, lookUpBatch }
}

/** Numbers of the records that match; null when the text is no answer of esearch. */
export async function readPubmedSearch(xml: string): Promise<readonly string[] | null> {
  const result = await parseXml(xml, 'eSearchResult')
  const list = result === null ? null : first(result, 'IdList')
  return list === null ? null : all(list, 'Id').flatMap((id) => textOf(id) ?? [])
}

/** What efetch sends; null when the text is none. */
export async function readPubmedArticles(xml: string): Promise<readonly Paper[] | null> {
  const set = await parseXml(xml, 'PubmedArticleSet')
  if (set === null) return null
  return all(set, 'PubmedArticle').flatMap((article) => readArticle(article) ?? [])
}

function readArticle(article: XmlElement): Paper | null {
  const pmid = identifier('pmid', textOf(first(article, 'PMID')))
  const ids = first(first(article, 'PubmedData') ?? article, 'ArticleIdList')
  const idOf = (type: string) =>
    textOf((ids === null ? [] : all(ids, 'ArticleId')).find((id) => id.getAttribute('IdType') === type) ?? null)
  const published = dateOf(first(article, 'PubDate'))
  const types = all(article, 'PublicationType').map(textOf)
  const updates = announcements(article, UPDATE_TYPES)
  const noticeOf = announcements(article, NOTICE_TYPES).flatMap(({ type, notice }) =>
    notice === null ? [] : [{ doi: notice, type }],
  )
  return paperFrom(
    'pubmed',
    textOf(first(article, 'ArticleTitle')),
    [identifier('doi', idOf('doi')), pmid, identifier('pmcid', idOf('pmc'))],
    {
      abstract: abstractOf(article),
      authors: all(article, 'Author').flatMap((author) => authorName(author) ?? []),
      year: yearOf(published),
      published_at: published,
      venue: textOf(first(first(article, 'Journal') ?? article, 'Title')),
      url: pmid === null ? null : `https://pubmed.ncbi.nlm.nih.gov/${pmid.value}/`,
      is_preprint: types.includes('Preprint'),
      is_retracted: types.includes('Retracted Publication') || updates.some(({ type }) => withdraws(type)),
      retraction_notice: updates.find(({ type }) => withdraws(type))?.notice ?? null,
      language: LANGUAGES.get(textOf(first(article, 'Language')) ?? '') ?? null,
      ...(updates.length === 0 ? {} : { updates }),
      ...(noticeOf.length === 0 ? {} : { notice_of: noticeOf }),
    },
  )
}

/** Structured abstracts keep their labels, as the reader of PubMed sees them. */
function abstractOf(article: XmlElement): string | null {
  const abstract = first(article, 'Abstract')
  const parts = (abstract === null ? [] : all(abstract, 'AbstractText')).flatMap((part) => {
    const text = textOf(part)
    const label = part.getAttribute('Label')
    return text === null ? [] : [label ? `${label}: ${text}` : text]
  })
  return parts.length === 0 ? null : parts.join(' ')
}

function authorName(author: XmlElement): string | null {
  const collective = textOf(first(author, 'CollectiveName'))
  const name = [textOf(first(author, 'ForeName')), textOf(first(author, 'LastName'))].filter(Boolean).join(' ')
  return name === '' ? collective : name
}

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({ eng: 'en', jpn: 'ja', ger: 'de', fre: 'fr', spa: 'es', chi: 'zh' }),
)

function dateOf(date: XmlElement | null): string | null {
  if (date === null) return null
  const year = textOf(first(date, 'Year')) ?? /\d{4}/.exec(textOf(first(date, 'MedlineDate')) ?? '')?.[0] ?? null
  return pubmedDate(year, textOf(first(date, 'Month')), textOf(first(date, 'Day')))
}

/** PubMed's words for what was announced about a record, and for what a notice is about. */
const UPDATE_TYPES: ReadonlyMap<string, string> = new Map([
  ['RetractionIn', 'retraction'],
  ['PartialRetractionIn', 'partial_retraction'],
  ['ErratumIn', 'erratum'],
  ['ExpressionOfConcernIn', 'expression_of_concern'],
  ['CorrectedandRepublishedIn', 'correction'],
])
const NOTICE_TYPES: ReadonlyMap<string, string> = new Map([
  ['RetractionOf', 'retraction'],
  ['PartialRetractionOf', 'partial_retraction'],
  ['ErratumFor', 'erratum'],
  ['ExpressionOfConcernFor', 'expression_of_concern'],
])

/** The other side is cited in words; its DOI is taken when it is among them. */
function announcements(article: XmlElement, types: ReadonlyMap<string, string>): readonly PaperUpdate[] {
  return all(article, 'CommentsCorrections').flatMap((entry) => {
    const type = types.get(entry.getAttribute('RefType') ?? '')
    if (type === undefined) return []
    const words = textOf(first(entry, 'RefSource')) ?? ''
    const doi = /10\.\d{4,9}\/[^\s;,]+/.exec(words)?.[0].replace(/\.$/, '')
    return [{ type, notice: identifier('doi', doi)?.value ?? null, date: null }]
  })
}
