import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { ADDRESSED_KINDS, type AddressedKind } from '../domain/target.ts'
import { kanjiNumber } from './kanji-number.ts'
import { pathSegment } from './url-parts.ts'

const PLACES = /\{([a-z_]+)\}/g

const entrySchema = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'must be small letters, digits and hyphens'),
    kind: z.enum(ADDRESSED_KINDS),
    match: z
      .string()
      .max(200)
      .refine((pattern) => isPattern(pattern), 'is not a regular expression')
      .optional(),
    url: z.string().regex(/^https?:\/\/[^{}\s]+\//, 'must be an http(s) address whose host is written out'),
  })
  .superRefine(({ match, url }, context) => {
    const groups = [...(match ?? '').matchAll(/\(\?<([a-z_]+)>/g)].map(([, name]) => name)
    for (const [, name = ''] of url.matchAll(PLACES))
      if (!['value', 'kanji', ...groups].includes(name))
        context.addIssue({ code: 'custom', path: ['url'], message: `{${name}} is no group of match` })
  })

const tableSchema = z.strictObject({ targets: z.array(entrySchema) })

export type TargetEntry = z.infer<typeof entrySchema>
export type TargetTable = readonly TargetEntry[]

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== null
  } catch {
    return false
  }
}

/** The shipped table, and the user's before it; an entry of a known name takes its place. */
export function loadTargetTable(shipped: string, own: string): TargetTable {
  const table = readTable(shipped)
  const added = existsSync(own) ? readTable(own) : []
  const replaced = table.map((entry) => added.find(({ name }) => name === entry.name) ?? entry)
  return [...added.filter(({ name }) => !table.some((entry) => entry.name === name)), ...replaced]
}

function readTable(path: string): TargetTable {
  let data: unknown
  try {
    data = parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new LyraError('INVALID_CONFIG', `${path} cannot be read as YAML`, { cause })
  }
  const parsed = tableSchema.safeParse(data)
  if (parsed.success) return parsed.data.targets
  const [issue] = parsed.error.issues
  throw new LyraError('INVALID_CONFIG', `${path}: ${issue?.path.join('.') || 'targets'}: ${issue?.message}`)
}

/** Where a number may be read, in the order of trying; empty where nothing is set up for it. */
export function addressesOf(table: TargetTable, kind: AddressedKind, value: string): readonly string[] {
  return table.flatMap((entry) => {
    if (entry.kind !== kind) return []
    const match = new RegExp(entry.match ?? '', 'u').exec(value)
    if (match === null) return []
    const places: Readonly<Record<string, string | undefined>> = { ...match.groups, value, kanji: kanjiNumber(value) }
    return [entry.url.replace(PLACES, (_, name: string) => pathSegment(places[name] ?? ''))]
  })
}
