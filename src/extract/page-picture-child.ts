import { locatePassage } from '../domain/locate-passage.ts'
import { limitMemory } from './limit-memory.ts'
import type { PictureBox, PictureMessage, PictureRequest } from './page-picture-messages.ts'
import { type PdfiumText, readLetters } from './pdf-letter-boxes.ts'
import { pngOf } from './png.ts'

/** The process behind page-picture.ts: draws a page of a hostile PDF and finds words in it. */
const MEMORY_MB = 1024
/** Enough to read on a screen; the pixel limit may lower it. */
const DPI = 110
/** Pages around the one that was named on which the words are looked for: a passage may go over the end of a page. */
const AROUND = [0, 1, -1]

async function draw(request: PictureRequest): Promise<PictureMessage> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  const library = await PDFiumLibrary.init()
  process.send?.({ kind: 'taken' } satisfies PictureMessage)
  const document = await library.loadDocument(request.body)
  const pages = document.getPageCount()
  if (pages === 0) return { kind: 'failed', problem: 'The PDF has no page' }
  const asked = Math.min(pages, Math.max(1, request.number))
  const tried = AROUND.map((step) => asked + step).filter((number) => number >= 1 && number <= pages)
  let [number, boxes]: [number, readonly PictureBox[]] = [asked, []]
  for (const candidate of request.words === '' ? [] : tried) {
    boxes = wordsOn(document.getPage(candidate - 1), request)
    if (boxes.length === 0) continue
    number = candidate
    break
  }
  const page = document.getPage(number - 1)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(DPI / 72, Math.sqrt(request.pixels / Math.max(1, originalWidth * originalHeight)))
  const { width, height, data } = await page.render({ scale, render: 'bitmap' })
  return { kind: 'drawn', number, pages, width, height, png: pngOf(data, width, height), boxes: [...boxes] }
}

/** pdfium's own module and page are fields of the package's class, which declares them private. */
interface OpenPage {
  readonly module: PdfiumText
  readonly pageIdx: number
}

function wordsOn(page: object, { words, before, after }: PictureRequest): readonly PictureBox[] {
  const { module, pageIdx } = page as OpenPage
  const letters = readLetters(module, pageIdx)
  try {
    const found = locatePassage(letters.text, words, { before, after })
    return found === null ? [] : letters.boxesOf(found)
  } finally {
    letters.close()
  }
}

process.on('message', (message) => {
  draw(message as PictureRequest).then(
    (drawn) => process.send?.(drawn),
    (error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error)
      process.send?.({ kind: 'failed', problem } satisfies PictureMessage)
    },
  )
})
process.on('disconnect', () => process.exit(0))
limitMemory(MEMORY_MB)
