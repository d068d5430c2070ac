import { defaultSettings } from '../../src/domain/settings.ts'
import { crossrefWorkUrl } from '../../src/sources/crossref-urls.ts'
import { type Capture, json, plain, required } from './capture.ts'
import type { DemoWork } from './demo-sources.ts'
import { findWork } from './render-page.ts'
import { citers } from './work-ids.ts'

const settings = defaultSettings.sources

export function crossrefAnswers(works: readonly DemoWork[]): readonly Capture[] {
  const captures: Capture[] = []
  for (const work of works) {
    const url = required(crossrefWorkUrl(settings, { type: 'doi', value: work.doi }))
    if (work.known_by.includes('crossref'))
      captures.push(
        json(url, 200, {
          status: 'ok',
          'message-type': 'work',
          'message-version': '1.0.0',
          message: record(work, works),
        }),
      )
    else captures.push(plain(url, 404, 'Resource not found.'))
  }
  return captures
}

/** A retraction notice carries `update-to`; the retracted work carries `updated-by`, as Crossref joins them. */
function record(work: DemoWork, works: readonly DemoWork[]) {
  const retracted = work.retracts === undefined ? null : findWork(works, work.retracts)
  return {
    DOI: work.doi,
    URL: `https://doi.org/${work.doi}`,
    type: work.preprint ? 'posted-content' : 'journal-article',
    ...(work.preprint ? { subtype: 'preprint' } : {}),
    title: [work.title],
    'container-title': [work.venue],
    publisher: work.venue,
    language: work.language,
    author: work.authors.map((name, index) => ({
      ...authorName(name),
      sequence: index === 0 ? 'first' : 'additional',
      affiliation: [],
    })),
    issued: { 'date-parts': [dateParts(work.date)] },
    published: { 'date-parts': [dateParts(work.date)] },
    ...(work.abstract === undefined ? {} : { abstract: `<jats:p>${work.abstract.replace(/</g, '&lt;')}</jats:p>` }),
    'is-referenced-by-count': citers(works, work).length,
    'references-count': work.references.length,
    reference: work.references.map((key, index) => {
      const cited = findWork(works, key)
      return { key: `ref${index + 1}`, DOI: cited.doi, 'article-title': cited.title, year: String(cited.year) }
    }),
    resource: { primary: { URL: work.url } },
    ...(retracted?.retraction === undefined ? {} : { 'update-to': [update(retracted.doi, retracted.retraction.date)] }),
    ...(work.retraction === undefined
      ? {}
      : { 'updated-by': [{ ...update(work.retraction.doi, work.retraction.date), source: 'publisher' }] }),
  }
}

function update(doi: string, date: string) {
  return { DOI: doi, type: 'retraction', label: 'Retraction', updated: { 'date-parts': [dateParts(date)] } }
}

/** Japanese names are written family name first; a group has only a name. */
function authorName(name: string) {
  if (name.startsWith('Editors ')) return { name }
  const parts = name.split(' ')
  const familyFirst = /\p{Script=Han}/u.test(name)
  const family = familyFirst ? parts[0] : parts.at(-1)
  return { given: (familyFirst ? parts.slice(1) : parts.slice(0, -1)).join(' '), family }
}

function dateParts(date: string): readonly number[] {
  return date.split('-').map(Number)
}
