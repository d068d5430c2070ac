import { readFileSync } from 'node:fs'
import { sep } from 'node:path'

/** Rooms whose tests work on values, doubles and files of their own, not on the process they run in. */
const SHARING = new Set([
  ...['api', 'archive', 'domain', 'engines', 'extract', 'guard', 'human', 'intake', 'judge', 'rank', 'report'],
  ...['research', 'sources', 'store', 'work'],
])

/**
 * What speaks of the whole process: hooks of the file (in a shared process they would be hooks of every file), other
 * processes and threads, the environment, memory, doubles of globals, the loop's handles.
 */
const OF_THE_PROCESS =
  /^(?:before|after|beforeEach|afterEach)\(|node:child_process|node:worker_threads|browser|Worker|memory|process\.(?!cwd|pid|platform)|globalThis|\bmock\b|node:dns|real\b/m

/** A sweep of seconds is better placed beside others than behind them. */
const MOST_FILES = 12

export interface TestGroup {
  readonly name: string
  readonly files: readonly string[]
}

/**
 * Files that one process runs, one after the other: half the time of a small file went into starting a process and
 * loading what its neighbours load too. `files` are paths from the root (`test/<room>/...`), in their order.
 */
export function groupFiles(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): TestGroup[] {
  const groups: { name: string; files: string[] }[] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const room = file.split(sep)[1] ?? ''
    if (!SHARING.has(room) || OF_THE_PROCESS.test(read(file))) {
      groups.push({ name: file, files: [file] })
      continue
    }
    const last = open.get(room)
    if (last !== undefined && last.length < MOST_FILES) last.push(file)
    else {
      const begun = [file]
      open.set(room, begun)
      groups.push({ name: `${room}-${groups.length}`, files: begun })
    }
  }
  return groups
}
