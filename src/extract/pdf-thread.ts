import { parentPort, workerData } from 'node:worker_threads'
import type { Settings } from '../domain/settings.ts'
import { createOcr } from './ocr.ts'
import { extractPdf } from './pdf.ts'
import type { ScanReading } from './pdf-scans.ts'
import { type RawDocument, UNFORESEEN } from './types.ts'

const settings = workerData as Settings['extract']

/** Tells when the reading of pictures begins: it has limits of its own, and takes far longer than text may. */
function scanReading(): ScanReading | null {
  if (!settings.ocr) return null
  const ocr = createOcr(settings)
  return {
    limits: settings,
    ocr: (wanted) => {
      parentPort?.postMessage({ kind: 'scans' })
      return ocr(wanted)
    },
  }
}

parentPort?.on('message', (raw: RawDocument) => {
  extractPdf(raw, { maxPages: settings.pdf_pages, scans: scanReading() }).then(
    (extraction) => parentPort?.postMessage({ kind: 'done', extraction }),
    (error: unknown) => {
      const reason = `${UNFORESEEN}: ${error instanceof Error ? error.message : String(error)}`
      parentPort?.postMessage({ kind: 'done', extraction: { ok: false, failure: 'broken_pdf', reason } })
    },
  )
})
