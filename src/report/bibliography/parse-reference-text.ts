import type { Steps } from '../../domain/in-turns.ts'
import { readingMarks } from '../check/citation-marks.ts'
import { readingParts } from '../check/draft-parts.ts'
import { identifiersIn, oneLine, type ReferenceItem, yearIn } from './reference-item.ts'

/** A list in words: the entries of a section of references, else one entry a paragraph or list item. */
export function* readingReferenceText(text: string): Steps<readonly ReferenceItem[]> {
  const { references, blocks } = yield* readingParts(text)
  const listed = references.map(({ key, text: raw }) => ({ key, raw }))
  const entries = listed.length > 0 ? listed : blocks.map(({ text: raw }) => ({ key: null, raw }))
  const items: ReferenceItem[] = []
  for (const [at, { key, raw }] of entries.entries()) {
    items.push(yield* itemOf(key ?? String(at + 1), oneLine(raw)))
    yield
  }
  return items
}

const QUOTED = /[“"「『]([^“”"「」『』]{2,400})[”"」』]/u
/** Authors, then the year, then the title up to its stop: APA and its kin. */
const AFTER_YEAR = /[(（]?(?:1[5-9]|20)\d\d[a-z]?[)）]?[.,:、。]?\s*([^.。]{4,400})[.。]/u
/** Authors, a stop, the title up to its stop: Vancouver and its kin. */
const AFTER_AUTHORS = /^[^.。]{2,400}[.。]\s*([^.。?]{8,400})[.。?]/u

function* itemOf(key: string, raw: string): Steps<ReferenceItem> {
  const marks = yield* readingMarks(raw)
  const urls = marks.flatMap(({ mark }) => (mark.kind === 'url' ? [mark.url] : []))
  const link = marks.flatMap(({ mark }) => (mark.kind === 'url' && mark.label.length > 3 ? [mark.label] : []))
  const plain = raw.replace(/https?:\/\/\S+/gu, ' ').replace(/\bdoi:\s?10\.\S+/giu, ' ')
  const title =
    QUOTED.exec(plain)?.[1] ?? link[0] ?? AFTER_YEAR.exec(plain)?.[1] ?? AFTER_AUTHORS.exec(plain)?.[1] ?? null
  const identifiers = identifiersIn(raw)
  return {
    key,
    title: title === null ? null : oneLine(title.replace(/[*_]/gu, '')),
    authors: authorsOf(plain),
    year: yearIn(plain),
    identifiers,
    url: urls[0] ?? null,
    raw: raw.slice(0, 2000),
  }
}

/** What stands before the year or the first stop, as far as it looks like names. */
function authorsOf(text: string): readonly string[] {
  const head = (
    /^(.{2,300}?)[(（]?(?:1[5-9]|20)\d\d/u.exec(text)?.[1] ??
    /^([^.。]{2,300})[.。]/u.exec(text)?.[1] ??
    ''
  ).trim()
  const [listed = ''] = head.split(/[“"「『]/u, 1)
  const names = listed
    .replace(/\bet al\.?|ほか|他$/giu, '')
    .split(/ ?(?:;|；|, (?=\p{Lu}\p{Ll})|、|・|&|\band\b) ?/u)
    .map((name) => name.replace(/(?<![.,\s(（])[.,\s(（]+$/u, '').trim())
  return names.filter((name) => /^\p{Lu}|[\p{Script=Han}]/u.test(name) && name.length <= 60).slice(0, 20)
}
