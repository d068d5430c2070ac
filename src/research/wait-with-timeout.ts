import { LyraError } from '../domain/errors.ts'

/** A failure of the work is thrown; a time-out is not a failure. */
export async function waitWithTimeout(
  work: Promise<void>,
  waitMs: number,
  signal: AbortSignal | undefined,
  interrupt: (reason: LyraError) => void,
): Promise<void> {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, waitMs)
  const onAbort = () => {
    // A person's interrupt ends the work; a client that disconnects only stops waiting.
    if (signal?.reason instanceof LyraError) interrupt(signal.reason)
    else reject(new LyraError('CANCELLED', 'The call was cancelled; the search goes on and get_status shows it'))
  }
  if (signal?.aborted) onAbort()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}
