import { editDistance } from '../../domain/edit-distance.ts'
import type { IdentifierType } from '../../domain/paper.ts'
import type { ReferenceItem } from './reference-item.ts'

/** What is known of a work under the identifier that an entry gives. */
export interface KnownWork {
  readonly title: string
  readonly authors: readonly string[]
  readonly year: number | null
}

/** Fields in which the entry tells of another work than the one its identifier leads to. */
export interface FieldMismatch {
  readonly field: 'title' | 'author' | 'year' | IdentifierType
  readonly cited: string
  readonly found: string
}

/** Titles that differ in less of their letters are one title, with a subtitle more or less. */
const SAME_TITLE = 0.25
/** A paper appears online in one year and in print in the next. */
const YEARS_APART = 1

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

export function titlesAgree(cited: string, found: string): boolean {
  const [a, b] = [letters(cited), letters(found)]
  if (a === '' || b === '') return true
  const shorter = Math.min(a.length, b.length)
  if (shorter >= 12 && (a.startsWith(b.slice(0, shorter)) || b.startsWith(a.slice(0, shorter)))) return true
  return editDistance(a.slice(0, 300), b.slice(0, 300)) <= SAME_TITLE * Math.max(a.length, b.length)
}

/** Between a page's own title and the name of its site. */
const SEPARATORS = / [|–—·:-] | :: |｜/u
const LEAST_PIECE = 8

/** The page of an address is the one cited: its title, with or without that of its site, is the entry's or in it. */
export function pageTitleFits({ title, raw }: Pick<ReferenceItem, 'title' | 'raw'>, found: string): boolean {
  const whole = letters(raw)
  const pieces = [found, ...found.split(SEPARATORS)]
  if (pieces.map(letters).some((piece) => piece.length >= LEAST_PIECE && whole.includes(piece))) return true
  return title !== null && (titlesAgree(title, found) || letters(found).includes(letters(title)))
}

/** The family name of the first author stands somewhere in the other's first name, whichever comes first. */
function authorsAgree(cited: readonly string[], found: readonly string[]): boolean {
  const [first] = cited
  if (first === undefined || found.length === 0) return true
  const pieces = first
    .split(/[\s,.]+/u)
    .map(letters)
    .filter((piece) => piece.length > 1)
  const others = found.slice(0, 3).map(letters)
  return pieces.length === 0 || pieces.some((piece) => others.some((other) => other.includes(piece)))
}

export function mismatches(item: ReferenceItem, work: KnownWork): readonly FieldMismatch[] {
  const wrong: FieldMismatch[] = []
  if (item.title !== null && !titlesAgree(item.title, work.title))
    wrong.push({ field: 'title', cited: item.title, found: work.title })
  if (!authorsAgree(item.authors, work.authors))
    wrong.push({ field: 'author', cited: item.authors[0] ?? '', found: work.authors[0] ?? '' })
  if (item.year !== null && work.year !== null && Math.abs(item.year - work.year) > YEARS_APART)
    wrong.push({ field: 'year', cited: String(item.year), found: String(work.year) })
  return wrong
}
