import { readFileSync, statSync } from 'node:fs'

/** SQLite's place of the lock of writers, in the -shm file of a database in WAL mode (WALINDEX_LOCK_OFFSET). */
const WRITE_LOCK_BYTE = 120

export interface Writer {
  readonly pid: number
  /** `process 4242 (lyra serve)` */
  readonly name: string
}

/** Who is writing in a database at this moment; null where nobody is, or the system does not tell (only Linux). */
export function writerOf(path: string): Writer | null {
  try {
    const { ino } = statSync(`${path}-shm`)
    const pid = holderOf(readFileSync('/proc/locks', 'utf8'), ino)
    return pid === null ? null : { pid, name: `process ${pid}${programOf(pid)}` }
  } catch {
    return null
  }
}

/** A line is `9: POSIX  ADVISORY  WRITE 4242 fe:01:131099 120 120`; the last two are the first and last byte. */
export function holderOf(locks: string, inode: number): number | null {
  for (const line of locks.split('\n')) {
    const [, , , mode, pid, file = '', first, last] = line.trim().split(/ +/)
    if (mode !== 'WRITE' || Number(file.split(':').at(-1)) !== inode) continue
    const isOfWriters = Number(first) <= WRITE_LOCK_BYTE && Number(last) >= WRITE_LOCK_BYTE
    // Of another container the number is 0.
    if (isOfWriters && Number(pid) > 0) return Number(pid)
  }
  return null
}

/** The command, never its arguments: they may hold what was asked. */
function programOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const at = words.findIndex((word) => /(^|[\\/])lyra$/.test(word))
  const command = words[at + 1] ?? ''
  return at < 0 || !/^[a-z]+$/.test(command) ? '' : ` (lyra ${command})`
}
