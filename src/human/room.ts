import type { z } from 'zod'
import type { Clock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import type { People } from '../store/people/people.ts'
import type { Store } from '../store/types.ts'

/** What every use case of the human room works with. */
export interface HumanRoom {
  readonly store: Store
  readonly people: People
  readonly clock: Clock
  readonly ids: IdSource
  readonly settings: Settings
  readonly log: Logger
}

export function humanRoom(parts: Omit<HumanRoom, 'people'>): HumanRoom {
  return { ...parts, people: parts.store.people }
}

/**
 * Input that has no schema of its own at the tool (payload, data) is parsed here; the field is named in the refusal.
 */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => {
    const field = [what, ...issue.path.map(String)].join('.')
    return `${field}: ${issue.message}`
  })
  throw new LyraError('INVALID_PARAMS', issues.join('; '), { details: { fields: issues } })
}
