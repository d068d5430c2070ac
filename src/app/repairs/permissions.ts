import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Damage, Repair } from './repair.ts'

/** What in a home lets somebody in or holds what was collected (REQ 4.4.1 L8). */
const PRIVATE = ['lyra.db', 'lyra.db-wal', 'lyra.db-shm', 'server-token', 'browser/browser-state.json']
const OTHERS = 0o077
const OTHERS_WRITE = 0o022
const OWNER = 0o600

export const permissions: Repair = {
  name: 'permissions',
  find: async ({ home }) => {
    if (process.platform === 'win32') return []
    return [...folderDamage(home), ...PRIVATE.flatMap((name) => fileDamage(home, name))]
  },
}

function folderDamage(home: string): readonly Damage[] {
  const stat = lstatSync(home)
  if (!isOwn(stat.uid)) return [belongsToOther(home, home)]
  if ((stat.mode & OTHERS_WRITE) === 0 && (stat.mode & 0o700) === 0o700) return []
  const mode = (stat.mode & 0o755) | 0o700
  const who = (stat.mode & OTHERS_WRITE) === 0 ? 'you cannot' : 'others can'
  return [
    {
      what: `${who} write into ${home} (${octal(stat.mode)})`,
      plan: `chmod ${octal(mode)} ${home}`,
      act: () => {
        chmodSync(home, mode)
        return `now ${octal(mode)}`
      },
    },
  ]
}

function fileDamage(home: string, name: string): readonly Damage[] {
  const file = join(home, name)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isFile()) return [{ what: `${file} is not a file`, plan: `look what it is: ls -l ${file}`, act: null }]
  if (!isOwn(stat.uid)) return [belongsToOther(file, home)]
  if ((stat.mode & OTHERS) === 0 && (stat.mode & OWNER) === OWNER) return []
  const wasOpen = (stat.mode & OTHERS) !== 0
  const renew = 'others could have read it: delete it for a new one, which clients must be given again'
  return [
    {
      what: wasOpen ? `others can read or write ${file} (${octal(stat.mode)})` : `you cannot read or write ${file}`,
      plan: `chmod 600 ${file}`,
      act: () => {
        chmodSync(file, OWNER)
        return wasOpen && name === 'server-token' ? `now 600; ${renew}` : 'now 600'
      },
    },
  ]
}

/** As after a `sudo lyra`. */
function belongsToOther(path: string, home: string): Damage {
  return { what: `${path} belongs to another user`, plan: `sudo chown -R "$(id -un)" ${home}`, act: null }
}

function isOwn(uid: number): boolean {
  return process.getuid === undefined || uid === process.getuid()
}

function octal(mode: number): string {
  return (mode & 0o777).toString(8)
}
