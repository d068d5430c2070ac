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
 * `textOf` is the text of a page, folded and in small letters.
 */
export function sourceFinder(
  store: Catalogue,
  gathered: readonly Page[],
  references: readonly ReferenceEntry[],
  textOf: (page: Page) => string,
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
        const signed = byAuthorYear(gathered, mark)
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

/** Every name of the mark among the authors of a page, or the first as name of its site, and the year of the page. */
function byAuthorYear(
  gathered: readonly Page[],
  { authors, year }: { readonly authors: string; readonly year: number },
): readonly Page[] {
  const names = surnames(authors).map(letters)
  const whole = letters(authors)
  return gathered.filter((page) => {
    const own = page.year ?? yearOf(page.published_at) ?? yearOf(page.updated_at)
    if (own !== null && own !== year) return false
    const people = page.authors.map(letters)
    const byPeople = names.length > 0 && names.every((name) => people.some((person) => person.includes(name)))
    const site = letters(page.domain)
    const title = letters(page.title ?? '')
    return byPeople || (whole.length >= 4 && (site.includes(whole) || title.endsWith(whole)))
  })
}

/** Not every page tells who wrote it where it should: all names of the mark in its text, and its year. */
function byNamesInText(
  gathered: readonly Page[],
  { authors, year }: { readonly authors: string; readonly year: number },
  textOf: (page: Page) => string,
): readonly Page[] {
  const names = surnames(authors).map((name) => name.normalize('NFKC').toLowerCase())
  return gathered.filter((page) => {
    const own = page.year ?? yearOf(page.published_at) ?? yearOf(page.updated_at)
    return own === year && names.length > 0 && names.every((name) => name.length > 1 && textOf(page).includes(name))
  })
}

function yearOf(date: string | null): number | null {
  const year = date === null ? Number.NaN : Number(date.slice(0, 4))
  return Number.isInteger(year) ? year : null
}
