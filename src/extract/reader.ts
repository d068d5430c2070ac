import { createSingleWorker, type WorkerFailure, type WorkerLimits } from './single-worker.ts'
import { type Extraction, type RawDocument, UNFORESEEN } from './types.ts'

interface ReaderLimits extends WorkerLimits {
  /** A page that takes longer, on whatever machine, is given up. */
  readonly deadlineMs: number
}

export type ReadPage = (document: RawDocument, kind: 'html' | 'text', signal?: AbortSignal) => Promise<Extraction>

const LIMITS: ReaderLimits = { deadlineMs: 60_000, heapMb: 512, idleMs: 30_000 }

/** Pages are read in a thread of their own: what a page of many megabytes leaves behind is collected there early. */
export function createReader(limits: ReaderLimits = LIMITS): ReadPage {
  const run = createSingleWorker<Extraction>('reader-thread', limits)
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
  return why.kind === 'failed' ? `${UNFORESEEN}: ${why.message}` : 'Reading the page ended its thread'
}
