import type { Ocr, OcrLimits } from './ocr.ts'
import type { OcrPage } from './ocr-messages.ts'
import type { PdfLine, PdfPage } from './pdf-page.ts'

const CJK = '[\\u3000-\\u30ff\\u3400-\\u9fff\\uff01-\\uff60]'
const SPACE_AT_CJK = new RegExp(`(?<=${CJK})\\s+|(?<!\\s)\\s+(?=${CJK})`, 'gu')
/** A page with fewer letters may be a scan that only a stamp or a page number was written on. */
const FEW_LETTERS = 80
/** Letters drawn as outlines are this many paths or more. */
const OUTLINES = 60
/** Letters that a font without a map of its own leaves behind: private use, replacement, controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what is looked for
const UNREADABLE = /[\ue000-\uf8ff\ufffd\u0000-\u0008\u000e-\u001f\u{f0000}-\u{10ffff}]/gu

/** How pages without text are read. */
export interface ScanReading {
  readonly ocr: Ocr
  readonly limits: OcrLimits
}

type TextLayer = 'good' | 'few' | 'none'

/** Whether a page's own text can be used: `none` where there is none, or where its letters are no letters. */
function textLayerOf(lines: readonly PdfLine[]): TextLayer {
  const visible = lines
    .map((line) => line.text)
    .join('')
    .replace(/\s/g, '')
  if (visible.length === 0) return 'none'
  if ((visible.match(UNREADABLE)?.length ?? 0) > visible.length * 0.3) return 'none'
  return visible.length < FEW_LETTERS ? 'few' : 'good'
}

interface ReadScans {
  readonly pages: readonly PdfPage[]
  /** Pages read by OCR, and how sure it was. */
  readonly scanned: ReadonlyMap<number, number>
  /** Why a page that is a picture could not be read; null when there was none such. */
  readonly problem: string | null
  readonly flags: readonly string[]
}

/** Pages whose own text is missing or unusable get what OCR reads in them; all others stay as they are. */
export async function readScans(
  body: Uint8Array,
  written: readonly PdfPage[],
  reading: ScanReading | null,
): Promise<ReadScans> {
  const layers = new Map(written.map((page) => [page.number, textLayerOf(page.lines)]))
  const kept = written.map((page) => (layers.get(page.number) === 'none' ? { ...page, lines: [] } : page))
  const wanted = worthReading(written, layers, hasPictures(body))
  if (wanted.length === 0) return { pages: kept, scanned: new Map(), problem: null, flags: [] }
  if (reading === null)
    return { pages: kept, scanned: new Map(), problem: 'The text of this PDF cannot be read and OCR is off', flags: [] }
  const asked = wanted.slice(0, reading.limits.ocr_pages)
  const doubtful = asked.filter((number) => layers.get(number) === 'few')
  const { pages, failed } = await reading.ocr({ body, pages: asked, doubtful })
  const bodySize = middleSize(
    kept.filter((page) => layers.get(page.number) === 'good').flatMap((page) => page.lines),
    10,
  )
  const read = new Map(pages.map((page) => [page.number, scannedPage(page, reading.limits.ocr_confidence, bodySize)]))
  const scanned = new Map<number, number>()
  const merged = kept.map((page) => {
    const scan = read.get(page.number)
    if (scan === undefined || lettersOf(scan) < 3 * lettersOf(page) || scan.lines.length === 0) return page
    scanned.set(page.number, scan.confidence)
    return scan
  })
  const flags = [
    ...(scanned.size > 0 ? ['ocr', `ocr_confidence_${Math.round(100 * meanOf([...scanned.values()]))}`] : []),
    ...(failed.length > 0 ? ['ocr_incomplete'] : []),
    ...(wanted.length > asked.length ? ['ocr_truncated'] : []),
  ]
  return { pages: merged, scanned, problem: problemOf(pages, failed), flags }
}

/**
 * Pages without text that show something; of a document of pictures also those with a little text, a stamp or a number.
 * A document of written pages has short ones too, which are not looked at again.
 */
function worthReading(
  written: readonly PdfPage[],
  layers: ReadonlyMap<number, TextLayer>,
  pictures: boolean,
): readonly number[] {
  const without = written.filter(
    (page) => layers.get(page.number) === 'none' && (pictures || page.lines.length > 0 || page.paths >= OUTLINES),
  )
  const few = pictures ? written.filter((page) => layers.get(page.number) === 'few') : []
  const scan = (without.length + few.length) * 2 > written.length
  return [...without, ...(scan ? few : [])].map((page) => page.number).sort((a, b) => a - b)
}

/** The dictionary of a picture is a stream's and stands in the file uncompressed. */
function hasPictures(body: Uint8Array): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes('/Image')
}

function problemOf(pages: readonly OcrPage[], failed: readonly { number: number; reason: string }[]): string | null {
  const [first] = failed
  if (first !== undefined) return `Page ${first.number} of the scan: ${first.reason}`
  return pages.some((page) => page.lines.length > 0) ? 'The scan holds no line that can be read surely enough' : null
}

function lettersOf(page: PdfPage): number {
  return page.lines.reduce((sum, line) => sum + line.text.length, 0)
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

interface ScannedPage extends PdfPage {
  /** 0..1, mean over its letters. */
  readonly confidence: number
}

/**
 * What OCR read, as lines of the same kind as the text layer's; lines it is unsure of are left out. The page is scaled
 * so that its body has the document's size: scans differ in resolution, and headings are told by size.
 */
export function scannedPage(page: OcrPage, leastConfidence: number, bodySize: number): ScannedPage {
  const sure = page.lines.filter((line) => line.confidence >= leastConfidence && /[\p{L}\p{N}]/u.test(line.text))
  const letters = sure.reduce((sum, line) => sum + line.text.length, 0)
  const confidence = sure.reduce((sum, line) => sum + line.confidence * line.text.length, 0) / Math.max(1, letters)
  const scale = bodySize / Math.max(1, middleSize(sure, 10))
  return {
    number: page.number,
    width: page.width * scale,
    height: page.height * scale,
    paths: 0,
    confidence,
    lines: sure.map((line) => {
      const text = line.text.normalize('NFKC').replace(/\s+/g, ' ').replace(SPACE_AT_CJK, '').trim()
      const size = line.size * scale
      return {
        text,
        x: line.x * scale,
        right: line.right * scale,
        y: line.y * scale,
        // Heights are measured to a pixel or two: what differs by less than a third is the body.
        size: Math.abs(size - bodySize) < bodySize * 0.35 ? bodySize : Math.round(size),
        bold: false,
        column: 0,
        cells: [{ text, x: line.x * scale }],
      }
    }),
  }
}

/** The size that the letter in the middle has. */
function middleSize(lines: readonly { readonly text: string; readonly size: number }[], otherwise: number): number {
  const sizes = lines.flatMap((line) => Array.from({ length: Math.ceil(line.text.length / 10) }, () => line.size))
  return sizes.sort((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? otherwise
}
