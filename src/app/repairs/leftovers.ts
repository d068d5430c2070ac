import { existsSync, lstatSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { rebuildMissingIndexes } from '../../archive/rebuild-index.ts'
import { endedWebServers } from '../web-servers.ts'
import { type Damage, isOld, type Repair } from './repair.ts'

/** What killed processes left that nobody reads again: drafts, copies and downloads, nothing that was collected. */
export const leftovers: Repair = {
  name: 'leftovers',
  find: async ({ home, temporary, now }) => [
    ...removal('notes of servers that have ended', endedWebServers(home)),
    ...removal('drafts of a token', ownOld(home, /^server-token\../, now)),
    ...removal('copies of a restore that was interrupted', ownOld(home, /^\.restoring-/, now)),
    ...removal('homes of a replay that was interrupted', ownOld(temporary, /^lyra-replay-/, now)),
    ...removal('browsers that were half unpacked', ownOld(unpackFolder(temporary), /^chromium-[\d-]+\.\d+$/, now)),
  ],
}

/** Pulling begins anew or goes on by itself; a part that nobody touched for a day only takes room. */
export const modelParts: Repair = {
  name: 'model parts',
  find: async ({ home, now }) =>
    removal('downloads of models that were not finished', ownOld(join(home, 'models'), /^\..*\.part$/, now)),
}

function unpackFolder(temporary: string): string {
  return join(temporary, `lyra-browser-${process.getuid?.() ?? 'user'}`)
}

function removal(name: string, paths: readonly string[]): readonly Damage[] {
  if (paths.length === 0) return []
  return [
    {
      what: `${name}: ${paths.join(', ')}`,
      plan: 'remove them',
      act: () => {
        for (const path of paths) rmSync(path, { recursive: true, force: true })
        return `${paths.length} removed`
      },
    },
  ]
}

/** By name, of this user, untouched for a day. */
function ownOld(folder: string, name: RegExp, now: number): readonly string[] {
  return namesIn(folder)
    .filter((one) => name.test(one))
    .map((one) => join(folder, one))
    .filter((path) => {
      const stat = lstatSync(path, { throwIfNoEntry: false })
      if (stat === undefined || stat.isSymbolicLink()) return false
      return isOld(stat.mtimeMs, now) && (process.getuid === undefined || stat.uid === process.getuid())
    })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

const LOCKS = ['SingletonLock', 'SingletonSocket', 'SingletonCookie']

/** Chrome marks a profile as in use by a link to `host-pid`; a killed one leaves it, and the next asks in a window. */
export const browserProfiles: Repair = {
  name: 'browser profiles',
  find: async ({ home }) => {
    const profile = join(home, 'browser', 'person')
    const holder = linkOf(join(profile, 'SingletonLock'))
    if (holder === null) return []
    const at = holder.lastIndexOf('-')
    const [host, pid] = [holder.slice(0, at), Number(holder.slice(at + 1))]
    const locks = LOCKS.map((name) => join(profile, name))
    if (host !== hostname())
      return [
        {
          what: `the browser profile ${profile} is held by a browser on ${host}`,
          plan: `where none runs there any more: rm ${locks.join(' ')}`,
          act: null,
        },
      ]
    if (isRunning(pid)) return []
    return [
      {
        what: `the browser profile ${profile} is held by a browser that has ended (${pid})`,
        plan: 'remove its lock; the profile stays',
        act: () => {
          for (const lock of locks) rmSync(lock, { force: true })
          return 'free'
        },
      },
    ]
  },
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const MINUTE_MS = 60_000

/** A killed process leaves WARC files without their index; readers of other programs want it. */
export const archiveIndexes: Repair = {
  name: 'archive indexes',
  find: async ({ home, now }) => {
    const archive = join(home, 'archive')
    const groups = namesIn(archive).filter((group) =>
      namesIn(join(archive, group)).some((name) => {
        if (!name.endsWith('.warc.gz')) return false
        const file = join(archive, group, name)
        const stat = lstatSync(file, { throwIfNoEntry: false })
        const quiet = stat !== undefined && now - stat.mtimeMs > MINUTE_MS
        return quiet && !existsSync(file.replace(/\.warc\.gz$/, '.cdxj'))
      }),
    )
    if (groups.length === 0) return []
    return [
      {
        what: `archives without an index: ${groups.join(', ')}`,
        plan: 'make the index from the records',
        act: async () => {
          for (const group of groups) await rebuildMissingIndexes(archive, group)
          return `${groups.length} made`
        },
      },
    ]
  },
}
