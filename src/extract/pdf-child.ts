import { limitMemory } from './limit-memory.ts'
import type { Ocr } from './ocr.ts'
import { extractPdf } from './pdf.ts'
import type { FromPdfChild, PdfChildSettings, ToPdfChild } from './pdf-messages.ts'
import { type Extraction, type RawDocument, UNEXPECTED_FAILURE } from './types.ts'

/** The process behind pdf-reader.ts: a PDF comes in, an extraction goes out. Its parent alone can write to it. */
const settings = JSON.parse(process.argv[2] ?? '{}') as PdfChildSettings

// The library makes one when it loads, and draws with it, which nobody asks for here. The native package it would
// take it from may not be loaded by this process. Nor is any letter drawn: a font is loaded at once and holds nothing.
Object.assign(globalThis, {
  DOMMatrix: class DOMMatrix {},
  FontFace: class FontFace {
    readonly loaded = Promise.resolve()
  },
})
const loaded = import('pdfjs-dist/legacy/build/pdf.mjs')

function tell(message: FromPdfChild): void {
  process.send?.(message)
}

/** Pictures are read by a process that the parent starts; this one may start none. */
let takeReading: ((reading: Awaited<ReturnType<Ocr>>) => void) | null = null
const askParent: Ocr = ({ pages, doubtful }) => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Ocr>>>()
  takeReading = resolve
  tell({ kind: 'scans', pages, doubtful })
  return promise
}

async function read(document: RawDocument): Promise<Extraction> {
  await loaded
  tell({ kind: 'taken' })
  const scans = settings.ocr ? { limits: settings, ocr: askParent } : null
  return extractPdf(document, { maxPages: settings.pdf_pages, scans })
}

process.on('message', (message) => {
  const asked = message as ToPdfChild
  if (asked.kind === 'scanned') return takeReading?.(asked.reading)
  read(asked.document).then(
    (extraction) => tell({ kind: 'done', extraction }),
    (error: unknown) => {
      const reason = `${UNEXPECTED_FAILURE}: ${error instanceof Error ? error.message : String(error)}`
      tell({ kind: 'done', extraction: { ok: false, failure: 'broken_pdf', reason } })
    },
  )
})
process.on('disconnect', () => process.exit(0))
limitMemory(settings.memoryMb)
