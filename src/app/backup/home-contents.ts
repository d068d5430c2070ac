import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LeftOut } from './manifest.ts'

export interface HomeFile {
  /** Relative to the home, with slashes. */
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

export interface HomeContents {
  readonly files: readonly HomeFile[]
  readonly leftOut: readonly LeftOut[]
  readonly models: readonly { readonly name: string; readonly bytes: number }[]
}

interface Rule {
  readonly fits: (top: string, path: string) => boolean
  /** Null: it does not concern anybody that it is not in the backup. */
  readonly why: string | null
}

const SESSIONS = 'holds what logs in: --with-sessions takes it along'

/** What of a home is no part of a backup. Everything else is, whoever put it there. */
function rules(withSessions: boolean): readonly Rule[] {
  return [
    { fits: (top) => /^lyra\.db(?:-wal|-shm|-journal)?$/.test(top), why: null },
    { fits: (top) => top === 'servers', why: null },
    { fits: (top) => /^server-token\../.test(top), why: null },
    { fits: (top) => top === 'models', why: 'pull it again' },
    { fits: (top) => top === 'logs', why: 'the log of this machine' },
    { fits: (top) => /^lyra\.db\../.test(top), why: 'an earlier database that was put aside' },
    { fits: (top) => /^(?:before-restore-|\.restoring-)/.test(top), why: 'from an earlier restore' },
    { fits: (top) => top === 'server-token' && !withSessions, why: SESSIONS },
    { fits: (top) => top === 'browser' && !withSessions, why: SESSIONS },
    {
      fits: (_top, path) => /^browser\/person(?:\/|$)/.test(path),
      why: 'the profile of a browser that may be running',
    },
  ]
}

/** Whether no backup of this kind carries such a file: one that does was not made by Lyra. */
export function isNeverPacked(path: string, withSessions: boolean): boolean {
  // A disk may take LYRA.DB-WAL for lyra.db-wal.
  const folded = path.toLowerCase()
  const [top = ''] = folded.split('/')
  if (folded === 'lyra.db') return path !== 'lyra.db'
  return rules(withSessions).some(({ fits }) => fits(top, folded))
}

/** Read once the database has been copied: archives only grow, so everything the copy names is there. */
export function listHome(home: string, withSessions: boolean): HomeContents {
  const files: HomeFile[] = []
  const leftOut: LeftOut[] = []
  const applied = rules(withSessions)
  const visit = (folder: string, prefix: string): void => {
    for (const entry of entriesOf(folder)) {
      const path = `${prefix}${entry.name}`
      const rule = applied.find(({ fits }) => fits(path.split('/')[0] ?? '', path))
      const full = join(folder, entry.name)
      if (rule !== undefined) {
        if (rule.why !== null && !isEmpty(entry, full)) leftOut.push({ path, why: rule.why })
      } else if (entry.isDirectory()) visit(full, `${path}/`)
      else if (entry.isFile()) {
        const stat = lstatSync(full, { throwIfNoEntry: false })
        if (stat !== undefined) files.push({ path, bytes: stat.size, modifiedMs: stat.mtimeMs })
      } else leftOut.push({ path, why: 'neither a file nor a folder' })
    }
  }
  visit(home, '')
  return { files, leftOut, models: modelsIn(join(home, 'models')) }
}

function entriesOf(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function isEmpty(entry: Dirent, path: string): boolean {
  return entry.isDirectory() && readdirSync(path).length === 0
}

function modelsIn(shelf: string): HomeContents['models'] {
  try {
    return entriesOf(shelf)
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => ({ name, bytes: bytesIn(join(shelf, name)) }))
  } catch {
    return []
  }
}

function bytesIn(folder: string): number {
  return entriesOf(folder).reduce(
    (sum, entry) => sum + (lstatSync(join(folder, entry.name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
