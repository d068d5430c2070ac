import { z } from 'zod'
import { TRUST_ORDER } from '../domain/trust.ts'
import { word } from './columns.ts'
import { excluded, insertInto, type Statements } from './statements.ts'
import type { OverrideStore } from './types.ts'

const overrideRow = z.object({
  domain: z.string(),
  trust_level: word(TRUST_ORDER),
  reason: z.string(),
  added_at: z.string().nullable(),
})
const OVERRIDE_COLUMNS = [...Object.keys(overrideRow.shape), 'applied_at', 'cause_id']
const SAVE_OVERRIDE = insertInto(
  'trust_overrides',
  OVERRIDE_COLUMNS,
  `ON CONFLICT (domain) DO UPDATE SET ${excluded(OVERRIDE_COLUMNS.slice(1))}`,
)

export function overrideStore(sql: Statements): OverrideStore {
  return {
    applied: () =>
      sql
        .all('SELECT domain, trust_level, reason, added_at FROM trust_overrides ORDER BY domain')
        .map((row) => overrideRow.parse(row)),
    save: (row, at, causeId) => {
      sql.run(SAVE_OVERRIDE, { ...row, applied_at: at, cause_id: causeId })
    },
    drop: (domain) => {
      sql.run('DELETE FROM trust_overrides WHERE domain = :domain', { domain })
    },
  }
}
