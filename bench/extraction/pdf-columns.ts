import { type PlacedText, tinyPdf } from '../../test/extract/tiny-pdf.ts'
import { prose, wrapped } from './pdf-prose.ts'
import type { Printer } from './print-pdf.ts'

/** A document of columns and its text in the order it is read. */
export interface ColumnDocument {
  readonly name: string
  readonly maker: string
  readonly body: Uint8Array
  readonly truth: string
}

const HEADING = 'Notes on the river and its valley'

interface Setting {
  readonly columns: number
  readonly gutter: number
  readonly size: number
  /** How much lower each column begins than the one before it. */
  readonly step?: number
  /** Every word is placed by itself. */
  readonly byWord?: boolean
}

/** Text of Helvetica is about half as wide as its size; the widest lines stay inside their column. */
const LETTER = 0.53

/** How many lines a column takes, and where each of the lines stands. */
function placedColumns(lines: readonly string[], top: number, bottom: number, setting: Setting): PlacedText[] {
  const { columns, gutter, size, step = 0 } = setting
  const width = (492 - gutter * (columns - 1)) / columns
  const perColumn = Math.ceil(lines.length / columns)
  if (top - perColumn * size * 1.2 < bottom) throw new Error('the lines do not fit on the page')
  return lines.flatMap((text, index): PlacedText[] => {
    const column = Math.floor(index / perColumn)
    const x = 60 + column * (width + gutter)
    const y = top - (index % perColumn) * size * 1.2 - column * step
    return setting.byWord === true ? wordsAt(text, x, y, size) : [{ x, y, text, size }]
  })
}

function wordsAt(text: string, x: number, y: number, size: number): PlacedText[] {
  let at = x
  return text.split(' ').map((word) => {
    const placed = { x: at, y, text: word, size }
    at += helveticaWidth(word, size) + size * 0.28
    return placed
  })
}

/** Widths of the small letters in thousandths, as the standard font has them. */
const WIDTHS = '556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500'
  .split(' ')
  .map(Number)

function helveticaWidth(word: string, size: number): number {
  const letters = [...word].map(
    (char) => WIDTHS[char.charCodeAt(0) - 97] ?? (char === 'M' ? 833 : char === '.' ? 278 : 722),
  )
  return (letters.reduce((sum, one) => sum + one, 0) * size) / 1000
}

function linesOf(paragraphs: readonly string[], setting: Setting): string[] {
  const width = (492 - setting.gutter * (setting.columns - 1)) / setting.columns
  return paragraphs.flatMap((text) => wrapped(text, Math.floor(width / (setting.size * LETTER))))
}

function byOperators(name: string, seed: number, setting: Setting): ColumnDocument {
  const lines = linesOf(prose(seed, 20), setting).slice(0, setting.columns * 48)
  const placed = placedColumns(lines, 700, 60, setting)
  const body = tinyPdf([[{ x: 60, y: 740, text: HEADING, size: 18 }, ...placed]])
  return { name, maker: 'operators', body, truth: [HEADING, ...lines].join(' ') }
}

/** Two columns, a line across the page, then three columns. */
function inBands(seed: number): ColumnDocument {
  const upper = { columns: 2, gutter: 14, size: 10 }
  const lower = { columns: 3, gutter: 12, size: 10 }
  const across = 'What the council reported about every bridge of the valley between the harbour and the sea'
  const above = linesOf(prose(seed, 8), upper).slice(0, 40)
  const below = linesOf(prose(seed + 1, 9), lower).slice(0, 60)
  const placed = [
    { x: 60, y: 740, text: HEADING, size: 18 },
    ...placedColumns(above, 700, 440, upper),
    { x: 60, y: 410, text: across, size: 11 },
    ...placedColumns(below, 380, 60, lower),
  ]
  return {
    name: 'two columns over three',
    maker: 'operators',
    body: tinyPdf([placed]),
    truth: [HEADING, ...above, across, ...below].join(' '),
  }
}

export function operatorDocuments(): ColumnDocument[] {
  return [
    byOperators('two columns, 10 pt between', 1, { columns: 2, gutter: 10, size: 10 }),
    byOperators('three columns', 2, { columns: 3, gutter: 12, size: 10 }),
    byOperators('four columns', 3, { columns: 4, gutter: 10, size: 8 }),
    byOperators('two columns at other heights', 4, { columns: 2, gutter: 18, size: 10, step: 5 }),
    byOperators('two columns, word by word', 5, { columns: 2, gutter: 16, size: 10, byWord: true }),
    inBands(6),
  ]
}

const JUSTIFIED = 'font: 10pt/1.25 sans-serif; text-align: justify'

/** What the browser prints with columns of CSS, one of them Arabic, which is read from the right. */
export async function printedDocuments(printer: Printer): Promise<ColumnDocument[]> {
  const documents: ColumnDocument[] = []
  for (const [index, [columns, gap]] of (
    [
      [2, 10],
      [2, 24],
      [3, 14],
      [4, 14],
    ] as const
  ).entries()) {
    const paragraphs = prose(200 + index, 14 + columns * 2)
    const text = paragraphs.map((one) => `<p>${one}</p>`).join('')
    const columnStyle = `columns: ${columns}; column-gap: ${gap}pt`
    const body = await printer.print(`<h1>${HEADING}</h1><div style="${JUSTIFIED}; ${columnStyle}">${text}</div>`)
    const truth = [HEADING, ...paragraphs].join(' ')
    documents.push({ name: `${columns} columns, ${gap} pt between`, maker: 'chromium', body, truth })
  }
  const [first, second] = [prose(210, 6), prose(211, 6)]
  const part = (texts: readonly string[]) => texts.map((one) => `<p>${one}</p>`).join('')
  const across = `<h2 style="column-span: all">${HEADING}</h2>`
  const body = await printer.print(`<div style="${JUSTIFIED}; columns: 2">${part(first)}${across}${part(second)}</div>`)
  const truth = [...first, HEADING, ...second].join(' ')
  return [...documents, { name: 'a heading across two columns', maker: 'chromium', body, truth }]
}
