import type { Steps } from '../../domain/in-turns.ts'
import { Needles } from '../../domain/needles.ts'
import type { Page } from '../../domain/page.ts'
import { type AuthorYear, letters, markText, surnames } from './mark-text.ts'

/** What is known of a page beyond its row. */
export interface PageTexts {
  /** Its text, folded and in small letters. */
  readonly textOf: (page: Page) => string
  /** What its archived head calls page and site. */
  readonly headOf: (page: Page) => string
  /** Short lines with a date in the archived page. */
  readonly datesOf: (page: Page) => string
}

interface SignedPage {
  readonly page: Page
  /** Years it was written in or last changed; a page that tells none may be of any. */
  readonly years: readonly number[]
  readonly dates: string
  readonly people: readonly string[]
  readonly own: string
}

/** The pages that each mark means, by the mark as it is written: signed so, else with all its names in their text. */
export function* pagesByAuthor(
  gathered: readonly Page[],
  marks: readonly AuthorYear[],
  texts: PageTexts,
): Steps<ReadonlyMap<string, readonly Page[]>> {
  const found = new Map<string, readonly Page[]>()
  if (marks.length === 0) return found
  const signed: SignedPage[] = []
  for (const page of gathered) {
    signed.push(signedPage(page, texts))
    yield
  }
  const unsigned: AuthorYear[] = []
  for (const mark of marks) {
    const pages = bySignature(signed, mark)
    if (pages.length > 0) found.set(markText(mark), pages)
    else unsigned.push(mark)
    yield
  }
  const named = yield* byNamesInText(signed, unsigned, texts.textOf)
  return new Map([...found, ...named])
}

function signedPage(page: Page, { headOf, datesOf }: PageTexts): SignedPage {
  const years = [page.year, yearOf(page.published_at), yearOf(page.updated_at)].filter((one) => one !== null)
  return {
    ...{ page, years, dates: datesOf(page), people: page.authors.map(letters) },
    own: letters([page.domain, page.title ?? '', ...page.authors, headOf(page)].join(' ')),
  }
}

const isOfYear = ({ years }: SignedPage, year: number) => years.length === 0 || years.includes(year)

/** Every name of the mark among the authors of a page, or most of its words in what the page calls itself. */
function bySignature(signed: readonly SignedPage[], mark: AuthorYear): readonly Page[] {
  const names = surnames(mark.authors).map(letters)
  const words = nameWords(mark.authors)
  const year = String(mark.year)
  return signed.flatMap((one) => {
    if (!isOfYear(one, mark.year) && !one.dates.includes(year)) return []
    if (names.length > 0 && names.every((name) => one.people.some((person) => person.includes(name)))) return [one.page]
    const there = words.filter((word) => one.own.includes(word))
    return there.length > words.length / 2 ? [one.page] : []
  })
}

/** Words of a Latin name, pairs of characters of another. */
function nameWords(authors: string): readonly string[] {
  const latin = [...authors.matchAll(/[\p{Script=Latin}]{3,}/gu)].map(([word]) => letters(word))
  const others = [...authors.matchAll(/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー々]{2,40}/gu)]
  const pairs = others.flatMap(([run]) => Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)))
  return [...latin.filter((word) => !['the', 'and', 'for'].includes(word)), ...pairs]
}

/** Not every page tells who wrote it where it should: all names of the mark in its text, and its year. */
function* byNamesInText(
  signed: readonly SignedPage[],
  marks: readonly AuthorYear[],
  textOf: PageTexts['textOf'],
): Steps<ReadonlyMap<string, readonly Page[]>> {
  const asked = marks
    .map((mark) => ({ mark, names: surnames(mark.authors).map((name) => name.normalize('NFKC').toLowerCase()) }))
    .filter(({ names }) => names.length > 0 && names.every((name) => name.length > 1))
  const needles = new Needles(asked.flatMap(({ names }) => names))
  const found = new Map<string, Page[]>()
  for (const one of signed) {
    const here = asked.filter(({ mark }) => isOfYear(one, mark.year))
    const there = here.length === 0 ? new Set() : needles.foundIn(textOf(one.page))
    for (const { mark, names } of here) {
      if (!names.every((name) => there.has(name))) continue
      const key = markText(mark)
      const pages = found.get(key)
      if (pages === undefined) found.set(key, [one.page])
      else pages.push(one.page)
    }
    yield
  }
  return found
}

function yearOf(date: string | null): number | null {
  const year = date === null ? Number.NaN : Number(date.slice(0, 4))
  return Number.isInteger(year) ? year : null
}
