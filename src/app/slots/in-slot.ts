import { LyraError } from '../../domain/errors.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import type { WorkRequest } from '../../work/work-request.ts'

/**
 * The one place where a slot is taken (REQ 3.2.2). The composition root puts the wrappers of this folder around what
 * fetches, reads, embeds, judges and ranks; whoever uses those knows nothing of slots.
 *
 * Back-pressure first: nobody adds to a queue that is too long already.
 */
export async function inSlot<T>(
  scheduler: Scheduler,
  request: WorkRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  await scheduler.room(request.slot, request.signal)
  return scheduler.run(request, work)
}

/** Past its time is an outcome of this one request; anything else is the caller's to know. */
export function lateOrThrow(error: unknown): string {
  if (error instanceof LyraError && error.code === 'TIMEOUT') return error.message
  throw error
}
