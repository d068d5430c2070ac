import type { Steps } from '../../domain/in-turns.ts'
import { identifiersIn, oneLine, type ReferenceItem, yearIn } from './reference-item.ts'

/** Fields of one entry; names in small letters, values without their braces and quotes. */
interface RawEntry {
  readonly key: string
  readonly fields: ReadonlyMap<string, string>
  readonly raw: string
}

const NO_ENTRY = new Set(['comment', 'string', 'preamble'])
const LONGEST_ENTRY = 100_000

/** BibTeX and BibLaTeX, read once from left to right; what is no entry is passed over. */
export function* readingBibtex(text: string): Steps<readonly ReferenceItem[]> {
  const items: ReferenceItem[] = []
  let at = text.indexOf('@')
  while (at >= 0) {
    yield
    const head = /^@\s*([a-z]+)\s*[{(]/iu.exec(text.slice(at, at + 80))
    if (head === null) {
      at = text.indexOf('@', at + 1)
      continue
    }
    const open = at + head[0].length
    const end = closing(text, open)
    if (!NO_ENTRY.has((head[1] ?? '').toLowerCase()))
      items.push(itemOf(entryOf(text.slice(open, end), text.slice(at, end + 1))))
    at = text.indexOf('@', Math.max(open, end))
  }
  return items
}

/** Where the brace that is open here closes; where it does not, the end of the text or of the longest entry. */
function closing(text: string, from: number): number {
  let depth = 1
  const last = Math.min(text.length, from + LONGEST_ENTRY)
  for (let at = from; at < last; at += 1) {
    const char = text.charAt(at)
    if (char === '\\') at += 1
    else if (char === '{') depth += 1
    else if (char === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return last
}

function entryOf(body: string, raw: string): RawEntry {
  const comma = body.indexOf(',')
  const key = (comma < 0 ? body : body.slice(0, comma)).trim()
  const fields = new Map<string, string>()
  let at = comma < 0 ? body.length : comma + 1
  while (at < body.length) {
    const equals = body.indexOf('=', at)
    if (equals < 0) break
    const name = body.slice(at, equals).replace(/[,\s]/gu, '').toLowerCase()
    const { value, end } = valueAt(body, equals + 1)
    if (/^[a-z_-]{1,40}$/u.test(name)) fields.set(name, value)
    at = end
  }
  return { key, fields, raw: oneLine(raw).slice(0, 2000) }
}

/** A value in braces, in quotes, or bare up to the comma. */
function valueAt(body: string, from: number): { readonly value: string; readonly end: number } {
  let at = from
  while (/\s/u.test(body.charAt(at))) at += 1
  const open = body.charAt(at)
  let depth = 0
  let end = at
  for (; end < body.length; end += 1) {
    const char = body.charAt(end)
    if (char === '\\') end += 1
    else if (char === '{') depth += 1
    else if (char === '}') depth -= 1
    else if (char === ',' && depth === 0 && !(open === '"' && end > at && !isClosed(body, at, end))) break
  }
  return { value: plain(body.slice(at, end)), end: end + 1 }
}

/** A quote stands last before `to`; looked for from behind, since a value may be long and have many commas. */
function isClosed(body: string, from: number, to: number): boolean {
  if (body.charAt(from + 1) === '"') return true
  let last = to - 1
  while (last > from && /\s/u.test(body.charAt(last))) last -= 1
  return last > from + 1 && body.charAt(last) === '"' && body.charAt(last - 1) !== '\\'
}

const ACCENTS: Readonly<Record<string, string>> = {
  '"': '\u0308',
  "'": '\u0301',
  '`': '\u0300',
  '^': '\u0302',
  '~': '\u0303',
}

/** Braces and quotes off, accents of TeX as letters. */
function plain(value: string): string {
  return oneLine(
    value
      .trim()
      .replace(/^["{]|["}]$/gu, '')
      .replace(/\\(["'`^~])\s?\{?\\?([a-zA-Z])\}?/gu, (_, accent: string, letter: string) =>
        `${letter}${ACCENTS[accent] ?? ''}`.normalize('NFC'),
      )
      .replace(/\\(?:emph|textit|textbf|url|href)\s*/gu, '')
      .replace(/\\([&%$#_{}])/gu, '$1')
      .replace(/[{}]/gu, '')
      .replace(/--+/gu, '–'),
  )
}

function itemOf({ key, fields, raw }: RawEntry): ReferenceItem {
  const url = fields.get('url') ?? /https?:\/\/\S+/u.exec(fields.get('howpublished') ?? '')?.[0] ?? null
  const pmid = fields.get('pmid')
  const arxiv = fields.get('archiveprefix')?.toLowerCase() === 'arxiv' ? fields.get('eprint') : undefined
  const named = [
    fields.get('doi') ?? '',
    pmid === undefined ? '' : `PMID ${pmid}`,
    arxiv === undefined ? '' : `arXiv:${arxiv}`,
  ]
  return {
    key,
    title: fields.get('title') ?? null,
    authors: (fields.get('author') ?? fields.get('editor') ?? '').split(' and ').filter((name) => name !== ''),
    year: yearIn(fields.get('year') ?? fields.get('date')),
    identifiers: identifiersIn(
      [...named, url ?? '', fields.get('isbn') === undefined ? '' : `ISBN ${fields.get('isbn')}`].join(' '),
    ),
    ...{ url, raw },
  }
}
