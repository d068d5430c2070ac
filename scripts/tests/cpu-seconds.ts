import { appendFileSync, readFileSync } from 'node:fs'

/** What one process of tests cost: its own threads, and the processes it started and waited for. */
export interface Cost {
  readonly name: string
  readonly own: number
  readonly children: number
}

/** Ticks of /proc are hundredths of a second on Linux, whatever the kernel's timer. */
const TICKS = 100

/** Writes the cost of this process as one line of `path` when it ends. */
export function noteCost(name: string, path: string): void {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const cost: Cost = { name, own: (user + system) / 1e6, children: secondsOfChildren() }
    appendFileSync(path, `${JSON.stringify(cost)}\n`)
  })
}

/** Fields 16 and 17 of proc(5); elsewhere the own seconds must do. */
function secondsOfChildren(): number {
  if (process.platform !== 'linux') return 0
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / TICKS
}
