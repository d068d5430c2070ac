import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../../domain/errors.ts'
import { CATEGORIES } from '../../domain/search-category.ts'

/** Every pattern is a question to every engine. */
const MOST_PATTERNS = 5

const lensSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,49}$/, 'must be small letters, digits and hyphens'),
  title: z.string().min(1),
  title_ja: z.string().min(1).optional(),
  about: z.string().min(1),
  about_ja: z.string().min(1).optional(),
  domains: z
    .array(z.string().regex(/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*$/u, 'must be a domain such as who.int'))
    .default([]),
  /** Results outside `domains` are left out; false: those inside are read first. */
  strict: z.boolean().default(true),
  engines: z.array(z.string().min(1)).default([]),
  /** Academic sources to ask; left out: as for any search, an empty list: none. */
  sources: z.array(z.string().min(1)).optional(),
  category: z.enum(CATEGORIES).optional(),
  queries: z
    .array(z.string().refine((text) => text.includes('{query}'), 'needs {query}'))
    .min(1)
    .max(MOST_PATTERNS)
    .default(['{query}']),
})
export type Lens = z.infer<typeof lensSchema> & { readonly own: boolean }

/** The shipped ones and the user's; of two with one name the user's holds. By name. */
export function loadLenses(shipped: string, own: string): readonly Lens[] {
  const lenses = new Map<string, Lens>()
  for (const [folder, isOwn] of [
    [shipped, false],
    [own, true],
  ] as const)
    for (const file of lensFiles(folder)) {
      const lens = readLens(join(folder, file))
      lenses.set(lens.name, { ...lens, own: isOwn })
    }
  return [...lenses.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

function lensFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
}

function readLens(path: string): z.infer<typeof lensSchema> {
  let data: unknown
  try {
    data = parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `the lens ${basename(path)} cannot be read as YAML`, { cause })
  }
  const parsed = lensSchema.safeParse(data)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.')
  throw new LyraError('INVALID_CONFIG', `the lens ${basename(path)}: ${where ? `${where}: ` : ''}${issue?.message}`, {
    hint: 'See docs/reference/lenses.md for the fields of a lens',
  })
}

export function requireLens(lenses: readonly Lens[], name: string): Lens {
  const lens = lenses.find((one) => one.name === name)
  if (lens !== undefined) return lens
  const known = lenses.map((one) => one.name).join(', ')
  throw new LyraError('INVALID_PARAMS', `no lens is called "${name}"; known: ${known}`, {
    hint: 'See `lyra lenses`; your own go to LYRA_HOME/lenses',
  })
}
