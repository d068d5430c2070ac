import type { Settings } from '../domain/settings.ts'
import { createSingleWorker, type WorkerFailure } from './single-worker.ts'
import { type Extract, type Extraction, UNFORESEEN } from './types.ts'

/**
 * A file that refers to itself makes the parser fill all memory it is given, without a pause in which a timer could
 * fire.
 */
const LIMITS = { heapMb: 512, idleMs: 10_000 }
/** The reading of pictures keeps its own limits; this one only stands behind them. */
const SCAN_SLACK_S = 30

type FromThread = { readonly kind: 'scans' } | { readonly kind: 'done'; readonly extraction: Extraction }

/** PDFs are read one at a time in a thread of their own: a hostile one costs its own reading, not the process. */
export function createPdfReader(settings: Settings['extract']): Extract {
  const run = createSingleWorker<FromThread>('pdf-thread', LIMITS, { workerData: settings })
  return (raw, signal) => {
    // A copy: the body may be a view into a larger buffer that others read.
    const body = Uint8Array.from(raw.body)
    return run<Extraction>({
      signal,
      question: { ...raw, body },
      transfer: [body.buffer],
      deadlineMs: settings.pdf_seconds * 1000,
      read: (message) =>
        message.kind === 'done'
          ? { answer: message.extraction }
          : { moreMs: (settings.pdf_seconds + settings.ocr_seconds + SCAN_SLACK_S) * 1000 },
      failed,
    })
  }
}

function failed(why: WorkerFailure): Extraction {
  if (why.kind === 'late')
    return { ok: false, failure: 'too_costly', reason: `The PDF took longer than ${why.seconds} s to read` }
  if (why.kind === 'out_of_memory')
    return { ok: false, failure: 'too_costly', reason: `The PDF needs more than ${LIMITS.heapMb} MB to read` }
  const reason = why.kind === 'failed' ? `${UNFORESEEN}: ${why.message}` : 'The reading of the PDF ended early'
  return { ok: false, failure: 'broken_pdf', reason }
}
