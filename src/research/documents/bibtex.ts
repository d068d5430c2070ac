import type { LibraryItem } from '../../domain/library-item.ts'
import { dated, person } from './ris.ts'

/** What LaTeX writes for letters that its source had not: accents by their sign, and letters of their own. */
const ACCENTS: Readonly<Record<string, string>> = {
  '`': '\u0300',
  "'": '\u0301',
  '^': '\u0302',
  '~': '\u0303',
  '=': '\u0304',
  u: '\u0306',
  '.': '\u0307',
  '"': '\u0308',
  r: '\u030a',
  H: '\u030b',
  v: '\u030c',
  c: '\u0327',
  k: '\u0328',
}
const LETTERS: Readonly<Record<string, string>> = {
  ss: 'ß',
  ae: 'æ',
  AE: 'Æ',
  oe: 'œ',
  OE: 'Œ',
  o: 'ø',
  O: 'Ø',
  aa: 'å',
  AA: 'Å',
  l: 'ł',
  L: 'Ł',
  i: 'ı',
}

/** BibTeX and BibLaTeX: `@type{key, field = {value}, ...}`; one walk, braces counted. */
export function readBibtex(text: string): readonly LibraryItem[] {
  const items: LibraryItem[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const [whole, type = ''] = /^@([A-Za-z]{1,40})\s{0,10}\{/.exec(text.slice(at, at + 60)) ?? []
    if (whole === undefined || /^(?:comment|string|preamble)$/i.test(type)) continue
    const end = closing(text, at + whole.length - 1)
    if (end < 0) break
    items.push(itemOf(type.toLowerCase(), fieldsOf(text.slice(at + whole.length, end))))
    at = end
  }
  return items
}

/** The brace that closes the one at `open`; -1 where none does. */
function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

function fieldsOf(inner: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  let at = inner.indexOf(',') + 1
  while (at > 0 && at < inner.length) {
    const equals = inner.indexOf('=', at)
    if (equals < 0) break
    const name = inner
      .slice(at, equals)
      .replace(/[\s,]+/g, '')
      .toLowerCase()
    const start = equals + 1 + (/^\s*/.exec(inner.slice(equals + 1, equals + 200))?.[0].length ?? 0)
    const { value, end } = valueAt(inner, start)
    if (!fields.has(name)) fields.set(name, plain(value))
    at = end
  }
  return fields
}

function valueAt(inner: string, start: number): { readonly value: string; readonly end: number } {
  const first = inner.charAt(start)
  if (first === '{') {
    const end = closing(inner, start)
    return end < 0
      ? { value: inner.slice(start + 1), end: inner.length }
      : { value: inner.slice(start + 1, end), end: end + 1 }
  }
  const end = first === '"' ? quoteEnd(inner, start + 1) : endOf(inner, ',', start)
  return { value: inner.slice(first === '"' ? start + 1 : start, end), end: end + 1 }
}

function endOf(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at < 0 ? text.length : at
}

/** A quote inside of braces, as in an accent, does not end the value. */
function quoteEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '"') return at
    if (text.charAt(at) !== '{') continue
    at = closing(text, at)
    if (at < 0) break
  }
  return text.length
}

function plain(value: string): string {
  return value
    .replace(/\\([`'^~=".uvHckr])\s{0,3}\{?\\?([A-Za-z])\}?/g, (whole, accent: string, letter: string) => {
      const mark = ACCENTS[accent]
      return mark === undefined ? whole : (letter + mark).normalize('NFC')
    })
    .replace(/\\(ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i)(?![A-Za-z])\s?/g, (whole, name: string) => LETTERS[name] ?? whole)
    .replace(/\\([&%$#_{}])/g, '$1')
    .replace(/\\[A-Za-z]{1,20}\s?/g, '')
    .replace(/[{}]/g, '')
    .replaceAll('---', '—')
    .replaceAll('--', '–')
    .replace(/~|\s+/g, ' ')
    .trim()
}

function itemOf(type: string, fields: ReadonlyMap<string, string>): LibraryItem {
  const field = (...names: string[]) =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== '')
  const given = {
    title: field('title'),
    abstract: field('abstract'),
    note: field('annote', 'annotation', 'note'),
    'container-title': field('journaltitle', 'journal', 'booktitle'),
    publisher: field('publisher', 'institution', 'school'),
    DOI: field('doi'),
    ISBN: field('isbn'),
    PMID: field('pmid'),
    URL: field('url'),
  }
  const authors = field('author', 'editor')
  const date = field('date', 'year')
  return {
    type,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    ...(authors === undefined ? {} : { author: authors.split(' and ').map(person) }),
    ...(date === undefined ? {} : { issued: dated(date) }),
  }
}
