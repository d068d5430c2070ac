import type { Steps } from '../../domain/in-turns.ts'
import { identifiersIn, oneLine, type ReferenceItem } from './reference-item.ts'
import { readingWords } from './text/entry-words.ts'
import { readingSections } from './text/list-sections.ts'
import { LONGEST_ENTRY, readingReason } from './text/not-a-reference.ts'
import { readEntry } from './text/read-entry.ts'
import type { ReferenceFields } from './text/reference-fields.ts'
import { hasSign, isLinked } from './text/reference-signs.ts'
import { isPassagePlace, isReportNote, reportSource } from './text/report-sources.ts'
import { type ListPart, ListSplitter } from './text/split-list.ts'

/**
 * A list in words: the entries of a section of references, else one entry a paragraph, list item or line. What stands
 * between them and is none is named with the reason.
 */
export function* readingReferenceText(text: string): Steps<readonly ReferenceItem[]> {
  const lines = yield* readingSections(text)
  const parts = yield* new ListSplitter().read(lines)
  const items: ReferenceItem[] = []
  const add = (item: ReferenceItem) => items.push({ ...item, key: item.key || String(items.length + 1) })
  let isUnderSource = false
  for (const [at, part] of parts.entries()) {
    yield
    if (part.kind !== 'entry') {
      // What stands above the first entry is the title of the list.
      if (items.length > 0) add(skipped(part.text, part.kind === 'code' ? 'code' : 'a heading'))
      continue
    }
    if (isUnderSource && isReportNote(part.text)) continue
    const next = parts[at + 1]
    const source = sourceOf(part)
    const isQuoted = isReportNote(part.text) && next?.kind === 'entry' && isPassagePlace(next.text)
    isUnderSource = source !== null
    if (source !== null) yield* addSource(add, part, source)
    else if (isQuoted || isPassagePlace(part.text)) add(skipped(part.text, 'words or place of a passage'))
    else yield* addEntry(add, part)
  }
  return items
}

type Entry = Extract<ListPart, { readonly kind: 'entry' }>
type Add = (item: ReferenceItem) => void

/** Others name a site by its domain as well: what begins with names and a year is a source where its words follow. */
function sourceOf({ text, notes }: Entry): ReferenceFields | null {
  const source = reportSource(text)
  if (source === null || notes.some(isReportNote)) return source
  const { authors, year } = readEntry(source.title ?? '')
  return authors.length > 0 && year !== null ? null : source
}

const NOTE = 'a note on the entry above'

function* addSource(add: Add, entry: Entry, source: ReferenceFields): Steps<void> {
  add(itemOf(entry, source))
  for (const note of entry.notes) {
    if (!isReportNote(note)) add(skipped(note, NOTE))
    yield
  }
}

/** An item of a list with items of its own: the heading of these, or an entry with its details or notes under it. */
function* addEntry(add: Add, { key, text, notes }: Entry): Steps<void> {
  const isHeading = !hasSign(text) && notes.length > 0 && notes.every(isWhole)
  const isBare = !isHeading && !hasSign(text) && notes.slice(0, MOST_DETAILS).some(hasSign)
  const isDetail = (note: string) => isBare || (isLinked(note) && !isLinked(text))
  const details = isHeading ? [] : notes.slice(0, MOST_DETAILS).filter(isDetail)
  if (isHeading) add(skipped(text, 'a heading'))
  else add(yield* readingItem(key, [text, ...details].join(details.length > 1 ? '. ' : ' ')))
  for (const [at, note] of notes.entries()) {
    yield
    if (isHeading) add(yield* readingItem(null, note))
    else if (at >= MOST_DETAILS || !isDetail(note)) add(skipped(note, NOTE))
  }
}

/** Lines under an entry that may belong to it. */
const MOST_DETAILS = 20
const LEAST_ENTRY = 20

/** More than a year or an address, which may be that of the entry above. */
function isWhole(text: string): boolean {
  return hasSign(text) && text.length >= LEAST_ENTRY && /\p{L}\S*\s/u.test(text)
}

function* readingItem(key: string | null, whole: string): Steps<ReferenceItem> {
  const text = oneLine(whole.slice(0, LONGEST_ENTRY + 1))
  const reason = yield* readingReason(text)
  if (reason !== null) return { ...skipped(text, reason), key: key ?? '' }
  const { words, urls, label } = yield* readingWords(text)
  const read = readEntry(words)
  // The words of a link that an entry begins with are its title, unless they are the whole reference.
  const isTitled = label !== null && words.startsWith(label) && read.authors.length === 0 && !hasSign(label)
  const [url = null] = urls
  const title = isTitled ? label : read.title
  return itemOf({ key, text }, { ...read, title, url, identifiers: identifiersIn(text) })
}

const LONGEST_RAW = 2000

function itemOf({ key, text }: Pick<Entry, 'key' | 'text'>, fields: ReferenceFields): ReferenceItem {
  return { key: key ?? '', ...fields, raw: oneLine(text.slice(0, LONGEST_ENTRY)).slice(0, LONGEST_RAW) }
}

function skipped(text: string, reason: string): ReferenceItem {
  const nothing = { title: null, authors: [], year: null, identifiers: [], url: null }
  return { ...itemOf({ key: null, text }, nothing), skipped: reason }
}
