import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import type { Identifier } from '../../domain/paper.ts'
import { authorKey, isNotice, titleKey } from '../../store/paper-identity.ts'
import type { ReferenceItem } from './reference-item.ts'
import type { KnownWork } from './same-work.ts'

/** A work of a title, and what tells two of them apart. */
export interface TitledWork extends KnownWork {
  readonly identifiers: readonly Identifier[]
}

/** Whether nothing but its words leads from an entry to a work: the one cited, or one that only resembles it. */
export type Likeness = { readonly isSame: true } | { readonly isSame: false; readonly why: string }

interface Cited extends Pick<ReferenceItem, 'title' | 'authors' | 'year' | 'identifiers'> {
  /** Words behind a comma were left out, which may be its publisher or the rest of its title. */
  readonly isCut?: boolean
}

/** "Editorial" and 序文 say too little even with their author. */
const LEAST_WEIGHT = 12
/** Several bodies give an "Annual report" a year: without an author a title must say more. */
const LEAST_WITH_YEAR = 20
/** Without a year, more still. */
const LEAST_ALONE = 25
/** Enough without a subtitle, and for a paper that appeared online in one year and in print in the next. */
const LONG_WEIGHT = 40
const CJK_WEIGHT = 2.5

/** How much a title says: letters and digits, those of Japanese counted as the words they make. */
export function titleWeight(title: string): number {
  let weight = 0
  for (const char of titleKey(title))
    weight += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(char) ? CJK_WEIGHT : 1
  return weight
}

/** Null where the titles differ. When in doubt it is another work: companions share a title, reports one a year. */
export function likeness(cited: Cited, work: TitledWork): Likeness | null {
  const { title } = cited
  if (title === null || isNotice({ title }) !== isNotice(work)) return null
  const weight = Math.min(titleWeight(title), titleWeight(work.title))
  const shared = sharedPart(title, work.title)
  if (weight === 0 || shared === null) return null
  const isWhole = shared === 'whole' && cited.isCut !== true
  const authors = firstAuthorsAgree(cited.authors, work.authors)
  const gap = cited.year === null || work.year === null ? null : Math.abs(cited.year - work.year)
  const other = otherIdentifier(cited.identifiers, work.identifiers)
  const doubts: readonly (readonly [boolean, string])[] = [
    [other !== null, `it has another ${other}`],
    [authors === false, 'it has another author'],
    [gap !== null && gap > 1, 'it is of another year'],
    [gap === 1 && !(authors === true && weight >= LONG_WEIGHT), 'it is of another year'],
    [shared === 'part', 'it names a part or a version'],
    [!isWhole && !(gap === 0 && weight >= leastWithout(authors, cited)), 'its title has words more or less'],
    [weight < leastWhole(authors, gap), 'its title alone says too little'],
  ]
  const doubt = doubts.find(([stands]) => stands)
  return doubt === undefined ? { isSame: true } : { isSame: false, why: doubt[1] }
}

/** Between a title and its subtitle, and the subtitle that it was given. */
const SUBTITLE = /(?<=[?!？！])\s|\s?[:：;]\s?|\s[–—-]\s|\s?——?\s?|\s?[〜～―]\s?/u

/** What stands before the subtitle; the whole where there is none. */
export const mainTitle = (title: string) => title.split(SUBTITLE, 1)[0] ?? title

/** A subtitle that makes it another work: a part, a version, a text about the work. */
const NUMBERED = multilineRegExp('iu')`
  \b(?:part|volume|vol|number|no|version|phase|chapter|study|book)\.?\s?(?:\d|[ivx]{1,4}\b|one\b|two\b|three\b|four\b)
  |^\W{0,5}(?:\d{1,3}|[ivx]{1,4})\W{0,5}$
  |\b(?:supplement|appendix|reply|response|comment|commentary|protocol|erratum|corrigendum)\b
  |第\s?[\d一二三四五六七八九十]|[上中下]巻?$|続編|補遺`

/** Of two titles one may lack its subtitle; a subtitle that tells of a part or a version is no ornament. */
function sharedPart(one: string, other: string): 'whole' | 'main' | 'part' | null {
  if (titleKey(one) === titleKey(other)) return 'whole'
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const main = mainTitle(long)
  if (main.length === long.length || titleKey(main) !== titleKey(short)) return null
  return NUMBERED.test(long.slice(main.length)) ? 'part' : 'main'
}

function leastWhole(authors: boolean | null, gap: number | null): number {
  if (authors === true) return gap === null ? LEAST_WEIGHT : 1
  return gap === null ? LEAST_ALONE : LEAST_WITH_YEAR
}

/** How telling a title must be whose other half is missing. */
function leastWithout(authors: boolean | null, { isCut }: Cited): number {
  if (authors === true) return LEAST_WEIGHT
  return isCut === true ? Number.POSITIVE_INFINITY : LONG_WEIGHT
}

/** Null where one of them names nobody. Lists are cut short and reordered: the first of one is among the others. */
export function firstAuthorsAgree(cited: readonly string[], found: readonly string[]): boolean | null {
  const [ours, theirs] = [cited, found].map((names) => names.map(authorKey).filter((key) => key !== ''))
  const [first, second] = [ours?.[0], theirs?.[0]]
  if (first === undefined || second === undefined) return null
  return theirs?.includes(first) === true || ours?.includes(second) === true
}

/** Two numbers of one register are two works. */
function otherIdentifier(ours: readonly Identifier[], theirs: readonly Identifier[]): Identifier['type'] | null {
  const apart = ours.find(({ type, value }) => {
    const same = theirs.filter((one) => one.type === type)
    return same.length > 0 && !same.some((one) => one.value === value)
  })
  return apart?.type ?? null
}
