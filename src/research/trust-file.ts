import { readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import { TRUST_ORDER, type TrustLevel } from '../domain/trust.ts'

const level = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(TRUST_ORDER))

const domain = z.string().transform((text) => text.trim().toLowerCase())

const fileSchema = z.object({
  domains: z
    .array(z.object({ domain, trust_level: level, category: z.string().optional() }))
    .nullable()
    .default([]),
  user_content: z.array(domain).nullable().default([]),
  user_overrides: z
    .array(
      z.object({
        domain,
        trust_level: level,
        reason: z.string().default(''),
        added_at: z.string().optional(),
      }),
    )
    .nullable()
    .default([]),
})

export interface ListedDomain {
  readonly domain: string
  readonly trust_level: TrustLevel
  readonly category?: string | undefined
}

/** TRUST 4.2. */
export interface UserOverride {
  readonly domain: string
  readonly trust_level: TrustLevel
  readonly reason: string
  readonly added_at?: string | undefined
}

export interface TrustLists {
  readonly domains: readonly ListedDomain[]
  readonly overrides: readonly UserOverride[]
  /** Hosts of what their users write: never blocked for it (LYRA 2.1). */
  readonly userContent: readonly string[]
}

/** Changes whenever one of the files does; a file that is not there is a state too. */
export function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false })
      return stat === undefined ? '-' : `${stat.mtimeMs} ${stat.size} ${stat.ino}`
    })
    .join('\n')
}

/** The lists of all files one after the other, a user's after the shipped one. */
export function readTrustFiles(files: readonly string[]): TrustLists {
  const present = files.filter((file) => statSync(file, { throwIfNoEntry: false }) !== undefined).map(readTrustFile)
  return {
    domains: present.flatMap((file) => file.domains ?? []),
    overrides: present.flatMap((file) => file.user_overrides ?? []),
    userContent: present.flatMap((file) => file.user_content ?? []),
  }
}

function readTrustFile(file: string): z.infer<typeof fileSchema> {
  const parsed = fileSchema.safeParse(readYaml(file) ?? {})
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `Domain list, ${first?.path.join('.')}: ${first?.message}`)
}

function readYaml(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new LyraError('INVALID_CONFIG', 'The domain list is not valid YAML', { cause: error })
  }
}
