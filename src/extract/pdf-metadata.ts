import { dateIn, parseDate } from './dates.ts'
import { tidy } from './dom.ts'
import type { PdfDocument } from './pdf-document.ts'
import { outlineKey } from './pdf-headings.ts'
import type { PdfPage } from './pdf-page.ts'

export interface PdfInfo {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly modified: string | undefined
  /** As a publisher writes it in the file's own description. */
  readonly published: string | undefined
}

/** By hand: a schema library would cost the thread more to load than it reads. */
export async function infoOf(document: PdfDocument): Promise<PdfInfo> {
  const metadata = await document.getMetadata().catch(() => null)
  const fields = new Map<string, unknown>(Object.entries(metadata?.info ?? {}))
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const described = (name: string): unknown => metadata?.metadata?.get(name)
  return {
    title: text(fields.get('Title')),
    author: text(fields.get('Author')),
    modified: text(fields.get('ModDate')),
    published: text(described('prism:publicationdate')) ?? text(described('prism:coverdate')),
  }
}

const PUBLISHED = /\b(?:published(?: online)?|publication date|issued|date of issue)\b|公開日?|発行日?|公表日?|掲載日?/i
const OTHER_DATE = /received|accepted|revised|submitted|downloaded|accessed|retrieved|printed|copyright|受付|受理|閲覧/i
/** A line that holds little but a date is this long at most. */
const DATE_LINE = 40

/**
 * When the document says it was published. The dates of the file are those of its making or copying: a scan of an old
 * report carries the day it was scanned.
 */
export function publicationDate(info: PdfInfo, first: PdfPage | undefined): string | null {
  const described = parseDate(info.published)
  if (described !== null) return described
  const lines = (first?.lines ?? []).map((line) => line.text.slice(0, 300))
  for (const text of lines) {
    const label = PUBLISHED.exec(text)
    const date = label === null ? null : dateIn(text.slice(label.index + label[0].length, label.index + 60))
    if (date !== null) return date
  }
  const top = lines.slice(0, Math.max(6, Math.ceil(lines.length / 4)))
  return (
    top
      .filter((text) => text.length <= DATE_LINE && !OTHER_DATE.test(text))
      .map((text) => dateIn(text))
      .find(Boolean) ?? null
  )
}

export function fileDate(value: string | undefined): string | null {
  const match = /^D:(\d{4})(\d{2})(\d{2})/.exec(value ?? '')
  return match === null ? null : parseDate(`${match[1]}-${match[2]}-${match[3]}`)
}

export function sensibleTitle(title: string | undefined): string | null {
  const text = tidy(title ?? '')
  return text.length < 5 || /^(?:untitled|microsoft word|slide \d|.*\.(?:docx?|pdf|tex|dvi|indd))/i.test(text)
    ? null
    : text
}

interface Bookmark {
  readonly title: string
  readonly items: readonly Bookmark[]
}

/** Titles of the bookmarks with their depth, as far as a reader would unfold them. */
export async function outlineOf(document: PdfDocument): Promise<Map<string, number>> {
  const levels = new Map<string, number>()
  const visit = (entries: readonly Bookmark[], level: number) => {
    for (const entry of entries) {
      if (levels.size >= 500) return
      levels.set(outlineKey(entry.title), level)
      if (level < 5) visit(entry.items, level + 1)
    }
  }
  visit((await document.getOutline().catch(() => null)) ?? [], 1)
  return levels
}
