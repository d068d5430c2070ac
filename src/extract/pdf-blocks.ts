import type { Block } from './blocks.ts'
import { headingLevel, headingSizes, type PageHeadings } from './pdf-headings.ts'
import { createLineJoiner, type LineJoiner } from './pdf-hyphens.ts'
import type { PdfLine, PdfPage } from './pdf-page.ts'
import { linePattern, withoutRunningLines } from './pdf-running-lines.ts'
import { CAPTION, tableRuns } from './pdf-table-runs.ts'

const CJK_END = /[\u3040-\u30ff\u3400-\u9fff、，]$/
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

/**
 * Lines to headings and paragraphs: running heads dropped, hyphens joined, paragraphs carried over columns and pages.
 */
export function pdfBlocks(
  pages: readonly PdfPage[],
  outline: ReadonlyMap<string, number> = new Map(),
): { blocks: Block[]; title: string | null } {
  const kept = withoutRunningLines(pages)
  const headings = headingSizes(kept)
  const join = createLineJoiner(kept.flatMap((page) => page.lines.map((line) => line.text)))
  const writer = createWriter(join)
  const seenAside = asideSeen(pages)
  for (const [number, page] of kept.entries()) {
    writePage(writer, page, { ...headings, outline, isFirst: number === 0 })
    for (const block of asideBlocks(page, seenAside, join)) writer.later(block)
  }
  writer.close()
  const blocks = withoutEmptyHeadings(writer.blocks)
  const top = blocks.find((block) => block.type === 'heading')
  return { blocks: blocks.filter((block) => block.text !== ''), title: top?.text ?? null }
}

/** A short heading with nothing under it may be left out later; a longer one is text that only looks like one. */
const SHORT_HEADING = 24

function withoutEmptyHeadings(blocks: readonly Block[]): Block[] {
  let content = 0
  return [...blocks]
    .reverse()
    .map((block): Block => {
      if (block.type !== 'heading') content = Number.POSITIVE_INFINITY
      else if (block.level < content) content = block.level
      else if (block.text.length > SHORT_HEADING) {
        content = Number.POSITIVE_INFINITY
        return { ...block, type: 'paragraph', level: 0 }
      }
      return block
    })
    .reverse()
}

/** Puts blocks in their order; what interrupts an open paragraph waits for its end. */
function createWriter(join: LineJoiner) {
  const blocks: Block[] = []
  const waiting: Block[] = []
  let open: Paragraph | null = null
  const close = () => {
    if (open !== null) {
      const type = open.isReference === true ? 'list' : 'paragraph'
      const text = open.lines.map((line) => line.text).reduce(join)
      blocks.push({ type, text, level: 0, emitted: true, page: open.page })
    }
    open = null
    blocks.push(...waiting.splice(0))
  }
  return {
    blocks,
    state: { inReferences: false },
    join,
    close,
    isOpen: (): Paragraph | null => open,
    begin: (paragraph: Paragraph) => {
      close()
      open = paragraph
    },
    later: (block: Block) => void (open === null ? blocks.push(block) : waiting.push(block)),
  }
}

function writePage(writer: ReturnType<typeof createWriter>, page: PdfPage, headings: PageHeadings): void {
  let previous: PdfLine | null = null
  const foot = writer.state.inReferences ? new Set<PdfLine>() : footLines(page.lines, headings.bodySize)
  const lines = page.lines.filter((line) => !foot.has(line))
  const tables = tableRuns(lines)
  for (const [index, line] of lines.entries()) {
    const table = line.isTable === true ? line.text : tables.get(index)
    if (table !== undefined) {
      if (table !== null) {
        writer.close()
        writer.blocks.push({ type: 'table', text: table, level: 0, emitted: true, page: page.number })
      }
      previous = line
      continue
    }
    const isCaption = CAPTION.test(line.text)
    const level = isCaption ? 0 : headingLevel(lines, index, previous, headings)
    const current = writer.isOpen()
    const start = { page: page.number, size: line.size, lines: [line] }
    if (level > 0) {
      writer.close()
      pushHeading(writer.blocks, line, level, page.number, previous, writer.join)
      writer.state.inReferences = REFERENCES.test(line.text)
    } else if (writer.state.inReferences && REFERENCE_START.test(line.text))
      writer.begin({ ...start, isReference: true })
    else if (!isCaption && current !== null && continues(current, previous, line)) current.lines.push(line)
    else writer.begin(start)
    previous = line
  }
  for (const block of looseBlocks([...foot], page.number, writer.join)) writer.later(block)
}

/** Lines beside the text that come again on other pages are stamps. */
function asideSeen(pages: readonly PdfPage[]): ReadonlyMap<string, number> {
  const seen = new Map<string, number>()
  for (const page of pages)
    for (const text of new Set((page.aside ?? []).map((line) => linePattern(line.text))))
      seen.set(text, (seen.get(text) ?? 0) + 1)
  return seen
}

function asideBlocks(page: PdfPage, seen: ReadonlyMap<string, number>, join: LineJoiner): Block[] {
  const once = (page.aside ?? []).filter((line) => (seen.get(linePattern(line.text)) ?? 0) <= 1)
  return looseBlocks(once, page.number, join)
}

/** A note begins with its mark. */
const NOTE_START = /^(?:\[\w{1,3}\]|[*∗†‡§¶])/u

/** Lines that stand outside the flow of the text, as paragraphs of their own. */
function looseBlocks(lines: readonly PdfLine[], page: number, join: LineJoiner): Block[] {
  const blocks: { text: string; last: PdfLine }[] = []
  for (const line of lines) {
    const open = blocks.at(-1)
    const goesOn =
      open !== undefined &&
      open.last.column === line.column &&
      line.column >= 0 &&
      !NOTE_START.test(line.text) &&
      open.last.y - line.y < line.size * 1.8 &&
      Math.abs(open.last.size - line.size) < 1
    if (goesOn) Object.assign(open, { text: join(open.text, line.text), last: line })
    else blocks.push({ text: line.text, last: line })
  }
  return blocks.map(({ text }) => ({ type: 'paragraph', text, level: 0, emitted: true, page }))
}

/** Small lines at the foot of a column, under text of the body's size: notes, and the caption of a picture there. */
function footLines(lines: readonly PdfLine[], bodySize: number): ReadonlySet<PdfLine> {
  const found = new Set<PdfLine>()
  let run: PdfLine[] = []
  for (const [index, line] of lines.entries()) {
    const isSmall = line.size < bodySize * 0.93 && line.isTable !== true
    if (isSmall && lines[index - run.length - 1]?.column === line.column) run.push(line)
    else run = []
    const isLast = lines[index + 1]?.column !== line.column
    if (isLast && run.length > 0 && run.length <= MOST_FOOT_LINES) for (const one of run) found.add(one)
    if (isLast) run = []
  }
  return found
}

/** More small lines are a part of the text, a list of references. */
const MOST_FOOT_LINES = 20

/** A heading over two lines is one heading. */
function pushHeading(
  blocks: Block[],
  line: PdfLine,
  level: number,
  page: number,
  previous: PdfLine | null,
  join: LineJoiner,
): void {
  const last = blocks.at(-1)
  const wrapped =
    previous !== null &&
    previous.size === line.size &&
    previous.column === line.column &&
    previous.y - line.y < line.size * 1.8
  if (last?.type === 'heading' && last.level === level && wrapped && line.size > 0 && !NUMBERED.test(line.text)) {
    blocks[blocks.length - 1] = { ...last, text: join(last.text, line.text) }
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
      !/^(?:\d{1,2}[.)]|[•‣◦–])\s/u.test(line.text) &&
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
