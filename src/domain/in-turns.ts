/**
 * Long work on text, written as a generator that stops (`yield`) where it may be interrupted:
 *
 *   function* reading(texts) { for (const text of texts) { read(text); yield }  return result }
 *
 * `inTurns` gives the event loop its turn whenever the work since the last one has taken too long; `atOnce` does it
 * without, where little is to be done.
 */
export type Steps<T> = Generator<void, T, void>

/** Short enough that a client who waits notices nothing, long enough that stopping costs nothing. */
const TURN_MS = 25

export async function inTurns<T>(steps: Steps<T>, now: () => number = () => performance.now()): Promise<T> {
  let since = now()
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value
    if (now() - since < TURN_MS) continue
    await nextTurn()
    since = now()
  }
}

/** For loops of asynchronous code whose steps may all be there already: call it once a round. */
export function turnTaker(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < TURN_MS) return
    await nextTurn()
    since = now()
  }
}

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The rest of this turn goes to timers, sockets and other tasks. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
