import type { Extract } from '../../src/extract/types.ts'
import type { BenchOptions, BenchResult } from '../bench.ts'
import { pdfNumbersRun } from './pdf-numbers.ts'
import { pdfOrderRun } from './pdf-order.ts'
import { pdfSpeed } from './pdf-speed.ts'
import { openPrinter } from './print-pdf.ts'

type Numbers = Record<string, number | string | null>
type Rows = BenchResult['rows'][number][]

/** PDFs: exponents and indices planted in them, the order of columns, and pages a second of processor time. */
export async function measurePdfs(
  extract: Extract,
  options: BenchOptions,
  numbers: Numbers,
  rows: Rows,
): Promise<void> {
  const printer = await openPrinter()
  if (printer === null) options.say('no browser to print with: its PDFs are left out')
  try {
    const planted = await pdfNumbersRun(extract, printer)
    numbers.pdf_numbers_planted = planted.planted
    numbers.pdf_numbers_falsified = planted.falsified
    numbers.pdf_numbers_lost = planted.lost
    for (const wrong of planted.wrong) options.say(`PDF numbers: ${wrong}`)
    rows.push({
      what: `PDF numbers: exponents, indices, marks and cells planted in ${planted.ways} ways`,
      measured: `${planted.falsified} falsified, ${planted.lost} lost of ${planted.planted}`,
      baseline: '',
      target: '0 falsified of at least 200',
    })
    const order = await pdfOrderRun(extract, printer)
    numbers.pdf_order_documents = order.documents
    numbers.pdf_order_makers = order.makers
    numbers.pdf_order_right = order.right
    numbers.pdf_order = rounded(order.order, 4)
    const worst = `worst ${order.worst.name} ${rounded(order.worst.order, 3)}`
    options.say(`PDF order: ${order.right} of ${order.documents} right; ${worst}`)
    rows.push({
      what: `PDF order: ${order.documents} documents of two to four columns, ${order.makers} makers`,
      measured: `${order.right} right; runs of five words kept ${numbers.pdf_order}`,
      baseline: '',
      target: 'at least 20 documents of four makers',
    })
  } finally {
    await printer?.close()
  }
  const speed = await pdfSpeed(extract)
  numbers.pdf_pages_per_cpu_s = speed === null ? null : rounded(speed.pagesPerCpuSecond, 1)
  numbers.pdf_short_pages_per_cpu_s = speed === null ? null : rounded(speed.shortPagesPerCpuSecond, 1)
  options.say(
    `PDF: ${numbers.pdf_pages_per_cpu_s} pages a CPU second, short documents ${numbers.pdf_short_pages_per_cpu_s}`,
  )
  rows.push({
    what: `a PDF of ${speed?.pages ?? 0} pages; ${speed?.shortPages ?? 0} pages of short ones with their own fonts`,
    measured: `${numbers.pdf_pages_per_cpu_s} and ${numbers.pdf_short_pages_per_cpu_s} pages a CPU second`,
    baseline: '',
    target: 'at least 60 pages/s',
  })
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
