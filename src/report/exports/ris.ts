import type { CslItem } from './csl.ts'

const TYPES: Readonly<Record<CslItem['type'], string>> = {
  'article-journal': 'JOUR',
  article: 'UNPB',
  book: 'BOOK',
  webpage: 'ELEC',
}

/** RIS by hand, with DO: two letters, two blanks, a dash, a blank, the value; one line each, ended by CR LF. */
export function ris(items: readonly CslItem[]): string {
  return items.map(entry).join('\r\n')
}

function entry(item: CslItem): string {
  const [year, month, day] = item.issued?.['date-parts'][0] ?? []
  const two = (part: number | undefined) => (part === undefined ? '' : String(part).padStart(2, '0'))
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['TY', TYPES[item.type]],
    ['ID', item.id],
    ['TI', item.title],
    ...(item.author ?? []).map(
      ({ family, given, literal }) => ['AU', literal ?? [family, given].filter(Boolean).join(', ')] as const,
    ),
    ['T2', item['container-title']],
    ['PY', year === undefined ? undefined : String(year)],
    ['DA', year === undefined ? undefined : `${year}/${two(month)}/${two(day)}`],
    ['DO', item.DOI],
    ['AN', item.PMID],
    ['SN', item.ISBN],
    ['UR', item.URL],
    ['Y2', item.accessed?.['date-parts'][0]?.map((part) => String(part).padStart(2, '0')).join('/')],
    ['LA', item.language],
    ['AB', item.abstract],
    ['N1', item.note],
  ]
  const lines = fields.flatMap(([tag, value]) => (value === undefined ? [] : [`${tag}  - ${flat(value)}`]))
  return [...lines, 'ER  - ', ''].join('\r\n')
}

/** A line end inside of a value would begin another field. */
function flat(value: string): string {
  return value.replace(/\s+/gu, ' ').trim()
}
