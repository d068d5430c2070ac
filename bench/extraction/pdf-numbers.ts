import { readFileSync } from 'node:fs'
import type { Extract } from '../../src/extract/types.ts'
import { tinyPdf } from '../../test/extract/tiny-pdf.ts'
import { PLANTED, sentenceOf, TABLE } from './pdf-planted.ts'
import type { Printer } from './print-pdf.ts'

export interface NumbersRun {
  readonly planted: number
  readonly ways: number
  /** Came out as another figure. */
  readonly falsified: number
  /** Did not come out. */
  readonly lost: number
  readonly wrong: readonly string[]
}

interface Part {
  readonly text: string
  readonly level: 'base' | 'high' | 'low'
}

/** Figures set high and low in sentences and cells of PDFs made in several ways, and what became of them. */
export async function pdfNumbersRun(extract: Extract, printer: Printer | null): Promise<NumbersRun> {
  const documents = [
    { way: 'rise', body: operatorPdf({ scale: 0.65, rise: 0.38, fall: 0.18, leading: 30 }) },
    { way: 'Word-like rise', body: operatorPdf({ scale: 0.58, rise: 0.33, fall: 0.1, leading: 12 }) },
    { way: 'same size', body: operatorPdf({ scale: 1, rise: 0.4, fall: 0.3, leading: 14 }) },
    {
      way: 'pdftex',
      body: new Uint8Array(readFileSync(new URL('./pdf-fixtures/pdftex-numbers.pdf', import.meta.url))),
    },
    ...(printer === null
      ? []
      : [
          { way: 'chromium', body: await printer.print(htmlPage('')) },
          {
            way: 'chromium, small',
            body: await printer.print(htmlPage('sup, sub { font-size: 62%; line-height: 0 }')),
          },
        ]),
  ]
  const wrong: string[] = []
  let [planted, falsified, lost] = [0, 0, 0]
  for (const { way, body } of documents) {
    const read = await extract({ url: 'https://numbers.example/a.pdf', contentType: 'application/pdf', body })
    const text = read.ok ? read.page.fragments.map((fragment) => fragment.text_content).join('\n') : ''
    for (const { expected, found, isCell } of checks(text, way !== 'pdftex')) {
      planted += 1
      if (found === expected) continue
      wrong.push(`${way}${isCell ? ' (cell)' : ''}: ${expected} came out as ${found ?? 'nothing'}`)
      if (found === null) lost += 1
      else falsified += 1
    }
  }
  return { planted, ways: documents.length, falsified, lost, wrong }
}

function* checks(
  text: string,
  withTable: boolean,
): Generator<{ expected: string; found: string | null; isCell: boolean }> {
  for (const [index, { expected }] of PLANTED.entries()) {
    const [before = '', after = ''] = sentenceOf(index, '|').split('|')
    const from = text.indexOf(before)
    const to = text.indexOf(after, from)
    yield { expected, found: from < 0 || to < 0 ? null : text.slice(from + before.length, to), isCell: false }
  }
  const rows = new Map(text.split('\n').map((line) => [line.split(' | ')[0], line.split(' | ')]))
  for (const row of withTable ? TABLE : [])
    for (const [column, { expected }] of row.entries())
      yield { expected, found: rows.get(row[0]?.expected ?? '')?.[column] ?? null, isCell: true }
}

function partsOf(marked: string): Part[] {
  return marked.split(/([_^]\{[^}]*\})/).flatMap((piece): Part[] => {
    if (piece === '') return []
    if (!/^[_^]\{/.test(piece)) return [{ text: piece, level: 'base' }]
    return [{ text: piece.slice(2, -1), level: piece.startsWith('^') ? 'high' : 'low' }]
  })
}

interface ScriptSetting {
  readonly scale: number
  readonly rise: number
  readonly fall: number
  /** From line to line, in points. */
  readonly leading: number
}

/** Text rise and a smaller font, by hand-written operators; the sentences, then a ruled table. */
function operatorPdf(setting: ScriptSetting): Uint8Array {
  const text = (x: number, y: number, marked: string) => {
    const shown = partsOf(marked).map((part) => {
      const size = part.level === 'base' ? 10 : 10 * setting.scale
      const rise = part.level === 'base' ? 0 : part.level === 'high' ? 10 * setting.rise : -10 * setting.fall
      return `/F1 ${size} Tf ${rise} Ts (${winAnsi(part.text)}) Tj`
    })
    return `BT ${x} ${y} Td ${shown.join(' ')} ET`
  }
  const sentences = PLANTED.map(({ marked }, index) =>
    text(72, 740 - (index % 22) * setting.leading, sentenceOf(index, marked)),
  )
  const rows = TABLE.flatMap((row, index) =>
    row.map(({ marked }, column) => text(76 + column * 140, 706 - index * 20, marked)),
  )
  const ruled = [
    ...Array.from({ length: TABLE.length + 1 }, (_, index) => `72 ${720 - index * 20} m 492 ${720 - index * 20} l S`),
    ...[72, 212, 352, 492].map((x) => `${x} 720 m ${x} ${720 - TABLE.length * 20} l S`),
  ]
  const pages = [sentences.slice(0, 22), sentences.slice(22), [...ruled, ...rows]]
  return tinyPdf(
    pages.map(() => []),
    { drawn: new Map(pages.map((page, index) => [index, page.join('\n')])) },
  )
}

function winAnsi(text: string): string {
  return text.replaceAll('×', '\\327').replaceAll('-', '\\226')
}

function htmlPage(style: string): string {
  const html = (marked: string) =>
    partsOf(marked)
      .map(({ text, level }) =>
        level === 'base' ? text : level === 'high' ? `<sup>${minus(text)}</sup>` : `<sub>${text}</sub>`,
      )
      .join('')
  const sentences = PLANTED.map(({ marked }, index) => `<p>${html(sentenceOf(index, marked))}</p>`).join('')
  const rows = TABLE.map((row) => `<tr>${row.map(({ marked }) => `<td>${html(marked)}</td>`).join('')}</tr>`).join('')
  const table = `<table style="border-collapse: collapse">${rows}</table>`
  return `<style>td { border: 1px solid; padding: 4px } ${style}</style>${sentences}${table}`
}

function minus(text: string): string {
  return text.replaceAll('-', '−')
}
