import { readFileSync } from 'node:fs'
import type { Extract } from '../../src/extract/types.ts'
import { type ColumnDocument, operatorDocuments, printedDocuments } from './pdf-columns.ts'
import { FIXTURES } from './pdf-fixtures/fixtures.ts'
import { prose } from './pdf-prose.ts'
import type { Printer } from './print-pdf.ts'
import { compareShingles } from './scorers.ts'

export interface OrderRun {
  readonly documents: number
  readonly makers: number
  /** Documents whose text came out whole and in order. */
  readonly right: number
  /** Share of runs of five words that came out as they are written, over all documents. */
  readonly order: number
  readonly worst: { readonly name: string; readonly order: number }
  readonly scores: readonly { readonly name: string; readonly order: number }[]
}

/** Fewer are an order that a reader would stumble over. */
const RIGHT = 0.97

/** Documents of two to four columns, read and compared with their text in runs of five words. */
export async function pdfOrderRun(extract: Extract, printer: Printer | null): Promise<OrderRun> {
  const documents = [
    ...operatorDocuments(),
    ...fixtureDocuments(),
    ...(printer === null ? [] : await printedDocuments(printer)),
  ]
  const scores: { name: string; order: number }[] = []
  for (const document of documents) {
    const { body } = document
    const read = await extract({ url: 'https://columns.example/a.pdf', contentType: 'application/pdf', body })
    const text = read.ok ? read.page.fragments.map((fragment) => fragment.text_content).join(' ') : ''
    scores.push({ name: `${document.maker}: ${document.name}`, order: orderKept(document.truth, text) })
  }
  return {
    documents: documents.length,
    makers: new Set(documents.map((document) => document.maker)).size,
    right: scores.filter((score) => score.order >= RIGHT).length,
    order: scores.reduce((sum, score) => sum + score.order, 0) / Math.max(1, scores.length),
    scores,
    worst: scores.reduce((least, score) => (score.order < least.order ? score : least)),
  }
}

function fixtureDocuments(): ColumnDocument[] {
  return FIXTURES.map((fixture) => ({
    name: `${fixture.columns} columns, ${fixture.gutter} pt between`,
    maker: fixture.maker,
    body: new Uint8Array(readFileSync(new URL(`./pdf-fixtures/${fixture.name}.pdf`, import.meta.url))),
    truth: [fixture.heading, ...prose(fixture.seed, fixture.paragraphs)].join(' '),
  }))
}

/** The harmonic mean of the runs of five words kept and of those that are the text's. */
export function orderKept(truth: string, text: string): number {
  const { right, extra, missing } = compareShingles(truth.toLowerCase(), text.toLowerCase(), 5)
  return (2 * right) / Math.max(1, 2 * right + extra + missing)
}
