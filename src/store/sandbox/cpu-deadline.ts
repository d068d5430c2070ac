import { readFileSync } from 'node:fs'

/** However little of the processor it gets, a query ends this long after its deadline. */
const MOST_LATE_MS = 3000
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

interface DeadlineParts {
  /** Processor time of the process so far; null where it cannot be told. */
  readonly cpuMs: () => number | null
  readonly giveUp: () => void
}

/**
 * Gives up when the process has worked for the deadline, not when that much time has passed: on a machine where twenty
 * queries come at once, a query that needs a millisecond may wait half a second for its turn. Where processor time
 * cannot be told, an answer that arrived while this process was busy still counts. Returns how to cancel it.
 */
export function startDeadline(deadlineMs: number, { cpuMs, giveUp }: DeadlineParts): () => void {
  const started = performance.now()
  const usedBefore = cpuMs()
  let timer: NodeJS.Timeout | undefined
  let turn: NodeJS.Immediate | undefined
  const check = () => {
    const now = cpuMs()
    const used = now === null || usedBefore === null ? deadlineMs : now - usedBefore
    const late = performance.now() - started - deadlineMs
    if (used < deadlineMs && late < MOST_LATE_MS) timer = setTimeout(check, Math.max(TICK_MS, deadlineMs - used))
    // Timers come before messages in the event loop: one turn for an answer that is there already.
    else turn = setImmediate(giveUp)
  }
  timer = setTimeout(check, deadlineMs)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}

/** From /proc, where there is one: fields 14 and 15 of `stat`, behind the name in brackets. */
export function cpuMsOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return Number.isFinite(ticks) ? ticks * TICK_MS : null
  } catch {
    return null
  }
}
