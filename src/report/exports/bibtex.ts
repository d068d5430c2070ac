import type { CslItem } from './csl.ts'

const TYPES: Readonly<Record<CslItem['type'], string>> = {
  'article-journal': 'article',
  article: 'misc',
  book: 'book',
  webpage: 'online',
}

/** What TeX takes for a command; everything else, Japanese too, stays as it is (the file is UTF-8). */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
}

/** BibTeX by hand: the fields are few, and the common writer drops what is not ASCII. */
export function bibtex(items: readonly CslItem[]): string {
  return items.map(entry).join('\n')
}

function entry(item: CslItem): string {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? []
  const date = [year, month, day].filter((part) => part !== undefined).map((part) => String(part).padStart(2, '0'))
  const fields: readonly (readonly [string, string | undefined])[] = [
    // Two pairs of braces keep the capitals of names and drugs.
    ['title', `{${escaped(item.title)}}`],
    ['author', item.author?.map(authorOf).join(' and ')],
    [item.type === 'webpage' ? 'organization' : 'journal', escapedOr(item['container-title'])],
    ['year', year === undefined ? undefined : String(year)],
    ['date', date.length === 0 ? undefined : date.join('-')],
    ['doi', item.DOI],
    ['pmid', item.PMID],
    ['isbn', item.ISBN],
    ['url', item.URL.replace(/[{}\\\s]/gu, encodeURIComponent)],
    ['urldate', item.accessed?.['date-parts'][0]?.map((part) => String(part).padStart(2, '0')).join('-')],
    ['language', item.language],
    ['abstract', escapedOr(item.abstract)],
    ['note', escapedOr(item.note)],
  ]
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = {${value}},`]))
  return [`@${TYPES[item.type]}{${item.id},`, ...lines, '}', ''].join('\n')
}

function authorOf({ family, given, literal }: NonNullable<CslItem['author']>[number]): string {
  // Braces make one name of a group, also where it has an "and" of its own.
  if (family === undefined) return `{${escaped(literal ?? '')}}`
  const name = given === undefined || given === '' ? escaped(family) : `${escaped(family)}, ${escaped(given)}`
  return / and /u.test(name) ? `{${name}}` : name
}

function escapedOr(text: string | undefined): string | undefined {
  return text === undefined ? undefined : escaped(text)
}

function escaped(text: string): string {
  return text.replace(/[\\{}~^&%$#_]/gu, (character) => SPECIAL[character] ?? character)
}
