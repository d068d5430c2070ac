import { defaultSettings } from '../../src/domain/settings.ts'
import { pubmedBatchUrl } from '../../src/sources/pubmed-urls.ts'
import type { Capture } from './capture.ts'
import type { DemoWork } from './demo-sources.ts'
import { escapeHtml } from './markdown.ts'

/** efetch records for the works that have a PMID. */
export function pubmedAnswers(works: readonly DemoWork[]): readonly Capture[] {
  return works.flatMap((work) => {
    if (work.pmid === undefined) return []
    const url = pubmedBatchUrl(defaultSettings.sources, [work.pmid])
    const body = new TextEncoder().encode(articleSet(work, work.pmid))
    return [{ url, status: 200, headers: { 'content-type': 'text/xml; charset=UTF-8' }, body }]
  })
}

function articleSet(work: DemoWork, pmid: string): string {
  const [year, month, dayOfMonth] = work.date.split('-')
  const authors = work.authors.map((name) => {
    const parts = name.split(' ')
    return `<Author ValidYN="Y"><LastName>${parts.at(-1)}</LastName><ForeName>${parts.slice(0, -1).join(' ')}</ForeName></Author>`
  })
  const types = ['Journal Article', ...(work.retraction === undefined ? [] : ['Retracted Publication'])]
  const corrections =
    work.retraction === undefined
      ? ''
      : `<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>${work.venue}. ${work.retraction.date.slice(0, 4)}. doi: ${work.retraction.doi}.</RefSource></CommentsCorrections></CommentsCorrectionsList>`
  return `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet>
<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">${pmid}</PMID>
<Article PubModel="Print"><Journal><JournalIssue CitedMedium="Internet"><PubDate><Year>${year}</Year><Month>${month}</Month><Day>${dayOfMonth}</Day></PubDate></JournalIssue><Title>${escapeHtml(work.venue)}</Title></Journal>
<ArticleTitle>${escapeHtml(work.title)}</ArticleTitle>
<Abstract><AbstractText>${escapeHtml(work.abstract ?? '')}</AbstractText></Abstract>
<AuthorList CompleteYN="Y">${authors.join('')}</AuthorList>
<Language>${work.language === 'ja' ? 'jpn' : 'eng'}</Language>
<PublicationTypeList>${types.map((type) => `<PublicationType>${type}</PublicationType>`).join('')}</PublicationTypeList></Article>
${corrections}</MedlineCitation>
<PubmedData><PublicationStatus>ppublish</PublicationStatus><ArticleIdList><ArticleId IdType="pubmed">${pmid}</ArticleId><ArticleId IdType="doi">${work.doi}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>
</PubmedArticleSet>
`
}
