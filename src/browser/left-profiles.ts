import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A file of this name in a browser's throw-away profile tells which Lyra it belongs to: `pid start`. */
const MARK = 'lyra-owner'
const PROFILE = /^playwright_\w+_profile-\w+$/
const GIVEN = /^--user-data-dir=(.+)$/

/** Linux alone tells of processes as files; elsewhere nothing is marked, and nothing taken away. */
const PROC = '/proc'

/**
 * Playwright takes a browser's throw-away profile away when the browser is closed; a Lyra that was killed leaves it.
 * Marks the profiles of the browsers below this process, so that a later Lyra can tell them from those of others.
 */
export async function markProfiles(folder: string = tmpdir(), pid: number = process.pid): Promise<void> {
  const own = `${pid} ${(await processStart(pid)) ?? ''}`
  for (const child of await childrenOf(pid)) {
    const words = (await readFile(join(PROC, String(child), 'cmdline'), 'utf8').catch(() => '')).split('\0')
    const profile = words.map((word) => GIVEN.exec(word)?.[1]).find((found) => found !== undefined)
    if (profile === undefined || resolve(profile, '..') !== resolve(folder)) continue
    await writeFile(join(profile, MARK), own, { mode: 0o600 }).catch(() => undefined)
  }
}

/** Takes away the marked profiles whose Lyra has ended; returns how many. Those of others are left alone. */
export async function sweepProfiles(folder: string = tmpdir()): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => PROFILE.test(name))
  const swept = await Promise.all(
    names.map(async (name) => {
      const place = join(folder, name)
      const mark = await readFile(join(place, MARK), 'utf8').catch(() => null)
      if (mark === null) return 0
      const [pid = '', start = ''] = mark.split(' ')
      if (!/^\d{1,10}$/.test(pid) || start === '' || (await processStart(Number(pid))) === start) return 0
      await rm(place, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
      return 1
    }),
  )
  return swept.reduce((sum: number, one) => sum + one, 0)
}

/** Numbers of processes are given again; with the time of its start it is the same process. */
async function processStart(pid: number): Promise<string | null> {
  const stat = await readFile(join(PROC, String(pid), 'stat'), 'utf8').catch(() => null)
  return stat === null ? null : (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null)
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(join(PROC, String(pid), 'task')).catch(() => [])
  const lists = await Promise.all(
    tasks.map((task) => readFile(join(PROC, String(pid), 'task', task, 'children'), 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}
