import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly rssKb: number
}

/** Resident memory of a process and all its descendants, in MB. Pages that two of them share are counted twice. */
export function treeMemoryMb(pid: number): number {
  const kb = treeOf(pid).reduce((sum, row) => sum + row.rssKb, 0)
  return (kb * 1024) / 1e6
}

/** CPU time of a process and all its descendants that are there; null where the system does not tell it so finely. */
export function treeCpuMs(pid: number): number | null {
  if (!existsSync('/proc/self/schedstat')) return null
  const threads = treeOf(pid).flatMap((row) =>
    readdirSync(`/proc/${row.pid}/task`).map((thread) => `/proc/${row.pid}/task/${thread}/schedstat`),
  )
  const nanoseconds = threads.map((file) => Number(readFileSync(file, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

function treeOf(pid: number): readonly ProcessRow[] {
  const rows = existsSync('/proc/self/status') ? fromProc() : fromPs()
  const wanted = new Set([pid])
  for (let grown = true; grown; ) {
    const before = wanted.size
    for (const row of rows) if (wanted.has(row.parent)) wanted.add(row.pid)
    grown = wanted.size > before
  }
  return rows.filter((row) => wanted.has(row.pid))
}

function fromProc(): readonly ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8')
        const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
        return [{ pid: Number(name), parent: field('PPid'), rssKb: field('VmRSS') }]
      } catch {
        // it ended between the listing and the reading
        return []
      }
    })
}

function fromPs(): readonly ProcessRow[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, rssKb = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, rssKb }
    })
}
