import { LyraError } from '../domain/errors.ts'

/** The work's own failure is the caller's failure; running out of patience is not. */
export async function waitAtMost(
  work: Promise<void>,
  waitMs: number,
  signal: AbortSignal | undefined,
  interrupt: (reason: LyraError) => void,
): Promise<void> {
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, waitMs)
  const onAbort = () => {
    // A person who interrupts wants the work to end; a client that goes away only stops waiting.
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
