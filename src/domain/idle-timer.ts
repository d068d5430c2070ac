/** What a part that has not been used for a while gives back; its next use fetches it again. */
export const IDLE_MS = 60_000

export interface IdleTimer {
  /** It was used: the time begins anew. */
  touch(): void
  stop(): void
}

/** Calls once the part has rested so long, and again after each later use. Keeps no process up. */
export function createIdleTimer(rested: () => void, idleMs: number = IDLE_MS): IdleTimer {
  let timer: NodeJS.Timeout | null = null
  return {
    touch() {
      // Refreshing costs nothing; a timer that has fired starts again by it.
      if (timer === null) timer = setTimeout(rested, idleMs).unref()
      else timer.refresh()
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
