import type { Identifier } from '../../domain/paper.ts'
import { identifiersIn as writtenIdentifiers } from '../../extract/identifiers.ts'

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
  /** Why what stands there is no reference; nothing is looked up for it. */
  readonly skipped?: string
}

const YEAR = /(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)/u
const ISBN = /\bISBN(?:-1[03])?\s?[:：]?\s?((?:97[89][-‐– ]?)?(?:\d[-‐– ]?){9}[\dXx])/iu

export function yearIn(text: string | null | undefined): number | null {
  const year = YEAR.exec(text ?? '')?.[1]
  return year === undefined ? null : Number(year)
}

/** Those that name the work as such; a PMCID names the copy of one archive. */
const READ: readonly Identifier['type'][] = ['doi', 'pmid', 'arxiv']

/** The first identifier of each kind that a text or an address names. An ISBN counts as it is written. */
export function identifiersIn(text: string): readonly Identifier[] {
  const written = writtenIdentifiers(text)
  const found = READ.flatMap((type) => written.find((one) => one.type === type) ?? [])
  const isPreprintDoi = found.some(({ type, value }) => type === 'doi' && /^10\.48550\/arxiv\./u.test(value))
  const isbn = ISBN.exec(text)?.[1]
    ?.replace(/[-‐– ]/gu, '')
    .toUpperCase()
  return [
    ...found.filter(({ type }) => type !== 'arxiv' || !isPreprintDoi),
    ...(isbn === undefined ? [] : [{ type: 'isbn' as const, value: isbn }]),
  ]
}

export const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()
