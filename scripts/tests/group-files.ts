import { sep } from 'node:path'

/** Rooms whose tests work on values, doubles and files of their own, not on the process they run in. */
const SHARING = new Set([
  ...['api', 'app', 'architecture', 'archive', 'cli', 'demo', 'docs', 'domain', 'engines', 'extract', 'guard', 'hub'],
  ...['human', 'intake', 'judge', 'mcp', 'models', 'net', 'rank', 'report', 'research', 'sources', 'store', 'web'],
  ...['work'],
])

/**
 * What speaks of the whole process: hooks of the file (in a shared process they would be hooks of every file), other
 * processes and threads, limits of time and memory, the environment, doubles of globals.
 */
const OF_THE_PROCESS = new RegExp(
  [
    /^(?:before|after|beforeEach|afterEach)\(/,
    /node:(?:child_process|worker_threads|dns|v8|vm)|globalThis|\bmock\b|process\.(?!cwd|pid|platform)|childProcesses/,
    /\/(?:[\w-]*browser|stdio-server|injection)[\w-]*(?:\.ts|\/)|single-worker|sandbox|hostile|deadline/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)

/** A sweep of seconds is better placed beside others than behind them. */
const MOST_FILES = 12

export interface TestGroup {
  readonly name: string
  readonly files: readonly string[]
}

/**
 * Files that one process runs, one after the other: a third of the time of 24 files of research went into starting
 * processes and loading what their neighbours load too. `files` are paths from the root (`test/<room>/...`), in
 * their order.
 */
export function groupFiles(files: readonly string[], read: (file: string) => string): TestGroup[] {
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
