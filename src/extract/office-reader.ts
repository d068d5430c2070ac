import type { Settings } from '../domain/settings.ts'
import { siblingFile } from '../domain/sibling-file.ts'
import type { OfficeReading } from './office/read-office.ts'
import { startProcessWorker } from './process-worker.ts'
import { createSingleWorker } from './single-worker.ts'
import { type RawDocument, UNEXPECTED_FAILURE } from './types.ts'
import type { WorkerFailure } from './worker-handle.ts'

export type FromOfficeChild = { readonly kind: 'taken' } | ({ readonly kind: 'done' } & OfficeReading)

export type ReadOffice = (document: RawDocument, signal?: AbortSignal) => Promise<OfficeReading>

const FILE = siblingFile(import.meta.url, 'office-child')
/** A few kilobytes can unpack to gigabytes; buffers count as well. */
const LIMITS = { heapMb: 768, memoryMb: 1280, idleMs: 10_000 }
/** A process that has not started on a busy machine after this long never will. */
const START_S = 60

/**
 * Office files, books, letters and tables are read one at a time in a process of their own, which may neither write
 * nor start anything: a hostile one costs its own reading, not this process.
 */
export function createOfficeReader(settings: Pick<Settings['extract'], 'office_seconds'>, limits = LIMITS): ReadOffice {
  const open = () => startProcessWorker<FromOfficeChild>(FILE, limits.heapMb, String(limits.memoryMb))
  const run = createSingleWorker(open, limits)
  return (document, signal) =>
    run<OfficeReading>({
      signal,
      question: document,
      deadlineMs: START_S * 1000,
      read: (message) => (message.kind === 'done' ? { answer: message } : { moreMs: settings.office_seconds * 1000 }),
      failed: (why) => failed(why, limits.memoryMb),
    })
}

function failed(why: WorkerFailure, memoryMb: number): OfficeReading {
  const failure = why.kind === 'late' || why.kind === 'out_of_memory' ? 'too_costly' : 'broken_document'
  return { extraction: { ok: false, failure, reason: reasonOf(why, memoryMb) }, attachments: [] }
}

function reasonOf(why: WorkerFailure, memoryMb: number): string {
  if (why.kind === 'late') return `The document took longer than ${why.seconds} s to read`
  if (why.kind === 'out_of_memory') return `The document needs more than ${memoryMb} MB to read`
  return why.kind === 'failed' ? `${UNEXPECTED_FAILURE}: ${why.message}` : 'The reading of the document ended early'
}
