import type { Steps } from '../../domain/in-turns.ts'
import { identifiersIn, oneLine, type ReferenceItem, yearIn } from './reference-item.ts'

const LINE = /^([A-Z][A-Z0-9])\s{1,2}-\s?(.*)$/u

/** RIS: a tag a line, `ER` ends an entry; lines without a tag go on with the one before. */
export function* readingRis(text: string): Steps<readonly ReferenceItem[]> {
  const items: ReferenceItem[] = []
  let fields: [string, string][] = []
  const close = () => {
    if (fields.some(([tag]) => tag !== 'TY')) items.push(itemOf(fields, items.length + 1))
    fields = []
  }
  for (const line of text
    .replace(/\r\n?/gu, '\n')
    .replace(/^\ufeff/u, '')
    .split('\n')) {
    yield
    const found = LINE.exec(line)
    const last = fields.at(-1)
    if (found === null) {
      if (line.trim() !== '' && last !== undefined) last[1] = `${last[1]} ${line.trim()}`
      continue
    }
    const [, tag = '', value = ''] = found
    if (tag === 'TY' || tag === 'ER') close()
    if (tag !== 'ER') fields.push([tag, value.trim()])
  }
  close()
  return items
}

function itemOf(fields: readonly (readonly [string, string])[], place: number): ReferenceItem {
  const all = (...tags: string[]) => fields.filter(([tag]) => tags.includes(tag)).map(([, value]) => value)
  const first = (...tags: string[]) => tags.flatMap((tag) => all(tag)).find((value) => value !== '')
  const url = first('UR', 'L1', 'L2') ?? null
  const isbn = (all('SN').find((value) => /^[\dXx -]{10,17}$/u.test(value)) ?? '').replace(/[- ]/gu, '')
  const named = [
    first('DO') ?? '',
    url ?? '',
    all('AN', 'M1', 'N1', 'C2').join(' '),
    isbn.length >= 10 ? `ISBN ${isbn}` : '',
  ]
  return {
    key: first('ID') ?? String(place),
    title: first('TI', 'T1', 'BT', 'CT') ?? null,
    authors: all('AU', 'A1'),
    year: yearIn(first('PY', 'Y1', 'DA')),
    identifiers: identifiersIn(named.join(' ')),
    url,
    raw: oneLine(fields.map(([tag, value]) => `${tag} ${value}`).join('; ')).slice(0, 2000),
  }
}
