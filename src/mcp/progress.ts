import type { ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '../app/lyra.ts'
import type { Clock } from '../domain/clock.ts'

/**
 * Several clients drop a progress message that arrives in the same chunk as the result (LYRA 3.2), because they
 * forget the token when they see the result and handle notifications a turn later. This much silence keeps the two
 * apart.
 */
const GAP_MS = 25

export interface ProgressSender {
  readonly report: (progress: Progress) => void
  /** Resolves when everything reported has left, well before the result does. */
  settle(): Promise<void>
}

/** Undefined when the client did not ask for progress. */
export function progressFor(ctx: ServerContext, clock: Clock): ProgressSender | undefined {
  const token = ctx.mcpReq._meta?.progressToken
  if (token === undefined) return undefined
  let highest = -1
  let sending: Promise<void> | null = null
  return {
    report: ({ done, total, message }) => {
      // The protocol asks for values that only rise.
      if (done <= highest) return
      highest = done
      const params = { progressToken: token, progress: done, total, message }
      const send = () => ctx.mcpReq.notify({ method: 'notifications/progress', params })
      // A client that went away is the transport's business, not the search's.
      sending = (sending ?? Promise.resolve()).then(send).catch(() => {})
    },
    settle: async () => {
      if (sending === null) return
      await sending
      await clock.sleep(GAP_MS)
    },
  }
}
