import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Block } from './blocks.ts'
import type { PdfLine, PdfPage } from './pdf-lines.ts'

const CJK_END = /[\u3040-\u30ff\u3400-\u9fff、，]$/
const CJK_START = /^[\u3040-\u30ff\u3400-\u9fff「（]/
const SENTENCE_END = /[.!?:。！？：][”"')\]」）]*$/

interface Paragraph {
  readonly page: number
  readonly size: number
  lines: PdfLine[]
  /** One entry of a reference list. */
  readonly isReference?: boolean
}

const REFERENCES =
  /^(?:\d{0,2}\.?\s*)?(?:references|bibliography|literature cited|works cited|参考文献|引用文献|文献)$/i
const REFERENCE_START = /^(?:\[\d{1,3}\]|\(?\d{1,3}[.)）]|\d{1,3}\s+\p{Lu}|\p{Lu}[\p{L}’'-]+,\s+\p{Lu}\.)/u

/** "2.1 Results" begins a heading of its own; "1990." may end one. */
const NUMBERED = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.)\s+\S/

export function outlineKey(title: string): string {
  return title.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
}

/**
 * Runs of three or more lines whose pieces begin at the same places are a table: its rows at the first line, null at
 * the rest. Rules are drawn by a few PDFs only, the alignment is there in all.
 */
function tableRuns(lines: readonly PdfLine[]): Map<number, string | null> {
  const found = new Map<number, string | null>()
  for (let from = 0; from < lines.length; from += 1) {
    let to = from
    while (to < lines.length && isRow(lines[from] as PdfLine, lines[to] as PdfLine)) to += 1
    if (to - from < 3) continue
    const rows = lines
      .slice(from, to)
      .map((line) => line.cells.map((cell) => cell.text.replaceAll('|', '/')).join(' | '))
    for (let index = from; index < to; index += 1) found.set(index, index === from ? rows.join('\n') : null)
    from = to - 1
  }
  return found
}

function isRow(first: PdfLine, line: PdfLine): boolean {
  if (line.cells.length < 2 || line.cells.length !== first.cells.length || line.column !== first.column) return false
  const near = line.cells.filter(
    (cell, index) => Math.abs(cell.x - (first.cells[index]?.x ?? Number.NaN)) <= line.size * 2.5,
  )
  return near.length === line.cells.length && line.cells.every((cell) => cell.text.length <= 60)
}

/**
 * Lines to headings and paragraphs: running heads dropped, hyphens joined, paragraphs carried over columns and pages.
 */
export function pdfBlocks(
  pages: readonly PdfPage[],
  outline: ReadonlyMap<string, number> = new Map(),
): { blocks: Block[]; title: string | null } {
  const running = runningLines(pages)
  const kept = pages.map((page) => ({ ...page, lines: page.lines.filter((line) => !isFurniture(line, page, running)) }))
  const bodySize = commonSize(kept)
  const levels = headingLevels(kept, bodySize)
  const weight = boldShare(kept) < 0.4
  const blocks: Block[] = []
  let open: Paragraph | null = null
  const close = () => {
    if (open !== null) {
      const type = open.isReference === true ? 'list' : 'paragraph'
      blocks.push({ type, text: joinLines(open.lines), level: 0, emitted: true, page: open.page })
    }
    open = null
  }
  let inReferences = false
  for (const page of kept) {
    let previous: PdfLine | null = null
    const tables = tableRuns(page.lines)
    for (const [index, line] of page.lines.entries()) {
      const table = line.isTable === true ? line.text : tables.get(index)
      if (table !== undefined) {
        if (table !== null) {
          close()
          blocks.push({ type: 'table', text: table, level: 0, emitted: true, page: page.number })
        }
        previous = line
        continue
      }
      const level =
        outline.get(outlineKey(line.text)) ??
        (levelOf(line, bodySize, levels) ||
          (weight && standsBold(page.lines, index) ? Math.min(6, levels.length + 1) : 0))
      const current: Paragraph | null = open
      if (level > 0) {
        close()
        pushHeading(blocks, line, level, page.number, previous)
        inReferences = REFERENCES.test(line.text)
      } else if (inReferences && REFERENCE_START.test(line.text)) {
        close()
        open = { page: page.number, size: line.size, lines: [line], isReference: true }
      } else if (current !== null && continues(current, previous, line)) {
        current.lines.push(line)
      } else {
        close()
        open = { page: page.number, size: line.size, lines: [line] }
      }
      previous = line
    }
  }
  close()
  const top = blocks.find((block) => block.type === 'heading')
  return { blocks: blocks.filter((block) => block.text !== ''), title: top?.text ?? null }
}

/** Head and foot lines that come again on other pages, digits aside. */
function runningLines(pages: readonly PdfPage[]): Set<string> {
  const seen = new Map<string, number>()
  for (const page of pages) {
    const marginal = page.lines.filter((line) => inMargin(line, page)).map((line) => pattern(line.text))
    for (const text of new Set(marginal)) seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  const least = Math.max(2, Math.ceil(pages.length * 0.3))
  return new Set([...seen].filter(([, times]) => times >= least).map(([text]) => text))
}

function isFurniture(line: PdfLine, page: PdfPage, running: ReadonlySet<string>): boolean {
  if (!inMargin(line, page)) return false
  return (
    running.has(pattern(line.text)) ||
    /^(?:page)?\s*(?:[-–—]\s*)?\d{1,4}(?:\s*[-–—])?(?:\s*(?:\/|of)\s*\d{1,4})?\s*$/i.test(line.text)
  )
}

function inMargin(line: PdfLine, page: PdfPage): boolean {
  return line.y > page.height * 0.9 || line.y < page.height * 0.1
}

function pattern(text: string): string {
  return text.replace(/\d+/g, '#').toLowerCase()
}

/** The size most letters are set in. */
function commonSize(pages: readonly { readonly lines: readonly PdfLine[] }[]): number {
  const letters = new Map<number, number>()
  for (const line of pages.flatMap((page) => page.lines)) {
    const size = Math.round(line.size * 2) / 2
    letters.set(size, (letters.get(size) ?? 0) + line.text.length)
  }
  return [...letters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10
}

/** Larger sizes in falling order are levels 1, 2, 3... */
function headingLevels(pages: readonly { readonly lines: readonly PdfLine[] }[], bodySize: number): number[] {
  const sizes = new Set(
    pages.flatMap((page) =>
      page.lines.filter((line) => line.size > bodySize * 1.12).map((line) => Math.round(line.size)),
    ),
  )
  return [...sizes].sort((a, b) => b - a).slice(0, 5)
}

const SECTION_NAME = multilineRegExp('i')`
  ^(?:abstract|introduction|background|methods?|materials and methods|results?|discussion|conclusions?|references
    |acknowledge?ments|要旨|緒言|はじめに|方法|結果|考察|結論|おわりに|参考文献)$`

function levelOf(line: PdfLine, bodySize: number, levels: readonly number[]): number {
  if (line.text.length > 200) return 0
  if (line.size > bodySize * 1.12) {
    const at = levels.indexOf(Math.round(line.size))
    return at < 0 ? levels.length + 1 : at + 1
  }
  // "2. Methods" set in the body's size.
  const numbered = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.)\s+\p{Lu}[^.]{2,60}$/u.test(line.text)
  const named = SECTION_NAME.test(line.text)
  return numbered || named ? Math.min(6, levels.length + 1) : 0
}

function boldShare(pages: readonly { readonly lines: readonly PdfLine[] }[]): number {
  const lines = pages.flatMap((page) => page.lines)
  const letters = (of: readonly PdfLine[]) => of.reduce((sum, line) => sum + line.text.length, 0)
  return letters(lines.filter((line) => line.bold)) / Math.max(1, letters(lines))
}

/**
 * One or two short bold lines over text that is not: a heading set in the body's size. More of them are a bold
 * paragraph.
 */
function standsBold(lines: readonly PdfLine[], index: number): boolean {
  const line = lines[index] as PdfLine
  if (!line.bold || line.cells.length > 1 || line.text.length > 100 || /[.。,，、;；]$/.test(line.text)) return false
  const isBold = (at: number) => lines[at]?.bold === true && lines[at]?.column === line.column
  let from = index
  let to = index
  while (from > 0 && isBold(from - 1)) from -= 1
  while (isBold(to + 1)) to += 1
  return to - from < 2 && lines[to + 1] !== undefined && /\p{L}{2}/u.test(line.text)
}

/** A heading over two lines is one heading. */
function pushHeading(blocks: Block[], line: PdfLine, level: number, page: number, previous: PdfLine | null): void {
  const last = blocks.at(-1)
  const wrapped =
    previous !== null &&
    previous.size === line.size &&
    previous.column === line.column &&
    previous.y - line.y < line.size * 1.8
  if (last?.type === 'heading' && last.level === level && wrapped && line.size > 0 && !NUMBERED.test(line.text)) {
    blocks[blocks.length - 1] = { ...last, text: joinText(last.text, line.text) }
  } else {
    blocks.push({ type: 'heading', text: line.text, level, emitted: true, page })
  }
}

function continues(open: Paragraph, previous: PdfLine | null, line: PdfLine): boolean {
  if (Math.abs(line.size - open.size) > Math.max(1, open.size * 0.12)) return false
  const last = open.lines.at(-1)
  if (last === undefined) return true
  const unfinished = !SENTENCE_END.test(last.text)
  if (previous === null || previous.column !== line.column || previous.y < line.y) {
    return (
      unfinished &&
      (/^\p{Ll}/u.test(line.text) ||
        /-$/.test(last.text) ||
        CJK_END.test(last.text) ||
        last.right - last.x > 0.8 * (line.right - line.x))
    )
  }
  const gap = previous.y - line.y
  const before = open.lines.at(-2)
  const usual = before !== undefined && before.y > last.y ? before.y - last.y : line.size * 1.35
  if (gap > Math.max(usual * 1.35, line.size * 1.6)) return false
  const indented = line.x - last.x > line.size * 0.8 && !unfinished
  const shortLast = SENTENCE_END.test(last.text) && last.right < previousRight(open) - line.size * 4
  return !(indented || (shortLast && open.lines.length > 1) || /^[•・‣◦]/.test(line.text))
}

function previousRight(open: Paragraph): number {
  return Math.max(...open.lines.map((line) => line.right))
}

function joinLines(lines: readonly PdfLine[]): string {
  return lines.map((line) => line.text).reduce(joinText)
}

/** A hyphen at a line's end before a small letter is the typesetter's; Japanese lines join without a space. */
function joinText(before: string, after: string): string {
  if (/\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after
  if (/-$/.test(before) && /^\p{L}/u.test(after)) return before + after
  if (CJK_END.test(before) && CJK_START.test(after)) return before + after
  if (/[。！？]$/.test(before)) return before + after
  return `${before} ${after}`
}
