import { z } from 'zod'
import { damagedBackup } from './read-tar.ts'

/** The first member: whether this Lyra can read the rest is known before anything is written. */
export const HEADER_PATH = 'backup.json'
/** The last member: hashes are known when everything has been read. */
export const MANIFEST_PATH = 'manifest.json'
/** Every file of the home lies under this folder of the backup. */
export const HOME_PREFIX = 'home/'
export const BACKUP_VERSION = 1

export const headerSchema = z.object({
  format: z.literal('lyra-backup'),
  version: z.number(),
  lyra: z.string(),
  created_at: z.string(),
  /** Null: the home had no database yet. */
  schema_version: z.number().nullable(),
  with_sessions: z.boolean(),
})
export type BackupHeader = z.infer<typeof headerSchema>

const leftOut = z.object({ path: z.string(), why: z.string() })
export type LeftOut = z.infer<typeof leftOut>

const member = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })
export type BackupMember = z.infer<typeof member>

export const manifestSchema = z.object({
  members: z.array(member),
  /** What lies in the home and not in here, each with its reason; models with their size, to be pulled again. */
  left_out: z.array(leftOut),
  models: z.array(z.object({ name: z.string(), bytes: z.number() })),
})
export type BackupManifest = z.infer<typeof manifestSchema>

export function parseMember<T>(schema: z.ZodType<T>, bytes: Buffer, name: string): T {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw damagedBackup(`its ${name} is not one of Lyra`, cause)
  }
}

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The path inside of the home, or why a member is refused: nothing of a backup may lie outside of it. */
export function pathInHome(path: string): string {
  const inside = path.startsWith(HOME_PREFIX) ? path.slice(HOME_PREFIX.length) : ''
  const parts = inside.split('/')
  const isSafe = (part: string) =>
    part !== '' && part !== '.' && part !== '..' && !/[\\:\p{Cc}]/u.test(part) && !RESERVED.test(part)
  if (parts.every(isSafe)) return inside
  throw damagedBackup(`"${path}" does not lie inside of a home`)
}
