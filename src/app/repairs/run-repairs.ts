import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../package-root.ts'
import { indexes, leases, schema, views, wal } from './database.ts'
import { archiveIndexes, browserProfiles, leftovers, modelParts } from './leftovers.ts'
import { permissions } from './permissions.ts'
import type { Damage, Repair, RepairPlace, RepairReport } from './repair.ts'

/** In the order they are made: what cannot be read cannot be mended, and an old schema lacks what later ones have. */
const REPAIRS: readonly Repair[] = [
  permissions,
  schema,
  leases,
  indexes,
  views,
  wal,
  archiveIndexes,
  leftovers,
  modelParts,
  browserProfiles,
]

/** The home of the settings, on this machine, now. */
export function repairPlace(home: string): RepairPlace {
  const viewFolders = [join(PACKAGE_ROOT, 'config', 'views'), join(home, 'views')]
  return { home, temporary: tmpdir(), viewFolders, now: Date.now() }
}

/** LYRA 6.7: says what is wrong and what would be done; does it only where `fix` is set. */
export async function runRepairs(place: RepairPlace, fix: boolean): Promise<readonly RepairReport[]> {
  if (statSync(place.home, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const reports: RepairReport[] = []
  for (const repair of REPAIRS) reports.push(...(await reportsOf(repair, place, fix)))
  return reports
}

async function reportsOf(repair: Repair, place: RepairPlace, fix: boolean): Promise<readonly RepairReport[]> {
  const about = { repair: repair.name, what: null, plan: null, outcome: null }
  try {
    const damages = await repair.find(place)
    if (damages.length === 0) return [{ ...about, status: 'nothing_to_fix' }]
    return await Promise.all(damages.map((damage) => settle(repair.name, damage, fix)))
  } catch (error) {
    return [{ ...about, status: 'failed', what: 'could not be looked at', outcome: messageOf(error) }]
  }
}

async function settle(name: string, { what, plan, act }: Damage, fix: boolean): Promise<RepairReport> {
  const about = { repair: name, what, plan, outcome: null }
  if (act === null) return { ...about, status: 'needs_person' }
  if (!fix) return { ...about, status: 'planned' }
  try {
    return { ...about, status: 'done', outcome: await act() }
  } catch (error) {
    return { ...about, status: 'failed', outcome: messageOf(error) }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
