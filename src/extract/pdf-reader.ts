import type { Settings } from '../domain/settings.ts'
import { siblingFile } from '../domain/sibling-file.ts'
import { createOcr } from './ocr.ts'
import type { FromPdfChild, PdfChildSettings, ToPdfChild } from './pdf-messages.ts'
import { startProcessWorker } from './process-worker.ts'
import { createSingleWorker } from './single-worker.ts'
import { type Extract, type Extraction, UNEXPECTED_FAILURE } from './types.ts'
import type { WorkerFailure } from './worker-handle.ts'

const FILE = siblingFile(import.meta.url, 'pdf-child')

/**
 * A few kilobytes can unpack to gigabytes of text or fonts, most of them in buffers, which `memoryMb` counts as well.
 */
const LIMITS = { heapMb: 512, memoryMb: 1024, idleMs: 10_000 }
/** The reading of pictures keeps its own limits; this one only stands behind them. */
const SCAN_SLACK_S = 30
/** A process that has not started on a busy machine after this long never will. */
const START_S = 60

/** PDFs are read one at a time in a process of their own: a hostile one costs its own reading, not this process. */
export function createPdfReader(settings: Settings['extract'], limits = LIMITS): Extract {
  const childSettings: PdfChildSettings = { ...settings, memoryMb: limits.memoryMb }
  const open = () => startProcessWorker<FromPdfChild>(FILE, limits.heapMb, JSON.stringify(childSettings))
  const run = createSingleWorker(open, limits)
  const ocr = createOcr(settings)
  return (document, signal) => {
    const question: ToPdfChild = { kind: 'read', document }
    return run<Extraction>({
      signal,
      question,
      deadlineMs: START_S * 1000,
      read: (message) => {
        if (message.kind === 'done') return { answer: message.extraction }
        if (message.kind === 'taken') return { moreMs: settings.pdf_seconds * 1000 }
        const reply = ocr({ ...message, body: document.body }).then(
          (reading): ToPdfChild => ({ kind: 'scanned', reading }),
        )
        return { moreMs: (settings.pdf_seconds + settings.ocr_seconds + SCAN_SLACK_S) * 1000, reply }
      },
      failed: (why) => failed(why, limits.memoryMb),
    })
  }
}

function failed(why: WorkerFailure, memoryMb: number): Extraction {
  if (why.kind === 'late')
    return { ok: false, failure: 'too_costly', reason: `The PDF took longer than ${why.seconds} s to read` }
  if (why.kind === 'out_of_memory')
    return { ok: false, failure: 'too_costly', reason: `The PDF needs more than ${memoryMb} MB to read` }
  const reason = why.kind === 'failed' ? `${UNEXPECTED_FAILURE}: ${why.message}` : 'The reading of the PDF ended early'
  return { ok: false, failure: 'broken_pdf', reason }
}
