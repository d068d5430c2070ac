import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** This process, so that another can tell whether it still lives: `machine/pid/start`. */
export function ownerOfThisProcess(): string {
  return `${machine()}/${process.pid}/${startOf(process.pid) ?? ''}`
}

/** True, false, or null when it cannot be known from here (another machine or container). */
export function isAlive(owner: string): boolean | null {
  const parts = owner.split('/')
  const [start, pid] = [parts.pop() ?? '', Number(parts.pop())]
  if (parts.join('/') !== machine() || !Number.isInteger(pid) || pid <= 0) return null
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  // The number may have been given to a new process since.
  return now === null || start === '' || now === start
}

/** Two containers may share a home and a host name, but not their process numbers. */
function machine(): string {
  try {
    return `${hostname()}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Start of a process in clock ticks since boot; null where the system does not tell. A zombie counts as gone. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? 'ended' : (fields[18] ?? null)
  } catch {
    return null
  }
}
