import type { Page } from '../../domain/page.ts'
import type { Identifier } from '../../domain/paper.ts'
import { normaliseUrl } from '../../domain/url.ts'
import type { Store } from '../../store/types.ts'
import type { CitationMark } from './citation-marks.ts'
import type { ReferenceEntry } from './draft-parts.ts'

/** What a mark points at among the gathered pages. */
export interface ResolvedSource {
  /** The mark as a person would write it. */
  readonly cited: string
  readonly pages: readonly Page[]
}

export interface SourceFinder {
  resolve(mark: CitationMark): ResolvedSource
}

type Catalogue = Pick<Store, 'pages' | 'works'>

/**
 * Finds the gathered pages that a draft's marks mean: by address, identifier, list of sources, author and year.
 * `textOf` is the text of a page, folded and in small letters; `headOf` what its archived head calls page and site.
 */
export function sourceFinder(
  store: Catalogue,
  gathered: readonly Page[],
  references: readonly ReferenceEntry[],
  textOf: (page: Page) => string,
  headOf: (page: Page) => string = () => '',
  /** Short lines with a date in the archived page. */
  datesOf: (page: Page) => string = () => '',
): SourceFinder {
  const byUrl = new Map<string, Page>()
  for (const page of gathered)
    for (const url of [page.url, page.final_url, page.canonical_url]) {
      const key = url === null ? null : addressKey(url)
      if (key !== null && !byUrl.has(key)) byUrl.set(key, page)
    }
  const ids = new Map(gathered.map((page) => [page.id, page]))
  const byKey = new Map(references.flatMap((entry) => (entry.key === null ? [] : [[entry.key, entry] as const])))

  const byIdentifier = (identifier: Identifier): readonly Page[] => {
    const page = store.pages.byIdentifier(identifier)
    const work = store.works.byIdentifier(identifier)
    const known = page === null ? undefined : ids.get(page.id)
    const ofWork = work === null ? [] : gathered.filter(({ work_id: id }) => id === work.id)
    const named = gathered.filter(({ identifiers, url }) =>
      identifiers?.length === 1 && url.includes(identifier.value) ? true : url.toLowerCase().endsWith(identifier.value),
    )
    return [...new Set([...(known === undefined ? [] : [known]), ...ofWork, ...named])]
  }

  const ofEntry = (entry: ReferenceEntry): readonly Page[] => {
    const direct = entry.marks.flatMap((mark) => (mark.kind === 'url' || mark.kind === 'doi' ? pagesOf(mark) : []))
    return direct.length > 0 || hasAddress(entry) ? direct : byTitle(gathered, entry.text)
  }

  const pagesOf = (mark: CitationMark): readonly Page[] => {
    switch (mark.kind) {
      case 'url': {
        const page = byUrl.get(addressKey(mark.url) ?? '')
        return page === undefined ? [] : [page]
      }
      case 'doi':
        return byIdentifier({ type: 'doi', value: mark.doi })
      case 'author-year': {
        const listed = references.find(({ text }) => isListed(text, mark))
        const found = listed === undefined ? [] : ofEntry(listed)
        if (found.length > 0) return found
        const signed = byAuthorYear(gathered, mark, headOf, datesOf)
        return signed.length > 0 ? signed : byNamesInText(gathered, mark, textOf)
      }
      default: {
        const entry = byKey.get(mark.key)
        return entry === undefined ? [] : ofEntry(entry)
      }
    }
  }

  return { resolve: (mark) => ({ cited: markText(mark), pages: pagesOf(mark) }) }
}

export function markText(mark: CitationMark): string {
  switch (mark.kind) {
    case 'url':
      return mark.url
    case 'doi':
      return `doi:${mark.doi}`
    case 'author-year':
      return `${mark.authors}, ${mark.year}`
    case 'footnote':
      return `[^${mark.key}]`
    case 'key':
      return `@${mark.key}`
    default:
      return `[${mark.key}]`
  }
}

/** With and without www and the place in the page: one document. */
function addressKey(url: string): string | null {
  const key = normaliseUrl(url.split('#', 1)[0] ?? url)
  return key === null ? null : key.replace(/^https?:\/\/(?:www\.)?/u, '')
}

function hasAddress({ marks }: ReferenceEntry): boolean {
  return marks.some(({ kind }) => kind === 'url' || kind === 'doi')
}

const letters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
const LEAST_TITLE = 8

/** An entry that has the title of a page in it. */
function byTitle(gathered: readonly Page[], text: string): readonly Page[] {
  const whole = letters(text)
  return gathered.filter(({ title }) => {
    const own = letters(title ?? '')
    return own.length >= LEAST_TITLE && whole.includes(own)
  })
}

function isListed(text: string, { authors, year }: { readonly authors: string; readonly year: number }): boolean {
  const [first = ''] = surnames(authors)
  return first !== '' && text.includes(String(year)) && letters(text).includes(letters(first))
}

/** The family names of a mark, in its order. */
export function surnames(authors: string): readonly string[] {
  return authors
    .replace(/\bet al\.?|ほか|ら$|他$/giu, '')
    .split(/ ?(?:,|、|&|・|＆|\band\b|と) ?/u)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Every name of the mark among the authors of a page, or most of its words in what the page calls itself. */
function byAuthorYear(
  gathered: readonly Page[],
  mark: AuthorYear,
  headOf: (page: Page) => string,
  datesOf: (page: Page) => string,
): readonly Page[] {
  const names = surnames(mark.authors).map(letters)
  const words = nameWords(mark.authors)
  return gathered.filter((page) => {
    if (!isOfYear(page, mark.year) && !datesOf(page).includes(String(mark.year))) return false
    const people = page.authors.map(letters)
    if (names.length > 0 && names.every((name) => people.some((person) => person.includes(name)))) return true
    const own = letters([page.domain, page.title ?? '', ...page.authors, headOf(page)].join(' '))
    const there = words.filter((word) => own.includes(word))
    return there.length > words.length / 2
  })
}

interface AuthorYear {
  readonly authors: string
  readonly year: number
}

/** Of the year it was written in or last changed; a page that does not tell its year may be of any. */
function isOfYear(page: Page, year: number): boolean {
  const own = [page.year, yearOf(page.published_at), yearOf(page.updated_at)].filter((one) => one !== null)
  return own.length === 0 || own.includes(year)
}

/** Words of a Latin name, pairs of characters of another. */
function nameWords(authors: string): readonly string[] {
  const latin = [...authors.matchAll(/[\p{Script=Latin}]{3,}/gu)].map(([word]) => letters(word))
  const others = [...authors.matchAll(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー々]{2,40}/gu)]
  const pairs = others.flatMap(([run]) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)))
  return [...latin.filter((word) => !['the', 'and', 'for'].includes(word)), ...pairs]
}

/** Not every page tells who wrote it where it should: all names of the mark in its text, and its year. */
function byNamesInText(
  gathered: readonly Page[],
  { authors, year }: AuthorYear,
  textOf: (page: Page) => string,
): readonly Page[] {
  const names = surnames(authors).map((name) => name.normalize('NFKC').toLowerCase())
  return gathered.filter((page) => {
    return (
      isOfYear(page, year) && names.length > 0 && names.every((name) => name.length > 1 && textOf(page).includes(name))
    )
  })
}

function yearOf(date: string | null): number | null {
  const year = date === null ? Number.NaN : Number(date.slice(0, 4))
  return Number.isInteger(year) ? year : null
}
