import type { Identifier } from '../../domain/paper.ts'

/** One entry of a reference list, as far as its format tells; unknown is null. */
export interface ReferenceItem {
  /** Citation key, number, or the place in the list from 1. */
  readonly key: string
  readonly title: string | null
  /** As written; the family name first or last. */
  readonly authors: readonly string[]
  readonly year: number | null
  readonly identifiers: readonly Identifier[]
  readonly url: string | null
  /** The entry as it stands, in one line. */
  readonly raw: string
}

const YEAR = /(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)/u
const DOI = /10\.\d{4,9}\/[^\s"'<>{}|\\^`「」（）、。]{1,200}/u
const PMID = /\bPMID:?\s?(\d{4,9})\b/iu
const ARXIV = /\barXiv:?\s?(\d{4}\.\d{4,5})(?:v\d+)?\b/iu
const ISBN = /\bISBN(?:-1[03])?:?\s?((?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx])/iu

export function yearIn(text: string | null | undefined): number | null {
  const year = YEAR.exec(text ?? '')?.[1]
  return year === undefined ? null : Number(year)
}

export function doiIn(text: string | null | undefined): string | null {
  let doi = DOI.exec(text ?? '')?.[0]
  if (doi === undefined) return null
  while (/[.,;:\]]$/u.test(doi) || (doi.endsWith(')') && !doi.includes('('))) doi = doi.slice(0, -1)
  return doi.toLowerCase()
}

/** Every identifier that a text names. */
export function identifiersIn(text: string): readonly Identifier[] {
  const doi = doiIn(text)
  const found: (Identifier | null)[] = [
    doi === null ? null : { type: 'doi', value: doi },
    of('pmid', PMID.exec(text)?.[1]),
    of('arxiv', ARXIV.exec(text)?.[1]),
    of('isbn', ISBN.exec(text)?.[1]?.replace(/[- ]/gu, '').toUpperCase()),
  ]
  return found.filter((one) => one !== null)
}

function of(type: Identifier['type'], value: string | undefined): Identifier | null {
  return value === undefined ? null : { type, value }
}

export const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()
