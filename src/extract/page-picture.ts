import { siblingFile } from '../domain/sibling-file.ts'
import { type DrawnPicture, type PictureRequest, pictureMessage } from './page-picture-messages.ts'
import { startProcessWorker } from './process-worker.ts'
import { createSingleWorker } from './single-worker.ts'
import type { WorkerFailure } from './worker-handle.ts'

const FILE = siblingFile(import.meta.url, 'page-picture-child')
const LIMITS = { heapMb: 512, idleMs: 10_000 }
/** Of a busy machine that starts a process; then of the drawing itself. */
const START_MS = 60_000
const DRAW_MS = 15_000
/** A page on a screen; a hostile one may claim to be a mile wide. */
const PIXELS = 2_500_000

export type DrawPage = (
  wanted: Omit<PictureRequest, 'pixels'>,
  signal?: AbortSignal,
) => Promise<DrawnPicture | { readonly problem: string }>

/** Draws pages of PDFs one at a time, in a process of their own (REQ 4.4): a hostile one costs its own drawing. */
export function createPagePictures(limits = LIMITS): DrawPage {
  const run = createSingleWorker(() => startProcessWorker<unknown>(FILE, limits.heapMb, ''), limits)
  return (wanted, signal) =>
    run<DrawnPicture | { readonly problem: string }>({
      signal,
      question: { ...wanted, pixels: PIXELS } satisfies PictureRequest,
      deadlineMs: START_MS,
      read: (raw) => {
        const message = pictureMessage.safeParse(raw).data
        if (message === undefined) return { answer: { problem: 'The drawing process gave no picture' } }
        if (message.kind === 'taken') return { moreMs: DRAW_MS }
        if (message.kind === 'failed') return { answer: { problem: `The PDF cannot be drawn: ${message.problem}` } }
        const { kind: _kind, ...drawn } = message
        return { answer: drawn }
      },
      failed: (why) => ({ problem: failureWords(why) }),
    })
}

function failureWords(why: WorkerFailure): string {
  if (why.kind === 'late') return `The PDF took longer than ${why.seconds} s to draw`
  if (why.kind === 'out_of_memory') return 'The PDF needs more memory to draw than it may have'
  return why.kind === 'failed' ? `The drawing failed: ${why.message}` : 'The drawing ended early'
}
