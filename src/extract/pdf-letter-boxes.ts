import type { Stretch } from '../domain/locate-passage.ts'
import type { PictureBox } from './page-picture-messages.ts'

/** The part of pdfium that tells where letters stand; its package declares no types for it. */
export interface PdfiumText {
  readonly HEAPU8: Uint8Array
  readonly wasmExports: { malloc(bytes: number): number; free(at: number): void }
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetCharBox(text: number, index: number, left: number, right: number, bottom: number, top: number): number
  _FPDF_PageToDevice(
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    rotate: number,
    pageX: number,
    pageY: number,
    deviceX: number,
    deviceY: number,
  ): number
}

/** The page is measured in so many steps a side: pdfium answers in whole numbers. */
const STEPS = 100_000
/** No page of a book has as many. */
const MOST_LETTERS = 200_000

/** The text of a page, and the boxes of any stretch of it. */
export function readLetters(pdfium: PdfiumText, page: number) {
  const layer = pdfium._FPDFText_LoadPage(page)
  const count = Math.min(MOST_LETTERS, Math.max(0, pdfium._FPDFText_CountChars(layer)))
  let text = ''
  /** By place in `text`: which letter of the page. */
  const letters: number[] = []
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(layer, index)
    const letter =
      code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
    text += letter
    for (let unit = 0; unit < letter.length; unit += 1) letters.push(index)
  }
  return {
    text,
    boxesOf: ({ start, end }: Stretch): readonly PictureBox[] =>
      joinLines(letters.slice(start, end).flatMap((index) => boxOf(pdfium, page, layer, index) ?? [])),
    close: () => pdfium._FPDFText_ClosePage(layer),
  }
}

/** A letter's box as it is drawn: turned and cut as the page is. */
function boxOf(pdfium: PdfiumText, page: number, layer: number, index: number): PictureBox | null {
  const at = pdfium.wasmExports.malloc(4 * 8 + 2 * 4)
  try {
    if (pdfium._FPDFText_GetCharBox(layer, index, at, at + 8, at + 16, at + 24) === 0) return null
    const view = new DataView(pdfium.HEAPU8.buffer)
    const [left, right, bottom, top] = [0, 8, 16, 24].map((step) => view.getFloat64(at + step, true)) as Corners
    const corners = [
      [left, top],
      [right, bottom],
    ].map(([x = 0, y = 0]) => {
      pdfium._FPDF_PageToDevice(page, 0, 0, STEPS, STEPS, 0, x, y, at + 32, at + 36)
      const drawn = new DataView(pdfium.HEAPU8.buffer)
      return { x: drawn.getInt32(at + 32, true) / STEPS, y: drawn.getInt32(at + 36, true) / STEPS }
    })
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
    return box.width > 0 && box.height > 0 && box.height < 0.5 ? box : null
  } finally {
    pdfium.wasmExports.free(at)
  }
}

type Corners = [number, number, number, number]

/** Between two columns is more, between two words less. */
const MOST_GAP = 0.05

/** Letters of one line become one box: those that overlap in height and follow each other. */
function joinLines(boxes: readonly PictureBox[]): readonly PictureBox[] {
  const lines: PictureBox[] = []
  for (const box of boxes) {
    const last = lines.at(-1)
    const overlap =
      last === undefined ? 0 : Math.min(last.y + last.height, box.y + box.height) - Math.max(last.y, box.y)
    const isSameLine = last !== undefined && overlap > Math.min(last.height, box.height) * 0.3
    const gap = last === undefined ? 0 : box.x - (last.x + last.width)
    if (last === undefined || !isSameLine || gap > MOST_GAP) lines.push(box)
    else lines[lines.length - 1] = around(last, box)
  }
  return lines
}

function around(a: PictureBox, b: PictureBox): PictureBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const width = Math.max(a.x + a.width, b.x + b.width) - x
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
