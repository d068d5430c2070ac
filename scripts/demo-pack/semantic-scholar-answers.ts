import type { Identifier } from '../../src/domain/paper.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import {
  semanticScholarCitationsUrl,
  semanticScholarPaperUrl,
  semanticScholarReferencesUrl,
  semanticScholarSearchUrl,
} from '../../src/sources/semantic-scholar-urls.ts'
import { type Capture, json, required } from './capture.ts'
import type { DemoSearch, DemoWork } from './demo-sources.ts'
import { findWork } from './render-page.ts'
import { citers, corpusId, semanticScholarId } from './work-ids.ts'

const settings = defaultSettings.sources

export function semanticScholarAnswers(
  works: readonly DemoWork[],
  searches: readonly DemoSearch[],
): readonly Capture[] {
  const known = works.filter((work) => work.known_by.includes('semantic_scholar'))
  const captures: Capture[] = []
  for (const work of works) {
    const identifiers: Identifier[] = [{ type: 'doi', value: work.doi }]
    if (work.pmid !== undefined) identifiers.push({ type: 'pmid', value: work.pmid })
    if (known.includes(work)) identifiers.push({ type: 's2', value: semanticScholarId(work) })
    for (const identifier of identifiers) captures.push(...answersFor(work, identifier, works, known))
  }
  for (const search of searches) {
    const url = semanticScholarSearchUrl(settings, search.query, settings.results)
    const found = search.papers.map((key) => findWork(works, key)).filter((work) => known.includes(work))
    // The keyless pool is often busy: the first answer is a refusal, the one after it holds the papers.
    if (search.semantic_scholar_first_answers_429)
      captures.push(json(url, 429, { message: 'Too Many Requests', code: '429' }, { 'retry-after': '1' }))
    captures.push(json(url, 200, { total: found.length, offset: 0, data: found.map((work) => paper(work, works)) }))
  }
  return captures
}

function answersFor(
  work: DemoWork,
  identifier: Identifier,
  works: readonly DemoWork[],
  known: readonly DemoWork[],
): readonly Capture[] {
  const one = required(semanticScholarPaperUrl(settings, identifier))
  const references = required(semanticScholarReferencesUrl(settings, identifier))
  const citations = required(semanticScholarCitationsUrl(settings, identifier))
  if (!known.includes(work)) {
    const missing = { error: `Paper with id ${identifier.type.toUpperCase()}:${identifier.value} not found` }
    return [one, references, citations].map((url) => json(url, 404, missing))
  }
  if (work.semantic_scholar_refuses_lists) {
    const busy = { message: 'Too Many Requests', code: '429' }
    return [json(one, 200, paper(work, works)), json(references, 429, busy), json(citations, 429, busy)]
  }
  const cited = work.references.map((key) => findWork(works, key)).filter((other) => known.includes(other))
  const citing = citers(known, work)
  return [
    json(one, 200, paper(work, works)),
    json(references, 200, {
      offset: 0,
      data: cited.map((other) => ({
        isInfluential: work.influential.includes(other.key),
        citedPaper: paper(other, works),
      })),
    }),
    json(citations, 200, {
      offset: 0,
      data: citing.map((other) => ({
        isInfluential: other.influential.includes(work.key),
        citingPaper: paper(other, works),
      })),
    }),
  ]
}

function paper(work: DemoWork, works: readonly DemoWork[]) {
  const paperId = semanticScholarId(work)
  return {
    paperId,
    externalIds: {
      DOI: work.doi,
      CorpusId: corpusId(work),
      ...(work.pmid === undefined ? {} : { PubMed: work.pmid }),
    },
    url: `https://www.semanticscholar.org/paper/${paperId}`,
    title: work.title,
    abstract: work.abstract ?? null,
    venue: work.venue,
    year: work.year,
    publicationDate: work.date,
    publicationTypes: work.preprint ? null : ['JournalArticle'],
    journal: { name: work.venue },
    referenceCount: work.references.length,
    citationCount: citers(works, work).length,
    isOpenAccess: true,
    openAccessPdf: null,
    authors: work.authors.map((name) => ({ authorId: null, name })),
  }
}
