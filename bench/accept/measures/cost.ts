import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { settingsSchema } from '../../../src/domain/settings.ts'
import type { Measure } from '../measure.ts'

/** What docs/dependencies.md allows, and data that is free for all. */
const FREE = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'CC-BY-4.0',
  'Zlib',
  'Python-2.0',
  'MIT-0',
  'WTFPL',
]

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() })),
})
const sourceSchema = z.object({ name: z.string().optional(), key: z.unknown().optional() })

/** REQ 7 (6): dependencies that are not free, and settings or sources without which nothing would work. */
export const measureCost: Measure = async ({ root }) => {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const shipped = Object.entries(lock.packages).filter(([name, { dev }]) => name !== '' && dev !== true)
  const unfree = shipped.filter(([, { license }]) => license !== undefined && !isFree(license)).map(([name]) => name)
  // Nothing given but the home: whatever had to be bought would be missed here.
  const required = settingsSchema.safeParse({ home: '/home/user/.lyra' }).success ? 0 : 1
  const folder = join(root, 'config', 'sources')
  const files = globSync('*.yaml', { cwd: folder })
  const sources = files.map((file) => sourceSchema.parse(parse(readFileSync(join(folder, file), 'utf8'))))
  const keyed = sources.filter(({ key }) => key !== undefined)
  const found = [...unfree, ...Array.from({ length: required }, () => 'a setting that must be given')]
  return {
    'cost.paid': {
      value: found.length,
      shown: found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 5).join(', ')}`,
      how:
        `${shipped.length} packages of the lock file by their licence; settings that must be given: ${required}. ` +
        `${keyed.length} of ${sources.length} public sources take a key, all free of charge and none required; they ` +
        'are left out without one.',
    },
  }
}

/** One of the alternatives is enough; of a conjunction all parts must be. */
function isFree(license: string): boolean {
  const alternatives = license.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((part) => FREE.includes(part.trim())))
}
