import { z } from 'zod'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from './connection.ts'
import { usersOf } from './people.ts'

const quotaRow = z.object({
  who: z.string(),
  searches_per_day: z.number().nullable(),
  queued_at_once: z.number().nullable(),
  stored_bytes: z.number().nullable(),
})
export type Quota = z.infer<typeof quotaRow>

/** Everybody who has no line of their own. */
export const EVERYBODY = '*'

const SET = `INSERT INTO hub.quotas AS q (who, searches_per_day, queued_at_once, stored_bytes) VALUES ($1, $2, $3, $4)
  ON CONFLICT (who) DO UPDATE SET
    searches_per_day = CASE WHEN $5 THEN excluded.searches_per_day ELSE q.searches_per_day END,
    queued_at_once = CASE WHEN $6 THEN excluded.queued_at_once ELSE q.queued_at_once END,
    stored_bytes = CASE WHEN $7 THEN excluded.stored_bytes ELSE q.stored_bytes END`

/** What is not named stays; null lifts a limit. By the owner of the database. */
export async function setQuota(hub: HubConnection, who: string, given: Partial<Omit<Quota, 'who'>>): Promise<void> {
  const values = [given.searches_per_day, given.queued_at_once, given.stored_bytes]
  if (values.some((value) => value != null && !(Number.isSafeInteger(value) && value >= 0)))
    throw new LyraError('INVALID_PARAMS', 'A limit is a number from 0 on, or "none"')
  if (who !== EVERYBODY && !(await usersOf(hub)).some(({ name }) => name === who))
    throw new LyraError('NOT_FOUND', `The hub has no user ${who.slice(0, 40)}`, { hint: '`lyra hub user list`' })
  await hub.transaction(async (sql) => {
    await sql.run(SET, [who, ...values.map((value) => value ?? null), ...values.map((value) => value !== undefined)])
    await sql.run('INSERT INTO hub.audit (action, subject, detail) VALUES ($1, $2, $3)', [
      ...['set quota', who, JSON.stringify(given)],
    ])
  })
}

/** Of one, or of all that have a line. */
export function quotasOf(hub: HubConnection, who: string | null): Promise<readonly Quota[]> {
  return hub.rows(
    quotaRow,
    `SELECT who, searches_per_day, queued_at_once, stored_bytes FROM hub.quotas
      WHERE $1::text IS NULL OR who = $1 ORDER BY who`,
    [who],
  )
}

const useRow = z.object({ who: z.string(), searches: z.number(), queued: z.number(), bytes: z.number() })
/** Searches of the last 24 hours, those under way, and the bytes of the newest bundles. */
export type QuotaUse = z.infer<typeof useRow>

/** One's own; of everybody for an admin and the owner of the database. */
export function quotaUse(hub: HubConnection, who: string | null): Promise<readonly QuotaUse[]> {
  const statement = 'SELECT who, searches, queued, bytes FROM hub.quota_use() WHERE $1::text IS NULL OR who = $1'
  return hub.rows(useRow, statement, [who])
}
