import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { PdfLine } from './pdf-page.ts'
import { isAuthorLine } from './pdf-title-page.ts'

type Lines = { readonly lines: readonly PdfLine[] }

interface HeadingSizes {
  readonly bodySize: number
  /** Larger sizes in falling order are levels 1, 2, 3... */
  readonly sizes: readonly number[]
  /** Most of the text is not bold, so that bold lines stand out. */
  readonly boldStandsOut: boolean
}

export interface PageHeadings extends HeadingSizes {
  readonly outline: ReadonlyMap<string, number>
  readonly isFirst: boolean
}

const SECTION_NAME = multilineRegExp('i')`
  ^(?:abstract|introduction|background|methods?|materials and methods|results?|discussion|conclusions?|references
    |acknowledge?ments|要旨|緒言|はじめに|方法|結果|考察|結論|おわりに|参考文献)$`
/** A line of a table of contents. */
const LEADERS = /\. ?\. ?\. ?\./
const SENTENCE_END = /[.!?:。！？：][”"')\]」）]*$/

export function outlineKey(title: string): string {
  return title.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
}

export function headingSizes(pages: readonly Lines[]): HeadingSizes {
  const bodySize = commonSize(pages)
  const sizes = new Set<number>()
  for (const page of pages)
    for (const line of page.lines) if (line.size > bodySize * 1.12) sizes.add(Math.round(line.size))
  return {
    bodySize,
    sizes: [...sizes].sort((a, b) => b - a).slice(0, 5),
    boldStandsOut: boldShare(pages) < 0.4,
  }
}

/** The size most letters are set in. */
function commonSize(pages: readonly Lines[]): number {
  const letters = new Map<number, number>()
  for (const line of pages.flatMap((page) => page.lines)) {
    const size = Math.round(line.size * 2) / 2
    letters.set(size, (letters.get(size) ?? 0) + line.text.length)
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10
}

function boldShare(pages: readonly Lines[]): number {
  const lines = pages.flatMap((page) => page.lines)
  const letters = (of: readonly PdfLine[]) => of.reduce((sum, line) => sum + line.text.length, 0)
  return letters(lines.filter((line) => line.bold)) / Math.max(1, letters(lines))
}

/** The level of a line that is a heading, 0 for one that is not. */
export function headingLevel(
  lines: readonly PdfLine[],
  index: number,
  previous: PdfLine | null,
  headings: PageHeadings,
): number {
  const line = lines[index]
  if (line === undefined || LEADERS.test(line.text)) return 0
  const marked = headings.outline.get(outlineKey(line.text))
  if (marked !== undefined) return marked
  if (headings.isFirst && isAuthorLine(lines, index)) return 0
  const { sizes, bodySize } = headings
  if (line.size > bodySize * 1.12) return isProse(lines, index, bodySize) ? 0 : levelOfSize(line, sizes)
  const depth = /^\d{1,2}((?:\.\d{1,2}){0,3})/.exec(line.text)?.[1]?.split('.').length ?? 1
  const own = Math.min(6, sizes.length + depth)
  // "2. Methods" set in the body's size.
  const numbered = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.)\s+\p{Lu}[^.]{2,60}$/u.test(line.text)
  if (SECTION_NAME.test(line.text) || (numbered && !goesOn(previous, line))) return own
  return headings.boldStandsOut && standsBold(lines, index) ? own : 0
}

function levelOfSize(line: PdfLine, sizes: readonly number[]): number {
  const at = sizes.indexOf(Math.round(line.size))
  return at < 0 ? sizes.length + 1 : at + 1
}

/** Whether the line before ends in the middle of a sentence right above this one. */
function goesOn(previous: PdfLine | null, line: PdfLine): boolean {
  if (previous === null || previous.column !== line.column || Math.abs(previous.size - line.size) > 0.5) return false
  return previous.y - line.y < line.size * 1.5 && previous.text.length > 40 && !SENTENCE_END.test(previous.text)
}

/** Large letters over many lines are text, a lead or a page set larger than the rest: body text is no heading. */
function isProse(lines: readonly PdfLine[], index: number, bodySize: number): boolean {
  const line = lines[index]
  if (line === undefined || line.text.length > 200) return true
  const isLike = (at: number, next: number) => {
    const [a, b] = [lines[at], lines[next]]
    if (a === undefined || b === undefined || a.column !== b.column || a.isTable === true) return false
    return Math.abs(a.size - line.size) < 0.6 && Math.abs(a.y - b.y) < line.size * 2
  }
  let from = index
  let to = index
  while (index - from < 6 && isLike(from - 1, from)) from -= 1
  while (to - index < 6 && isLike(to + 1, to)) to += 1
  const text = lines.slice(from, to + 1).map((one) => one.text)
  const letters = text.reduce((sum, one) => sum + one.length, 0)
  const most = line.size > bodySize * 1.5 ? 5 : 3
  return to - from + 1 > most || letters > 300 || (letters > 140 && SENTENCE_END.test(text.at(-1) ?? ''))
}

/**
 * One or two short bold lines over text that is not: a heading set in the body's size. More of them are a bold
 * paragraph.
 */
function standsBold(lines: readonly PdfLine[], index: number): boolean {
  const line = lines[index]
  if (line === undefined || !line.bold || line.cells.length > 1) return false
  if (line.text.length > 100 || /[.。,，、;；]$/.test(line.text)) return false
  const isBold = (at: number) => lines[at]?.bold === true && lines[at]?.column === line.column
  let from = index
  let to = index
  while (index - from < 3 && isBold(from - 1)) from -= 1
  while (to - index < 3 && isBold(to + 1)) to += 1
  return to - from < 2 && lines[to + 1] !== undefined && /\p{L}{2}/u.test(line.text)
}
