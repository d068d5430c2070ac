import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LyraError } from '../../domain/errors.ts'
import {
  bringForward,
  createMissingParts,
  createMissingViews,
  foldInWal,
  type Holder,
  lookAtStore,
  releaseHolders,
  type StoreLook,
} from '../../store/repair.ts'
import { isAlive } from '../../work/process-owner.ts'
import type { Damage, Repair, RepairPlace } from './repair.ts'

const databaseOf = (home: string) => join(home, 'lyra.db')

/** A repair that looks into the database; a home without one has nothing to mend. */
function ofDatabase(name: string, find: (look: StoreLook, place: RepairPlace) => readonly Damage[]): Repair {
  return {
    name,
    find: async (place) => {
      const path = databaseOf(place.home)
      const look = existsSync(path) ? lookOrNull(path, place.viewFolders) : null
      return look === null ? [] : find(look, place)
    },
  }
}

/** What cannot be read is told once, by `schema`. */
function lookOrNull(path: string, viewFolders: readonly string[]): StoreLook | null {
  try {
    return lookAtStore(path, viewFolders)
  } catch (error) {
    if (error instanceof LyraError) return null
    throw error
  }
}

/** Each migration is one transaction: one that was interrupted left the version before it whole (LYRA 6.6). */
export const schema: Repair = {
  name: 'schema',
  find: async ({ home, viewFolders }) => {
    const path = databaseOf(home)
    if (!existsSync(path)) return []
    try {
      const { version, newest } = lookAtStore(path, viewFolders)
      if (version === newest) return []
      if (version > newest)
        return [
          {
            what: `schema version ${version} is newer than this Lyra, which knows ${newest}`,
            plan: 'update Lyra, or use another home',
            act: null,
          },
        ]
      return [
        {
          what: `schema version ${version}, of ${newest}`,
          plan: `bring it to ${newest}; take a backup first (lyra backup <file>)`,
          act: () => `now ${bringForward(path)}`,
        },
      ]
    } catch (error) {
      if (!(error instanceof LyraError)) throw error
      const restore = `lyra restore <backup> --force, or mv ${path} ${path}.damaged to begin anew`
      return [{ what: error.message, plan: restore, act: null }]
    }
  },
}

export const leases = ofDatabase('leases', ({ holders }, { home, now }) => {
  const gone = holders.filter((holder) => isGone(holder, now))
  if (gone.length === 0) return []
  const jobs = gone.filter(({ kind }) => kind === 'job').length
  return [
    {
      what: `${jobs} jobs and ${gone.length - jobs} lanes are held by processes that have ended`,
      plan: 'release them, so that the next process goes on with them',
      act: () => `${releaseHolders(databaseOf(home), gone)} released`,
    },
  ]
})

function isGone({ owner, until }: Holder, now: number): boolean {
  const alive = isAlive(owner)
  return alive === false || (alive === null && until < now)
}

export const indexes = ofDatabase('indexes', ({ missingParts, missingTables }, { home }) => [
  ...missingTables.map((table) => ({
    what: `the table ${table} is missing`,
    plan: 'its rows are gone: lyra restore <backup> --into <folder>',
    act: null,
  })),
  ...(missingParts.length === 0 || missingTables.length > 0
    ? []
    : [
        {
          what: `missing in the database: ${missingParts.map(({ name }) => name).join(', ')}`,
          plan: 'make them anew',
          act: () => {
            createMissingParts(databaseOf(home), missingParts)
            return `${missingParts.length} made`
          },
        },
      ]),
])

export const views = ofDatabase('views', ({ missingViews }, { home, viewFolders }) => {
  if (missingViews.length === 0) return []
  return [
    {
      what: `views that are not in the database: ${missingViews.join(', ')}`,
      plan: 'make them from their files',
      act: () => {
        createMissingViews(databaseOf(home), viewFolders)
        const still = lookAtStore(databaseOf(home), viewFolders).missingViews
        if (still.length > 0) throw new Error(`${still.join(', ')} cannot be made: correct their files`)
        return `${missingViews.length} made`
      },
    },
  ]
})

/** SQLite folds the log in at 4 MB by itself, unless somebody always reads. */
const LARGE_WAL = 32 * 1024 * 1024

export const wal: Repair = {
  name: 'wal',
  find: async ({ home }) => {
    const path = databaseOf(home)
    const bytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    if (bytes < LARGE_WAL) return []
    return [
      {
        what: `${Math.round(bytes / 1_000_000)} MB of changes wait beside the database`,
        plan: 'fold them into it (checkpoint)',
        act: () => {
          if (!foldInWal(path)) throw new Error('another process is reading; try again when it is idle')
          return 'folded in'
        },
      },
    ]
  },
}
