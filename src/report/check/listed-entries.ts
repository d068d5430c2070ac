import type { Steps } from '../../domain/in-turns.ts'
import { Needles } from '../../domain/needles.ts'
import type { ReferenceEntry } from './draft-parts.ts'
import { type AuthorYear, letters, markText, surnames } from './mark-text.ts'

/** Years of which one may begin inside another's digits. */
const YEARS = /(?=((?:1[5-9]|20)\d\d))/gu

/**
 * The first entry of the list that has the first name and the year of each mark, by the mark as it is written. Every
 * entry is read once, for all marks: a draft of a megabyte has twenty thousand of either.
 */
export function* listedEntries(
  references: readonly ReferenceEntry[],
  marks: readonly AuthorYear[],
): Steps<ReadonlyMap<string, ReferenceEntry>> {
  // Of each name the years that no entry was found for yet.
  const open = new Map<string, Set<number>>()
  const named = marks.map((mark) => ({ mark, name: letters(surnames(mark.authors)[0] ?? '') }))
  for (const { mark, name } of named) {
    if (name === '') continue
    const years = open.get(name) ?? new Set()
    open.set(name, years.add(mark.year))
    yield
  }
  const needles = new Needles(open.keys())
  const entries = new Map<string, ReferenceEntry>()
  if (needles.size > 0)
    for (const entry of references) {
      const { text } = entry
      const years = new Set([...text.matchAll(YEARS)].map(([, year]) => Number(year)))
      if (years.size > 0)
        for (const name of needles.foundIn(letters(text)))
          for (const year of takeShared(open.get(name), years)) entries.set(`${name} ${year}`, entry)
      yield
    }
  return new Map(
    named.flatMap(({ mark, name }) => {
      const entry = entries.get(`${name} ${mark.year}`)
      return entry === undefined ? [] : [[markText(mark), entry] as const]
    }),
  )
}

/** Years in both, which are open no longer; the smaller of the two is gone through. */
function takeShared(open: Set<number> | undefined, years: ReadonlySet<number>): readonly number[] {
  if (open === undefined) return []
  const [few, many] = open.size < years.size ? [open, years] : [years, open]
  const shared = [...few].filter((year) => many.has(year))
  for (const year of shared) open.delete(year)
  return shared
}
