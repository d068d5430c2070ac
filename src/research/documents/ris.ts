import type { LibraryItem } from '../../domain/library-item.ts'

type Draft = { -readonly [K in keyof LibraryItem]: LibraryItem[K] }

/** RIS: a line a field, `TY` begins an entry and `ER` ends it; a line without a tag goes on with the field before. */
export function readRis(text: string): readonly LibraryItem[] {
  const items: Draft[] = []
  let item: Draft | null = null
  let last = ''
  for (const line of text.split(/\r?\n/)) {
    const [, tag = '', value = ''] = /^([A-Z][A-Z0-9])\s{1,2}-\s?(.*)$/.exec(line) ?? []
    if (tag === 'TY') {
      item = { type: value.trim() }
      items.push(item)
    } else if (tag === 'ER') item = null
    else if (item !== null && tag !== '') take(item, tag, value.trim())
    else if (item !== null && last === 'AB' && line.trim() !== '') item.abstract = `${item.abstract} ${line.trim()}`
    if (tag !== '') last = tag === 'N2' ? 'AB' : tag
  }
  return items
}

function take(item: Draft, tag: string, value: string): void {
  if (value === '') return
  if (/^(?:TI|T1)$/.test(tag)) item.title ??= value
  else if (/^(?:AU|A1)$/.test(tag)) item.author = [...(item.author ?? []), person(value)]
  else if (/^(?:AB|N2)$/.test(tag)) item.abstract ??= value
  else if (/^(?:PY|Y1|DA)$/.test(tag)) item.issued ??= dated(value)
  else if (/^(?:T2|JO|JF|JA)$/.test(tag)) item['container-title'] ??= value
  else if (tag === 'PB') item.publisher ??= value
  else if (tag === 'DO') item.DOI ??= value
  else if (tag === 'SN') item.ISBN ??= value
  else if (tag === 'UR') item.URL ??= value
  else if (tag === 'N1') item.note = item.note === undefined ? value : `${item.note}\n${value}`
}

/** "Family, Given" */
export function person(name: string): { family?: string; given?: string; literal?: string } {
  const comma = name.indexOf(',')
  if (comma < 0) return { literal: name }
  return { family: name.slice(0, comma).trim(), given: name.slice(comma + 1).trim() }
}

/** "2020/05/01/", "2020-05", "2020" */
export function dated(value: string): NonNullable<LibraryItem['issued']> {
  const parts = value
    .split(/[/-]/)
    .map((part) => part.trim())
    .filter((part) => /^\d{1,4}$/.test(part))
  return parts.length === 0 ? { raw: value.slice(0, 100) } : { 'date-parts': [parts.slice(0, 3).map(Number)] }
}
