import type { Steps } from '../../domain/in-turns.ts'
import { Needles } from '../../domain/needles.ts'
import type { Page } from '../../domain/page.ts'
import type { Identifier } from '../../domain/paper.ts'
import { normaliseUrl } from '../../domain/url.ts'
import type { Store } from '../../store/types.ts'
import type { CitationMark } from './citation-marks.ts'
import type { ReferenceEntry } from './draft-parts.ts'
import { listedEntries } from './listed-entries.ts'
import { type AuthorYear, letters, markText } from './mark-text.ts'
import { type PageTexts, pagesByAuthor } from './pages-by-author.ts'

/** What a mark points at among the gathered pages. */
export interface ResolvedSource {
  /** The mark as a person would write it. */
  readonly cited: string
  readonly pages: readonly Page[]
}

export interface SourceFinder {
  /** Of a mark that was among those asked for; the same object for the same mark. */
  resolve(mark: CitationMark): ResolvedSource
}

export interface AskedMarks {
  readonly gathered: readonly Page[]
  readonly references: readonly ReferenceEntry[]
  readonly marks: readonly CitationMark[]
}

type Catalogue = Pick<Store, 'pages' | 'works'>

/**
 * Finds the gathered pages that a draft's marks mean: by address, identifier, list of sources, author and year. All
 * marks are looked for together and each once, so that the work grows with the draft and no faster.
 */
export function* findSources(
  store: Catalogue,
  { gathered, references, marks }: AskedMarks,
  texts: PageTexts,
): Steps<SourceFinder> {
  const asked = new Map(marks.map((mark) => [keyOf(mark), mark]))
  const direct = directly(store, gathered)
  const entryPages = ofEntries(gathered, direct)
  const byKey = new Map(references.flatMap((entry) => (entry.key === null ? [] : [[entry.key, entry] as const])))
  const found = new Map<string, readonly Page[]>()
  const made = new Map<string, ResolvedSource>()
  const signed = [...asked.values()].filter((mark): mark is AuthorYear => mark.kind === 'author-year')
  const listed = yield* listedEntries(references, signed)
  for (const [key, mark] of asked) {
    const entry = mark.kind === 'author-year' ? listed.get(markText(mark)) : byKey.get('key' in mark ? mark.key : '')
    found.set(key, direct(mark) ?? (entry === undefined ? [] : entryPages(entry)))
    yield
  }
  const unlisted = signed.filter((mark) => found.get(keyOf(mark))?.length === 0)
  const byAuthor = yield* pagesByAuthor(gathered, unlisted, texts)
  for (const mark of unlisted) found.set(keyOf(mark), byAuthor.get(markText(mark)) ?? [])
  for (const [key, mark] of asked) made.set(key, { cited: markText(mark), pages: found.get(key) ?? [] })
  return {
    resolve: (mark) => {
      const source = made.get(keyOf(mark))
      if (source === undefined) throw new RangeError(`${markText(mark)} was not asked for`)
      return source
    },
  }
}

const keyOf = (mark: CitationMark) => `${mark.kind} ${markText(mark)}`

/** By the address or DOI that a mark is; null for one that is a key, or a name and a year. */
function directly(store: Catalogue, gathered: readonly Page[]): (mark: CitationMark) => readonly Page[] | null {
  const byUrl = new Map<string, Page>()
  for (const page of gathered)
    for (const url of [page.url, page.final_url, page.canonical_url]) {
      const key = url === null ? null : addressKey(url)
      if (key !== null && !byUrl.has(key)) byUrl.set(key, page)
    }
  const ids = new Map(gathered.map((page) => [page.id, page]))

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

  return (mark) => {
    if (mark.kind === 'doi') return byIdentifier({ type: 'doi', value: mark.doi })
    if (mark.kind !== 'url') return null
    const page = byUrl.get(addressKey(mark.url) ?? '')
    return page === undefined ? [] : [page]
  }
}

/** The pages of an entry of the list: where it leads, else those whose title it has. */
function ofEntries(
  gathered: readonly Page[],
  direct: (mark: CitationMark) => readonly Page[] | null,
): (entry: ReferenceEntry) => readonly Page[] {
  const titled = gathered.map((page) => ({ page, title: letters(page.title ?? '') }))
  const titles = new Needles(titled.flatMap(({ title }) => (title.length >= LEAST_TITLE ? [title] : [])))
  const known = new Map<ReferenceEntry, readonly Page[]>()
  return (entry) => {
    const before = known.get(entry)
    if (before !== undefined) return before
    const addressed = entry.marks.map(direct).filter((pages) => pages !== null)
    const there = addressed.length > 0 ? new Set<string>() : titles.foundIn(letters(entry.text))
    const pages =
      addressed.length > 0 ? addressed.flat() : titled.filter(({ title }) => there.has(title)).map(({ page }) => page)
    known.set(entry, pages)
    return pages
  }
}

const LEAST_TITLE = 8

/** With and without www and the place in the page: one document. */
function addressKey(url: string): string | null {
  const key = normaliseUrl(url.split('#', 1)[0] ?? url)
  return key === null ? null : key.replace(/^https?:\/\/(?:www\.)?/u, '')
}
