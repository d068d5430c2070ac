import type { PdfDocument } from './pdf-document.ts'
import { pageLines, verticalLines } from './pdf-lines.ts'
import type { LinkList } from './pdf-links.ts'
import { pageBox } from './pdf-matrix.ts'
import type { PdfItem, PdfLine, PdfPage } from './pdf-page.ts'
import { rulingLinesOf } from './pdf-ruling-lines.ts'
import { inTable, type RuledTable, ruledTables, tableText } from './pdf-tables.ts'
import { type PdfFont, type TextRun, textRunsOf } from './pdf-text-runs.ts'

type PdfJsPage = Awaited<ReturnType<PdfDocument['getPage']>>

/** The pages up to a number, each with its lines in reading order; web addresses go to the list. */
export async function readPages(document: PdfDocument, maxPages: number, links: LinkList): Promise<PdfPage[]> {
  const pages: PdfPage[] = []
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
    // A damaged page must not lose the others.
    const page = await document.getPage(number).catch(() => null)
    const read = page === null ? null : await readPage(page, number).catch(() => null)
    page?.cleanup()
    if (read !== null) pages.push(read)
  }
  const annotations = await annotationsOf(document, new Set(pages.map((page) => page.number - 1)))
  links.add(annotations)
  return pages.map((page) => {
    const own = annotations.filter((annotation) => pageIndexOf(annotation) === page.number - 1)
    return { ...page, aside: [...(page.aside ?? []), ...fieldLines(own, page)] }
  })
}

/** Links and fields as pdf.js numbers them. */
const WANTED = new Set([2, 20])
/** A file that claims more pages is not gone through for its links. */
const MOST_PAGES = 20_000

/** Of all pages at once: asked page by page, the library reads the text of each again. */
async function annotationsOf(document: PdfDocument, read: ReadonlySet<number>): Promise<readonly unknown[]> {
  if (document.numPages > MOST_PAGES) return []
  const indexes = Array.from({ length: document.numPages }, (_, index) => index)
  const skipped = new Set(indexes.filter((index) => !read.has(index)))
  const found: readonly unknown[] | null = await document.getAnnotationsByType(WANTED, skipped).catch(() => null)
  return [...(found ?? [])].sort((a, b) => pageIndexOf(a) - pageIndexOf(b))
}

function pageIndexOf(annotation: unknown): number {
  if (typeof annotation !== 'object' || annotation === null || !('pageIndex' in annotation)) return -1
  return typeof annotation.pageIndex === 'number' ? annotation.pageIndex : -1
}

async function readPage(page: PdfJsPage, number: number): Promise<PdfPage> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { width, height, matrix } = pageBox(page.view, page.rotate)
  const drawing = await page.getOperatorList()
  const runs = textRunsOf(drawing, OPS, matrix, fontsOf(page)).filter((run) => isOnPage(run, width, height))
  const upright = runs.filter((run) => run.font.vertical).map(itemOf)
  const level = withoutDoubles(runs.filter((run) => !run.font.vertical && turnOf(run) === 0).map(itemOf))
  const tables = ruledTables(level, rulingLinesOf(drawing, OPS, matrix))
  return {
    number,
    width,
    height,
    paths: drawing.fnArray.filter((operator) => operator === OPS.constructPath).length,
    lines: [...verticalLines(upright), ...pageLines(withTables(level, tables), width)],
    aside: turnedLines(runs.filter((run) => !run.font.vertical && turnOf(run) !== 0)),
  }
}

/** Text beside the page is not shown. */
function isOnPage(run: TextRun, width: number, height: number): boolean {
  return run.x > -run.size - run.width && run.x < width + run.size && run.y > -run.size && run.y < height + run.size
}

function itemOf(run: TextRun): PdfItem {
  const { text, x, y, width, size, font } = run
  return { text, x, y, width, size, bold: font.bold }
}

/** Degrees to the nearest tenth of a half turn: slanted letters are level all the same. */
function turnOf(run: TextRun): number {
  const turn = Math.round(run.angle / 15) * 15
  return turn === -180 ? 180 : turn
}

/** Text at another angle as if the page were turned: a table set sideways, the label of an axis. */
function turnedLines(runs: readonly TextRun[]): PdfLine[] {
  const turns = [...new Set(runs.map(turnOf))].sort((a, b) => a - b)
  return turns.flatMap((turn, index) => {
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
    const items = runs
      .filter((run) => turnOf(run) === turn)
      .map((run) => ({ ...itemOf(run), x: run.x * cos + run.y * sin, y: run.y * cos - run.x * sin }))
    const left = items.reduce((least, item) => Math.min(least, item.x), 0)
    const right = items.reduce((most, item) => Math.max(most, item.x + item.width), 0)
    const moved = items.map((item) => ({ ...item, x: item.x - left }))
    return pageLines(moved, right - left).map((line) => ({ ...line, column: line.column + (index + 1) * 1000 }))
  })
}

/** Letters drawn twice a hair apart, to look bold, are read once. */
function withoutDoubles(items: readonly PdfItem[]): PdfItem[] {
  const seen = new Map<string, PdfItem>()
  return items.filter((item) => {
    const key = `${item.text}|${Math.round(item.y / 2)}`
    const before = seen.get(key)
    seen.set(key, item)
    return before === undefined || Math.abs(before.x - item.x) > Math.min(item.width * 0.3, item.size * 0.2)
  })
}

/** Known once the page's drawing was read; a font's name says its weight where the font itself does not. */
function fontsOf(page: PdfJsPage): (name: string) => PdfFont {
  const known = new Map<string, PdfFont>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const font = toFont(name !== '' && page.commonObjs.has(name) ? page.commonObjs.get(name) : null)
    known.set(name, font)
    return font
  }
}

interface PdfJsFont {
  readonly bold?: boolean
  readonly black?: boolean
  readonly name?: string
  readonly vertical?: boolean
  readonly isType3Font?: boolean
  readonly fontMatrix?: ArrayLike<number> | null
  readonly bbox?: ArrayLike<number> | null
}

function toFont(font: PdfJsFont | null): PdfFont {
  const bold = font?.bold === true || font?.black === true || /bold|black|heavy|demi/i.test(font?.name ?? '')
  const vertical = font?.vertical === true
  if (font?.isType3Font !== true) return { bold, vertical, unit: font?.fontMatrix?.[0] || 0.001, height: 1 }
  const unit = font.fontMatrix?.[0] || 0.001
  const tall = Math.abs(((font.bbox?.[3] ?? 0) - (font.bbox?.[1] ?? 0)) * (font.fontMatrix?.[3] ?? unit))
  return { bold, vertical, unit, height: tall > 0 ? tall : 1 }
}

/** A ruled table takes the place of the items inside it, at the height of its first row. */
function withTables(items: readonly PdfItem[], tables: readonly RuledTable[]): readonly PdfItem[] {
  if (tables.length === 0) return items
  const stand = tables.map((table): PdfItem => {
    const first = items.find((item) => inTable(item, table))
    const size = first?.size ?? 10
    const width = table.right - table.left
    return { text: tableText(table), x: table.left, y: table.top - size, width, size, bold: false, isTable: true }
  })
  return [...items.filter((item) => !tables.some((table) => inTable(item, table))), ...stand]
}

/** What was filled in a form and is not drawn on the page. */
function fieldLines(annotations: readonly unknown[], page: PdfPage): PdfLine[] {
  const drawn = page.lines.map((line) => line.text).join(' ')
  return annotations.flatMap((annotation) => {
    const { name, value } = fieldOf(annotation)
    if (value === '' || drawn.includes(value)) return []
    const text = name === '' ? value : `${name}: ${value}`
    return [{ text, x: 0, right: 0, y: 0, size: 10, bold: false, column: -1, cells: [{ text, x: 0 }] }]
  })
}

function fieldOf(annotation: unknown): { name: string; value: string } {
  if (typeof annotation !== 'object' || annotation === null) return { name: '', value: '' }
  const fields = new Map<string, unknown>(Object.entries(annotation))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  }
  return { name: text('alternativeText'), value: fields.get('fieldType') === 'Tx' ? text('fieldValue') : '' }
}
