import { siblingFile } from '../domain/sibling-file.ts'
import { createSingleWorker } from './single-worker.ts'
import { startThreadWorker } from './thread-worker.ts'
import { type Extraction, type RawDocument, UNEXPECTED_FAILURE } from './types.ts'
import type { WorkerFailure } from './worker-handle.ts'

interface ReaderLimits {
  readonly heapMb: number
  /** An idle thread goes away, and its memory with it. */
  readonly idleMs: number
  /** A page that takes longer, on whatever machine, is given up. */
  readonly deadlineMs: number
}

export type ReadPage = (
  document: RawDocument,
  kind: 'html' | 'text' | 'jats',
  signal?: AbortSignal,
) => Promise<Extraction>

const FILE = siblingFile(import.meta.url, 'reader-thread')
const LIMITS: ReaderLimits = { deadlineMs: 60_000, heapMb: 512, idleMs: 30_000 }

/** Pages are read in a thread of their own: what a page of many megabytes leaves behind is collected there early. */
export function createReader(limits: ReaderLimits = LIMITS): ReadPage {
  const run = createSingleWorker(() => startThreadWorker<Extraction>(FILE, limits.heapMb), limits)
  return (document, kind, signal) =>
    run({
      signal,
      question: { document, kind },
      deadlineMs: limits.deadlineMs,
      read: (extraction) => ({ answer: extraction }),
      failed: (why) => ({ ok: false, failure: 'too_costly', reason: reasonOf(why, limits) }),
    })
}

function reasonOf(why: WorkerFailure, { heapMb }: ReaderLimits): string {
  if (why.kind === 'late') return `Reading the page took longer than ${why.seconds} s`
  if (why.kind === 'out_of_memory') return `Reading the page needs more than ${heapMb} MB`
  return why.kind === 'failed' ? `${UNEXPECTED_FAILURE}: ${why.message}` : 'Reading the page ended its thread'
}
