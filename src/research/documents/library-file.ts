import { type LibraryItem, libraryItemSchema } from '../../domain/library-item.ts'
import { readBibtex } from './bibtex.ts'
import { readRis } from './ris.ts'

/** Items of one file that are read; the rest is told. */
export const MOST_ITEMS = 5000

export interface LibraryFile {
  readonly items: readonly LibraryItem[]
  /** Entries that are none, or too long. */
  readonly unread: number
}

/** An exported library (Zotero, Mendeley, EndNote, JabRef), by the ending of its name; null for any other file. */
export function readLibraryFile(name: string, body: Uint8Array): LibraryFile | null {
  const text = () => new TextDecoder().decode(body).replace(/^\ufeff/, '')
  if (/\.ris$/i.test(name)) return sorted(readRis(text()))
  if (/\.bib(?:tex)?$/i.test(name)) return sorted(readBibtex(text()))
  return /\.json$/i.test(name) ? cslItems(text()) : null
}

/** Any other JSON file is no library. */
function cslItems(text: string): LibraryFile | null {
  try {
    const list: unknown = JSON.parse(text)
    const isLibrary = Array.isArray(list) && list.length > 0 && list.every((one) => isEntry(one))
    return isLibrary ? sorted(list) : null
  } catch {
    return null
  }
}

function isEntry(one: unknown): boolean {
  return typeof one === 'object' && one !== null && 'type' in one && ('title' in one || 'DOI' in one)
}

function sorted(entries: readonly unknown[]): LibraryFile {
  const items = entries.slice(0, MOST_ITEMS).flatMap((entry) => libraryItemSchema.safeParse(entry).data ?? [])
  const told = items.filter(({ title, abstract }) => (title ?? abstract ?? '') !== '')
  return { items: told, unread: entries.length - told.length }
}
