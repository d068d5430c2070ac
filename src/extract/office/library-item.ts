import { type LibraryItem, libraryItemSchema } from '../../domain/library-item.ts'
import { parseDate } from '../dates.ts'
import { heading, lineOf, paragraph, type ReadDocument } from './document-page.ts'
import { wholeHtmlBlocks } from './html-blocks.ts'
import { ContainerError } from './zip-container.ts'

/** An entry of a reference library: what it says of a work, its abstract and the user's notes on it. */
export function readLibraryItem(body: Uint8Array): ReadDocument {
  const item = libraryItemSchema.safeParse(parsed(new TextDecoder().decode(body))).data
  if (item === undefined) throw new ContainerError('broken_document', 'The entry of the library cannot be read')
  const title = lineOf(item.title ?? '')
  const told = [
    ['Authors', authorsOf(item).join('; ')],
    ['Published', [item['container-title'], item.publisher, dateOf(item)].filter(Boolean).join(', ')],
    ['DOI', item.DOI],
    ['ISBN', item.ISBN],
    ['PMID', item.PMID === undefined ? undefined : String(item.PMID)],
    ['URL', item.URL],
  ].flatMap(([name, value]) => (value ? [`- ${name}: ${lineOf(value)}`] : []))
  const note = item.note === undefined ? [] : wholeHtmlBlocks(item.note)
  return {
    title: title === '' ? null : title,
    authors: authorsOf(item),
    publishedAt: /^\d{4}(?:-\d{2}){0,2}$/.test(dateOf(item) ?? '') ? (dateOf(item) ?? null) : parseDate(dateOf(item)),
    blocks: [
      heading(title, 1),
      { type: 'list', text: told.join('\n'), level: 0, emitted: true, page: null },
      ...(item.abstract === undefined ? [] : [{ ...paragraph(lineOf(item.abstract)), type: 'abstract' as const }]),
      ...(note.length === 0 ? [] : [heading('Notes', 2, null, false), ...note]),
    ],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function authorsOf({ author = [] }: LibraryItem): readonly string[] {
  return author
    .map(({ family = '', given = '', literal = '' }) => (literal === '' ? `${given} ${family}`.trim() : literal))
    .filter((name) => name !== '')
}

/** As precise as it is known. */
function dateOf({ issued }: LibraryItem): string | undefined {
  const [parts] = issued?.['date-parts'] ?? []
  if (parts === undefined || parts.length === 0) return issued?.raw
  return parts
    .slice(0, 3)
    .map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0'))
    .join('-')
}
