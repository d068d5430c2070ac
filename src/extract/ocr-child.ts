import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { limitMemory } from './limit-memory.ts'
import type { OcrLine, OcrMessage, OcrPage, OcrRequest } from './ocr-messages.ts'

type Language = 'eng' | 'jpn'
type Tesseract = typeof import('tesseract.js')
type Reader = Awaited<ReturnType<Tesseract['createWorker']>>
type Recognised = Awaited<ReturnType<Reader['recognize']>>['data']

/** A page of A4 in both languages takes 450 MB; a hostile picture unpacks to any size. */
const MEMORY_MB = 1536
/** Scans are read best at this resolution; the pixel limit may lower it. */
const DPI = 300
/** English read at least this surely needs no second look as Japanese: Japanese read as English comes to about 25. */
const SURE = 75
/** A short word makes more dark spots than this; a page of text far more. */
const SOME_INK = 0.0001
const TEXT_INK = 0.015
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/gu
const require = createRequire(import.meta.url)

/** The data lies in the packages; nothing is downloaded and nothing is written. */
const DATA: Readonly<Record<Language, () => string>> = {
  eng: () => require.resolve('@tesseract.js-data/eng/package.json'),
  jpn: () => require.resolve('@tesseract.js-data/jpn/package.json'),
}

const readers = new Map<Language, Promise<Reader>>()

function readerOf(language: Language): Promise<Reader> {
  const known = readers.get(language)
  if (known !== undefined) return known
  const opened = import('tesseract.js').then(async ({ default: { createWorker } }) => {
    // Without a handler of errors the library throws where nobody can catch; the promises reject all the same.
    return createWorker(language, 1, {
      langPath: join(dirname(DATA[language]()), '4.0.0_best_int'),
      cacheMethod: 'none',
      errorHandler: () => {},
    })
  })
  readers.set(language, opened)
  return opened
}

async function recognise(language: Language, image: Buffer, dpi: number): Promise<Recognised> {
  const reader = await readerOf(language)
  const options = { user_defined_dpi: String(Math.round(dpi)) }
  const { data } = await reader.recognize(image, options as never, { text: true, blocks: true })
  return data
}

/** The language of the page before is tried first; the other one only where the reading tells that it was wrong. */
async function readImage(image: Buffer, dpi: number, first: Language) {
  const one = await recognise(first, image, dpi)
  if (first === 'eng' ? one.confidence >= SURE : japaneseShare(one.text) >= 0.2) return { language: first, data: one }
  const second: Language = first === 'eng' ? 'jpn' : 'eng'
  const other = await recognise(second, image, dpi)
  const japanese = first === 'jpn' ? one : other
  const isJapanese =
    japaneseShare(japanese.text) >= 0.2 && japanese.confidence >= (first === 'jpn' ? other : one).confidence
  return isJapanese === (first === 'jpn') ? { language: first, data: one } : { language: second, data: other }
}

function japaneseShare(text: string): number {
  const visible = text.replace(/\s/g, '')
  return visible === '' ? 0 : (visible.match(CJK)?.length ?? 0) / visible.length
}

type PdfiumDocument = Awaited<
  ReturnType<Awaited<ReturnType<typeof import('@hyzyla/pdfium')['PDFiumLibrary']['init']>>['loadDocument']>
>

async function readPage(
  document: PdfiumDocument,
  number: number,
  { pixels, doubtful }: OcrRequest,
  first: Language,
): Promise<OcrPage> {
  const page = document.getPage(number - 1)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(DPI / 72, Math.sqrt(pixels / Math.max(1, originalWidth * originalHeight)))
  const { width, height, data } = await page.render({ scale, colorSpace: 'Gray', render: 'bitmap' })
  const found = { kind: 'page', number, width: originalWidth, height: originalHeight } as const
  if (darkShare(data) < (doubtful.includes(number) ? TEXT_INK : SOME_INK))
    return { ...found, language: null, lines: [] }
  const image = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), data])
  const read = await readImage(image, scale * 72, first)
  return { ...found, language: read.language, lines: linesOf(read.data, scale, originalHeight) }
}

/** A picture is read as it is: points of it stand for points of a page. */
async function readPicture(body: Uint8Array, { width, height }: { width: number; height: number }): Promise<OcrPage> {
  const read = await readImage(Buffer.from(body), DPI, 'eng')
  return { kind: 'page', number: 1, width, height, language: read.language, lines: linesOf(read.data, 1, height) }
}

function darkShare(gray: Uint8Array): number {
  let dark = 0
  for (const value of gray) if (value < 160) dark += 1
  return dark / Math.max(1, gray.length)
}

function linesOf(data: Recognised, scale: number, pageHeight: number): OcrLine[] {
  const lines = (data.blocks ?? []).flatMap((block) => block.paragraphs.flatMap((paragraph) => paragraph.lines))
  return lines.map((line) => ({
    text: line.text,
    x: line.bbox.x0 / scale,
    right: line.bbox.x1 / scale,
    y: pageHeight - line.baseline.y0 / scale,
    size: line.rowAttributes.rowHeight / scale,
    confidence: line.confidence / 100,
  }))
}

function tell(message: OcrMessage): void {
  process.send?.(message)
}

async function answer(request: OcrRequest): Promise<void> {
  if (request.picture !== undefined) {
    tell(await readPicture(request.body, request.picture))
    return tell({ kind: 'done' })
  }
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(request.body)
  let language: Language = 'eng'
  for (const number of request.pages) {
    try {
      const page = await readPage(document, number, request, language)
      language = page.language ?? language
      tell(page)
    } catch (error) {
      tell({ kind: 'failed', number, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  tell({ kind: 'done' })
}

process.once('message', (request: OcrRequest) => {
  answer(request).catch((error: unknown) => {
    process.stderr.write(String(error))
    process.exit(1)
  })
})
process.on('disconnect', () => process.exit(0))
limitMemory(MEMORY_MB)
tell({ kind: 'ready' })
