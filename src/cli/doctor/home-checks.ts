import { join } from 'node:path'
import { humanBytes } from '../text.ts'
import type { Check } from './check.ts'
import { type Finding, fine } from './finding.ts'

/** Room for some thousand archived pages with their screenshots and vectors: several tasks of the default budget. */
const NEEDED_BYTES = 1_000_000_000

const ANOTHER_PLACE = 'lyra doctor --home <another folder>'

export const checkDisk: Check = async (probes, settings) => {
  const wrong = (found: string, fix: string): Finding => ({
    part: 'disk',
    required: true,
    ok: false,
    found,
    fix,
    code: 'STORE_UNAVAILABLE',
  })
  const place = probes.homePlace()
  if (place === 'file') return wrong(`the home ${settings.home} is a file, not a folder`, ANOTHER_PLACE)
  if (place === 'closed') return wrong(`${settings.home} cannot be written`, `chmod -R u+rwX ${settings.home}`)
  const free = probes.freeBytes(settings.home)
  if (free === null) return wrong(`${settings.home} cannot be looked at`, ANOTHER_PLACE)
  const found = `${humanBytes(free)} free at ${settings.home}`
  if (free >= NEEDED_BYTES) return fine('disk', true, found)
  return wrong(`only ${found}`, 'lyra doctor --home <a folder on a larger disk>')
}

export const checkDatabase: Check = async (probes, settings) => {
  if (!probes.databaseExists()) return fine('database', true, `none yet in ${settings.home}; the first task creates it`)
  // Opening would bring it forward, and a look should change nothing.
  const old = probes.oldSchema()
  if (old !== null) {
    const { version, newest } = old
    const next = `the next command, or ${probes.words.lyra} doctor --fix, brings it to ${newest}`
    return fine('database', true, `schema version ${version}, in ${settings.home}; ${next}`)
  }
  const problem = await probes.openDatabase()
  if (problem === null) return fine('database', true, `opens, in ${settings.home}`)
  const fix = fixFor(problem, settings.home, probes.words.upgrade)
  return { part: 'database', required: true, ok: false, found: problem.message, fix, code: problem.code }
}

function fixFor({ code, message }: { code: string; message: string }, home: string, upgrade: string): string {
  if (code === 'STORE_TOO_NEW') return upgrade
  if (code === 'INVALID_CONFIG') return 'correct the file the message names'
  const file = join(home, 'lyra.db')
  // Renamed, never deleted: `sqlite3 .recover` may still read it, and the archive holds every page.
  if (/damaged|not a database/u.test(message)) return `mv ${file} ${file}.damaged`
  return `chmod -R u+rwX ${home}`
}

/** Files a user wrote into the home that the program would not, or only half, take. */
export const checkOwnFiles: Check = async (probes, settings) => {
  const { domainList, views } = probes.ownFiles()
  const problems = [...(domainList === null ? [] : [domainList]), ...views]
  if (problems.length === 0) return fine('own files', true, 'domain list and views can be read')
  return {
    part: 'own files',
    required: domainList !== null,
    ok: false,
    found: problems.join('; '),
    fix: domainList === null ? `correct the views in ${join(settings.home, 'views')}` : 'correct the domain list',
    code: 'INVALID_CONFIG',
  }
}
