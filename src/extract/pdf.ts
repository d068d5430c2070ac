import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { parseDate } from './dates.ts'
import { tidy } from './dom.ts'
import { toFragments, truncationFlag, withoutStrays } from './fragments.ts'
import { identifiersOfPage } from './identifiers.ts'
import { createLanguageDetector } from './language.ts'
import { patentsAndLaws } from './patents-and-laws.ts'
import { outlineKey, pdfBlocks } from './pdf-blocks.ts'
import { type PdfItem, type PdfPage, pageLines, verticalLines } from './pdf-lines.ts'
import { createLinkList, type LinkList } from './pdf-links.ts'
import { rulingLinesOf } from './pdf-ruling-lines.ts'
import { readScans, type ScanReading } from './pdf-scans.ts'
import { inTable, type RuledTable, ruledTables, tableText } from './pdf-tables.ts'
import { judgeQuality } from './quality.ts'
import type { Extraction, RawDocument } from './types.ts'

export interface PdfReading {
  /** Later pages are skipped: a thousand-page scan must not block the pipeline. */
  readonly maxPages: number
  /** How pages without text are read; null: not at all. */
  readonly scans: ScanReading | null
}

export async function extractPdf(raw: RawDocument, reading: PdfReading): Promise<Extraction> {
  return withoutStrayRejections(() => readPdf(raw, reading))
}

/** pdf.js sometimes drops a rejected promise when a damaged file ends early; unhandled, it would end the process. */
async function withoutStrayRejections<T>(work: () => Promise<T>): Promise<T> {
  const hold = (reason: unknown) => {
    if (!isPdfError(reason)) throw reason
  }
  process.on('unhandledRejection', hold)
  try {
    return await work()
  } finally {
    // The last dropped rejection is reported one turn later.
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', hold)
  }
}

const PDF_ERROR_NAME = multilineRegExp('')`
  ^(?:ParserEOF|XRef\w*|InvalidPDF|UnknownError|MissingData|Abort|Response|Password|Format|Jpeg|Jbig2
    |Jpx)(?:Exception|Error)$|^UnknownErrorException$|^XRefEntryException$|^XRefParseException$`

function isPdfError(reason: unknown): boolean {
  const name = typeof reason === 'object' && reason !== null && 'name' in reason ? String(reason.name) : ''
  return PDF_ERROR_NAME.test(name)
}

async function readPdf(raw: RawDocument, { maxPages, scans }: PdfReading): Promise<Extraction> {
  const opened = await openPdf(raw.body)
  if (!opened.ok) return opened.failure
  try {
    const found = createLinkList()
    const { pages: written, info } = await readPages(opened.document, maxPages, found)
    const { links } = found
    const { pages, scanned, problem, flags } = await readScans(raw.body, written, scans)
    const { blocks, title } = pdfBlocks(pages, await outlineOf(opened.document))
    const text = blocks.map((block) => block.text).join('\n\n')
    const detect = await createLanguageDetector(text)
    const language = detect(text.slice(0, 4000))
    const fragments = toFragments(withoutStrays(blocks), 'pdf', detect, language).map((fragment) => {
      const confidence = scanned.get(fragment.page_number ?? 0)
      return confidence === undefined ? fragment : { ...fragment, extraction_method: 'ocr' as const, confidence }
    })
    if (fragments.length === 0) {
      if (problem !== null) return { ok: false, failure: 'ocr_failed', reason: problem }
      return { ok: false, failure: 'empty', reason: 'The PDF carries no text' }
    }
    const quality = judgeQuality({ fragments, pageLength: text.length, adElements: 0, affiliateLinks: 0, linkShare: 0 })
    return {
      ok: true,
      page: {
        title: sensibleTitle(info.title) ?? title,
        authors: (info.author ?? '')
          .split(/[;、]/)
          .map(tidy)
          .filter((name) => name !== ''),
        publishedAt: pdfDate(info.created),
        updatedAt: pdfDate(info.modified),
        canonicalUrl: null,
        language,
        pageType: 'pdf',
        fragments,
        identifiers: identifiersOfPage({ url: raw.url, meta: new Map(), text, links }),
        documents: patentsAndLaws([raw.url, text, ...links].join('\n')),
        links,
        quality: quality.score,
        qualityFlags: [...quality.flags, ...flags, ...truncationFlag(fragments, opened.document.numPages > maxPages)],
        qualityReasons: quality.reasons,
      },
    }
  } finally {
    await opened.document.loadingTask.destroy()
  }
}

type PdfDocument = Awaited<ReturnType<typeof import('pdfjs-dist/legacy/build/pdf.mjs')['getDocument']>['promise']>

async function openPdf(
  body: Uint8Array,
): Promise<{ ok: true; document: PdfDocument } | { ok: false; failure: Extraction }> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const folder = (name: string) => `${pathToFileURL(join(root, name)).href}/`.replace(/^file:\/\//, '')
  const task = pdfjs.getDocument({
    data: Uint8Array.from(body),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
    // Pictures are no text and their decoding is the slow part; scans are drawn by pdfium.
    maxImageSize: 1,
  })
  try {
    return { ok: true, document: await task.promise }
  } catch (error) {
    await task.destroy()
    const locked = error instanceof Error && error.name === 'PasswordException'
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, failure: { ok: false, failure: locked ? 'password_pdf' : 'broken_pdf', reason } }
  }
}

interface PdfInfo {
  readonly title: string | undefined
  readonly author: string | undefined
  readonly created: string | undefined
  readonly modified: string | undefined
}

/** By hand: a schema library would cost the thread more to load than it reads. */
function readInfo(info: object): PdfInfo {
  const fields = new Map<string, unknown>(Object.entries(info))
  const text = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return { title: text('Title'), author: text('Author'), created: text('CreationDate'), modified: text('ModDate') }
}

async function readPages(
  document: PdfDocument,
  maxPages: number,
  links: LinkList,
): Promise<{ pages: PdfPage[]; info: PdfInfo }> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const metadata = await document.getMetadata().catch(() => null)
  const pages: PdfPage[] = []
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
    // A damaged page must not lose the others.
    const page = await document.getPage(number).catch(() => null)
    const content = await page?.getTextContent().catch(() => null)
    if (page === null || content === null || content === undefined) continue
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const drawing = await page.getOperatorList().catch(() => null)
    const level: PdfItem[] = []
    const upright: PdfItem[] = []
    const isBold = boldFonts(page)
    for (const item of content.items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [a = 0, b = 0, , , x = 0, y = 0]: readonly number[] = item.transform
      const vertical = content.styles[item.fontName]?.vertical === true
      // Text set sideways is a stamp or an axis label.
      if (!vertical && Math.abs(b) > Math.abs(a)) continue
      const size = vertical ? Math.abs(a) || item.width : item.height || Math.abs(a)
      const bold = isBold(item.fontName)
      const placed = { text: item.str, x: x - left, y: y - bottom, width: item.width, size, bold }
      if (vertical) upright.push(placed)
      else level.push(placed)
    }
    const rules = drawing === null ? { level: [], upright: [] } : rulingLinesOf(drawing, pdfjs.OPS, left, bottom)
    pages.push({
      number,
      width: right - left,
      height: top - bottom,
      paths: drawing?.fnArray.filter((operator) => operator === pdfjs.OPS.constructPath).length ?? 0,
      lines: [...verticalLines(upright), ...pageLines(withTables(level, ruledTables(level, rules)), right - left)],
    })
    if (links.hasRoom()) links.add(await page.getAnnotations().catch(() => []))
    page.cleanup()
  }
  return { pages, info: readInfo(metadata?.info ?? {}) }
}

/** Known once the page's drawing was read; a font's name says its weight where the font itself does not. */
function boldFonts(page: Awaited<ReturnType<PdfDocument['getPage']>>): (fontName: string) => boolean {
  const known = new Map<string, boolean>()
  return (fontName) => {
    const before = known.get(fontName)
    if (before !== undefined) return before
    const font: { bold?: boolean; black?: boolean; name?: string } | null = page.commonObjs.has(fontName)
      ? page.commonObjs.get(fontName)
      : null
    const bold = font?.bold === true || font?.black === true || /bold|black|heavy|demi/i.test(font?.name ?? '')
    known.set(fontName, bold)
    return bold
  }
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

interface Bookmark {
  readonly title: string
  readonly items: readonly Bookmark[]
}

/** Titles of the bookmarks with their depth, as far as a reader would unfold them. */
async function outlineOf(document: PdfDocument): Promise<Map<string, number>> {
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

function sensibleTitle(title: string | undefined): string | null {
  const text = tidy(title ?? '')
  return text.length < 5 || /^(?:untitled|microsoft word|slide \d|.*\.(?:docx?|pdf|tex|dvi|indd))/i.test(text)
    ? null
    : text
}

function pdfDate(value: string | undefined): string | null {
  const match = /^D:(\d{4})(\d{2})(\d{2})/.exec(value ?? '')
  return match === null ? null : parseDate(`${match[1]}-${match[2]}-${match[3]}`)
}
