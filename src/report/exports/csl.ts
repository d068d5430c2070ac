import type { CitedSource, ExportData } from './export-data.ts'

interface CslName {
  readonly family?: string
  readonly given?: string
  readonly literal?: string
}

interface CslDate {
  readonly 'date-parts': readonly (readonly number[])[]
}

/** One reference as CSL-JSON (citationstyles.org); the other formats are written from it. */
export interface CslItem {
  readonly id: string
  readonly type: 'article-journal' | 'article' | 'book' | 'webpage'
  readonly title: string
  readonly author?: readonly CslName[]
  readonly issued?: CslDate
  readonly accessed?: CslDate
  readonly 'container-title'?: string
  readonly DOI?: string
  readonly PMID?: string
  readonly PMCID?: string
  readonly ISBN?: string
  readonly URL: string
  readonly abstract?: string
  readonly language?: string
  readonly note?: string
}

export function cslItems({ sources }: Pick<ExportData, 'sources'>): readonly CslItem[] {
  return sources.map(cslItem)
}

function cslItem({ key, page, paper }: CitedSource): CslItem {
  const id = (type: string) => paper?.identifiers.find((one) => one.type === type)?.value
  const issued = dateOf(paper?.published_at ?? page.published_at) ?? yearDate(paper?.year ?? page.year)
  const authors = paper !== null && paper.authors.length > 0 ? paper.authors : page.authors
  const notes = [
    ...(page.is_retracted || paper?.is_retracted === true ? ['RETRACTED'] : []),
    ...(page.warc_file === null ? [] : [`Archived: ${page.warc_file} ${page.warc_record_id ?? ''}`.trimEnd()]),
  ]
  return {
    id: key,
    type: typeOf(paper, id('isbn')),
    title: oneLine(paper?.title ?? page.title ?? page.url),
    ...given('author', authors.length === 0 ? undefined : authors.map(nameOf)),
    ...given('issued', issued),
    ...given('accessed', dateOf(page.fetched_at)),
    ...given('container-title', text(paper?.venue ?? (paper === null ? page.domain : null))),
    ...given('DOI', id('doi')),
    ...given('PMID', id('pmid')),
    ...given('PMCID', id('pmcid')),
    ...given('ISBN', id('isbn')),
    URL: paper?.url ?? page.url,
    ...given('abstract', text(paper?.abstract ?? null)),
    ...given('language', text(paper?.language ?? page.language)),
    ...given('note', notes.length === 0 ? undefined : notes.join('; ')),
  }
}

function typeOf(paper: CitedSource['paper'], isbn: string | undefined): CslItem['type'] {
  if (paper === null) return 'webpage'
  if (isbn !== undefined) return 'book'
  return paper.is_preprint ? 'article' : 'article-journal'
}

function given<K extends keyof CslItem>(key: K, value: CslItem[K] | undefined): Partial<CslItem> {
  return value === undefined ? {} : { [key]: value }
}

function text(value: string | null): string | undefined {
  return value === null || value.trim() === '' ? undefined : oneLine(value)
}

function oneLine(value: string): string {
  return value.replace(/\s+/gu, ' ').trim()
}

/** "2015-07-16", "2015-07" or "2015" with whatever follows. */
function dateOf(value: string | null): CslDate | undefined {
  const parts = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?/u.exec(value ?? '')
  if (parts === null) return undefined
  return { 'date-parts': [parts.slice(1).flatMap((part) => (part === undefined ? [] : [Number(part)]))] }
}

function yearDate(year: number | null | undefined): CslDate | undefined {
  return year == null ? undefined : { 'date-parts': [[year]] }
}

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々]+$/u

/** "Green, Jennifer B." and "Jennifer B. Green"; 山田 太郎 has the family first; one word stays whole. */
export function nameOf(name: string): CslName {
  const flat = oneLine(name)
  const comma = flat.indexOf(',')
  if (comma > 0) return { family: flat.slice(0, comma).trim(), given: flat.slice(comma + 1).trim() }
  const words = flat.split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length === 1) return { literal: flat }
  if (words.length === 2 && words.every((word) => FAMILY_FIRST.test(word))) return { family: first, given: last }
  return { family: last, given: words.slice(0, -1).join(' ') }
}
