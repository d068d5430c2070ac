import type { GivenTo } from '../api/define-use-case.ts'
import { type SearchAnswer, search } from '../api/search.ts'
import type { CallHooks, Lyra } from '../app/lyra.ts'
import { type Clock, systemClock } from '../domain/clock.ts'
import { LONGEST_WAIT_SECONDS } from '../domain/task.ts'

/**
 * A terminal waits for the end: leaving early would end the process, and the search with it. Asking for a search that
 * is open attaches to it (LYRA 3.6), so the same call is made again as long as it has no end after the longest wait.
 */
export async function searchToEnd(
  lyra: Pick<Lyra, 'call'>,
  input: GivenTo<typeof search>,
  hooks: CallHooks,
  clock: Clock = systemClock,
): Promise<SearchAnswer> {
  const waiting = { ...input, options: { ...input.options, wait_seconds: LONGEST_WAIT_SECONDS } }
  for (;;) {
    const asked = clock.now()
    const answer = await lyra.call(search, waiting, hooks)
    // Returned before the wait was over: another process works on the search, or it was paused.
    const waited = clock.now() - asked >= LONGEST_WAIT_SECONDS * 1000
    const open = answer.status === 'running' || answer.status === 'queued'
    if (!open || !waited) return answer
  }
}
