import { defaultSettings } from '../../src/domain/settings.ts'
import {
  openalexCitationsUrl,
  openalexReferencesUrl,
  openalexSearchUrl,
  openalexWorkUrl,
} from '../../src/sources/openalex-urls.ts'
import { type Capture, json, required } from './capture.ts'
import type { DemoSearch, DemoWork } from './demo-sources.ts'
import { findWork } from './render-page.ts'
import { citers, openalexId } from './work-ids.ts'

const settings = defaultSettings.sources

/** OpenAlex as it answers a `select` of the fields Lyra asks for. */
export function openalexAnswers(works: readonly DemoWork[], searches: readonly DemoSearch[]): readonly Capture[] {
  const known = works.filter((work) => work.known_by.includes('openalex'))
  const only = (list: readonly DemoWork[]) => list.filter((work) => known.includes(work))
  const answer = (url: string, list: readonly DemoWork[]) =>
    json(url, 200, {
      meta: { count: list.length, db_response_time_ms: 12, page: 1, per_page: settings.citations_listed },
      results: list.map((work) => record(work, works)),
      group_by: [],
    })
  const captures: Capture[] = []
  for (const work of works) {
    const id = openalexId(work)
    const byDoi = required(openalexWorkUrl(settings, { type: 'doi', value: work.doi }))
    const keys = [byDoi]
    if (work.pmid !== undefined) keys.push(required(openalexWorkUrl(settings, { type: 'pmid', value: work.pmid })))
    if (!known.includes(work)) {
      for (const url of keys)
        captures.push(json(url, 404, { error: 'Not Found', message: `${work.doi} was not found` }))
      continue
    }
    keys.push(required(openalexWorkUrl(settings, { type: 'openalex', value: id })))
    for (const url of keys) captures.push(json(url, 200, record(work, works)))
    const cited = only(work.references.map((key) => findWork(works, key)))
    captures.push(answer(openalexReferencesUrl(settings, id), byCitations(cited, works)))
    captures.push(answer(openalexCitationsUrl(settings, id), byCitations(only(citers(works, work)), works)))
  }
  for (const search of searches) {
    const found = only(search.papers.map((key) => findWork(works, key)))
    captures.push(answer(openalexSearchUrl(settings, search.query, settings.results), found))
  }
  return captures
}

function byCitations(list: readonly DemoWork[], works: readonly DemoWork[]): readonly DemoWork[] {
  return list.toSorted((a, b) => citers(works, b).length - citers(works, a).length)
}

function record(work: DemoWork, works: readonly DemoWork[]) {
  const id = `https://openalex.org/${openalexId(work)}`
  const doi = `https://doi.org/${work.doi}`
  const copy = work.open_copy
  const isPdf = copy?.url.endsWith('.pdf') === true
  const location = {
    is_oa: copy?.url === work.url,
    landing_page_url: work.url,
    pdf_url: null,
    source: { id: null, display_name: work.venue, type: work.preprint ? 'repository' : 'journal' },
    license: copy?.url === work.url ? copy.licence : null,
    version: work.preprint ? 'submittedVersion' : 'publishedVersion',
    is_accepted: !work.preprint,
    is_published: !work.preprint,
  }
  const open = copy !== undefined && {
    ...location,
    is_oa: true,
    landing_page_url: isPdf ? null : copy.url,
    pdf_url: isPdf ? copy.url : null,
    source: isPdf ? { id: null, display_name: 'Repository', type: 'repository' } : location.source,
    license: copy.licence,
    version: copy.version,
  }
  return {
    id,
    doi,
    ids: {
      openalex: id,
      doi,
      ...(work.pmid === undefined ? {} : { pmid: `https://pubmed.ncbi.nlm.nih.gov/${work.pmid}` }),
    },
    display_name: work.title,
    publication_year: work.year,
    publication_date: work.date,
    language: work.language,
    type: work.preprint ? 'preprint' : 'article',
    primary_location: location,
    best_oa_location: open || null,
    locations: open && isPdf ? [location, open] : [location],
    open_access: {
      is_oa: open !== false,
      oa_status: open ? (isPdf ? 'green' : 'hybrid') : 'closed',
      oa_url: copy?.url ?? null,
      any_repository_has_fulltext: isPdf,
    },
    authorships: work.authors.map((name, index) => ({
      author_position: index === 0 ? 'first' : index === work.authors.length - 1 ? 'last' : 'middle',
      author: { id: null, display_name: name, orcid: null },
      institutions: [],
      raw_author_name: name,
    })),
    cited_by_count: citers(works, work).length,
    referenced_works_count: work.references.length,
    is_retracted: work.retraction !== undefined,
    abstract_inverted_index: work.abstract === undefined ? null : invert(work.abstract),
  }
}

function invert(abstract: string): Record<string, number[]> {
  const index: Record<string, number[]> = {}
  abstract.split(/\s+/).forEach((word, position) => {
    index[word] = [...(index[word] ?? []), position]
  })
  return index
}
