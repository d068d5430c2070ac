import { onQueueChange } from '../hub/asked-calls.ts'
import type { HubConnection } from '../hub/connection.ts'

/** Calls back when something in the queue of the hub has changed. One connection listens for all who wait. */
export interface QueueNotices {
  /** The returned function ends it. */
  on(notice: () => void): Promise<() => void>
  close(): Promise<void>
}

export function queueNotices(hub: HubConnection): QueueNotices {
  const waiting = new Set<() => void>()
  let listening: Promise<AsyncDisposable> | null = null

  async function end(): Promise<void> {
    const ending = listening
    listening = null
    await (await ending?.catch(() => null))?.[Symbol.asyncDispose]()
  }

  return {
    on: async (notice) => {
      waiting.add(notice)
      listening ??= onQueueChange(hub, () => {
        for (const one of waiting) one()
      })
      try {
        await listening
      } catch (error) {
        waiting.delete(notice)
        listening = null
        throw error
      }
      return () => {
        waiting.delete(notice)
        if (waiting.size === 0) void end().catch(() => undefined)
      }
    },
    close: end,
  }
}
