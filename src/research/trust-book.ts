import { existsSync, readFileSync, statSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { Page } from '../domain/page.ts'
import { TRUST_ORDER, type TrustLevel, trustIndex } from '../domain/trust.ts'
import { hostOf } from '../domain/url.ts'
import type { DomainRow, DomainStore } from '../store/types.ts'

const level = z
  .string()
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(TRUST_ORDER))

const fileSchema = z.object({
  domains: z.array(z.object({ domain: z.string(), trust_level: level, category: z.string().optional() })).default([]),
  user_overrides: z
    .array(
      z.object({
        domain: z.string(),
        trust_level: level,
        reason: z.string().default(''),
        added_at: z.string().optional(),
      }),
    )
    .nullable()
    .default([]),
})

type TrustFile = z.infer<typeof fileSchema>

export interface TrustAnswer {
  readonly level: TrustLevel
  readonly source: DomainRow['trust_source']
  readonly category: string | null
}

/**
 * Who is trusted how much: a user's override stands above what verification found, that above the allow-list, that above
 * UNVERIFIED (TRUST "割り当てフロー" and 4.2). Files are read again when they change.
 */
export class TrustBook {
  readonly #files: readonly string[]
  readonly #domains: DomainStore
  #seen = ''
  #loaded: TrustFile[] = []

  constructor(files: readonly string[], domains: DomainStore) {
    this.#files = files
    this.#domains = domains
  }

  ofUrl(url: string, domain: string): TrustAnswer {
    const host = hostOf(url) ?? domain
    const files = this.#read()
    const override = longestMatch(
      files.flatMap((file) => file.user_overrides ?? []),
      host,
    )
    if (override) return { level: override.trust_level, source: 'override', category: null }
    const verified = this.#domains.get(domain)
    if (verified?.trust_source === 'verification')
      return { level: verified.trust_level, source: 'verification', category: verified.category }
    const listed = longestMatch(
      files.flatMap((file) => file.domains),
      host,
    )
    if (listed) return { level: listed.trust_level, source: 'allowlist', category: listed.category ?? null }
    return { level: 'UNVERIFIED', source: 'default', category: null }
  }

  /** A record of an academic index is academic even when its landing page's domain is unknown, unless the user said otherwise. */
  ofPage(page: Pick<Page, 'url' | 'domain' | 'route'>): TrustAnswer {
    const answer = this.ofUrl(page.url, page.domain)
    if (page.route !== 'api' || answer.source === 'override') return answer
    return trustIndex(answer.level) >= trustIndex('ACADEMIC') ? answer : { ...answer, level: 'ACADEMIC' }
  }

  #read(): readonly TrustFile[] {
    const present = this.#files.filter((file) => existsSync(file))
    const stamp = present.map((file) => `${file} ${statSync(file).mtimeMs}`).join('\n')
    if (stamp !== this.#seen) {
      this.#loaded = present.map(readTrustFile)
      this.#seen = stamp
    }
    return this.#loaded
  }
}

function readTrustFile(file: string): TrustFile {
  const parsed = fileSchema.safeParse(parse(readFileSync(file, 'utf8')) ?? {})
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  throw new LyraError('INVALID_CONFIG', `Domain list, ${first?.path.join('.')}: ${first?.message}`)
}

/** The last of equally long matches wins, so that a user's file stands above the shipped one. */
function longestMatch<T extends { readonly domain: string }>(entries: readonly T[], host: string): T | null {
  let best: T | null = null
  for (const entry of entries) {
    const covers = host === entry.domain || host.endsWith(`.${entry.domain}`)
    if (covers && (best === null || entry.domain.length >= best.domain.length)) best = entry
  }
  return best
}
