import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface LoopDelay {
  /** Longest stretch of work of this thread between two turns of the event loop, by its own processor time. */
  readonly turnMs: number
  /** By the clock, as `monitorEventLoopDelay` tells it: on a busy machine also what others took. */
  readonly delayMs: number
}

const EVERY_MS = 5

/**
 * How long the event loop stood still while `work` ran. A timer notes the thread's processor time at each turn: what
 * lies between two notes was done in one go.
 */
export async function longestTurn(work: () => Promise<void>): Promise<LoopDelay> {
  const monitor = monitorEventLoopDelay({ resolution: EVERY_MS })
  let longest = 0
  let before = process.threadCpuUsage()
  const note = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
  }
  const timer = setInterval(note, EVERY_MS)
  monitor.enable()
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS))
  } finally {
    monitor.disable()
    clearInterval(timer)
  }
  return { turnMs: longest / 1000, delayMs: monitor.max / 1e6 }
}
