import { LyraError } from '../../domain/errors.ts'
import type { Scheduler } from '../../work/scheduler.ts'
import type { WorkRequest } from '../../work/work-request.ts'

/**
 * The only place that takes a slot (REQ 3.2.2). The composition root wraps fetching, reading, embedding, judging and
 * ranking with the wrappers of this folder; their users know nothing of slots. `room` applies back-pressure first, so
 * that no queue grows without bound.
 */
export async function inSlot<T>(
  scheduler: Scheduler,
  request: WorkRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  await scheduler.room(request.slot, request.signal)
  return scheduler.run(request, work)
}

/** The reason of a time-out, which is an outcome of this request; any other error is thrown. */
export function timeoutReason(error: unknown): string {
  if (error instanceof LyraError && error.code === 'TIMEOUT') return error.message
  throw error
}
