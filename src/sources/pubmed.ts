import type { Identifier, Work } from '../domain/work.ts'
import type { Gateway } from '../net/types.ts'
import { askText, noSuchLookUp, refused, unreadable } from './ask.ts'
import { pubmedFetchUrl } from './pubmed-urls.ts'
import type { AcademicSource, SourceAnswer, SourceCall } from './types.ts'
import type { SourceSettings } from './url-parts.ts'
import { identifier, workFrom, yearOf } from './work-fields.ts'
import { all, first, parseXml, textOf, type XmlElement } from './xml.ts'

/** Records by PMID with abstract and retraction; PubMed is searched through the browser (TRUST 2.3). */
export function createPubmed(settings: SourceSettings, gateway: Gateway): AcademicSource {
  async function lookUp(wanted: Identifier, call: SourceCall): Promise<SourceAnswer<Work>> {
    const url = pubmedFetchUrl(settings, wanted)
    if (url === null) return noSuchLookUp('pubmed', wanted.type)
    const reply = await askText(gateway, { source: 'pubmed', url, call })
    if (!reply.ok) return reply.refusal
    const works = await readPubmedArticles(reply.data)
    if (works === null) return unreadable('pubmed', 'PubmedArticleSet')
    if (works.length === 0) return refused('pubmed', 'not_found', `pubmed has no record ${wanted.value}`)
    return { source: 'pubmed', outcome: 'ok', reason: null, items: works, archive: reply.archive }
  }
  return { name: 'pubmed', lookUp }
}

/** What efetch sends; null when the text is none. */
export async function readPubmedArticles(xml: string): Promise<readonly Work[] | null> {
  const set = await parseXml(xml, 'PubmedArticleSet')
  if (set === null) return null
  return all(set, 'PubmedArticle').flatMap((article) => readArticle(article) ?? [])
}

function readArticle(article: XmlElement): Work | null {
  const pmid = identifier('pmid', textOf(first(article, 'PMID')))
  const ids = first(first(article, 'PubmedData') ?? article, 'ArticleIdList')
  const idOf = (type: string) =>
    textOf((ids === null ? [] : all(ids, 'ArticleId')).find((id) => id.getAttribute('IdType') === type) ?? null)
  const published = dateOf(first(article, 'PubDate'))
  const types = all(article, 'PublicationType').map(textOf)
  return workFrom(
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
      is_retracted: types.includes('Retracted Publication') || retractionIn(article) !== null,
      retraction_notice: noticeDoi(retractionIn(article)),
      language: LANGUAGES[textOf(first(article, 'Language')) ?? ''] ?? null,
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const LANGUAGES: Readonly<Record<string, string>> = { eng: 'en', jpn: 'ja', ger: 'de', fre: 'fr', spa: 'es', chi: 'zh' }

function dateOf(date: XmlElement | null): string | null {
  if (date === null) return null
  const year = textOf(first(date, 'Year')) ?? /\d{4}/.exec(textOf(first(date, 'MedlineDate')) ?? '')?.[0] ?? null
  if (year === null) return null
  const named = textOf(first(date, 'Month'))
  const month = named === null ? null : /^\d+$/.test(named) ? Number(named) : MONTHS.indexOf(named.slice(0, 3)) + 1
  if (month === null || month < 1 || month > 12) return year
  const day = textOf(first(date, 'Day'))
  const parts = [year, String(month).padStart(2, '0'), ...(day === null ? [] : [day.padStart(2, '0')])]
  return parts.join('-')
}

function retractionIn(article: XmlElement): XmlElement | null {
  return all(article, 'CommentsCorrections').find((entry) => entry.getAttribute('RefType') === 'RetractionIn') ?? null
}

/** The notice is cited in words; its DOI is taken when it is among them. */
function noticeDoi(entry: XmlElement | null): string | null {
  const source = entry === null ? null : textOf(first(entry, 'RefSource'))
  const doi = /10\.\d{4,9}\/[^\s;,]+/.exec(source ?? '')?.[0].replace(/\.$/, '')
  return identifier('doi', doi)?.value ?? null
}
