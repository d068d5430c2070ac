import type { Extract } from '../../extract/types.ts'
import type { rankFragments } from '../../rank/rank.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import { inSlot } from './in-slot.ts'

/**
 * No time-out here: each reader gives a document up by name (`too_costly`) after its own time, which starts when its
 * thread takes the document. A second clock would charge a PDF for the time it waits in the queue.
 */
export function slottedExtract(extract: Extract, scheduler: Scheduler): Extract {
  return (document, signal) =>
    inSlot(scheduler, { kind: 'extract', slot: 'cpu_nlp', signal }, (until) => extract(document, until))
}

/** Ranking is text work (REQ 3.2.2); its embeddings take the model slot themselves. */
export function slottedRank(rank: typeof rankFragments, scheduler: Scheduler): typeof rankFragments {
  return (query, candidates, context) =>
    inSlot(scheduler, { kind: 'rerank', slot: 'cpu_nlp', signal: context.signal }, (signal) =>
      rank(query, candidates, { ...context, signal }),
    )
}
