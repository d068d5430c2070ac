import type { Statements } from './statements.ts'

/** Rows whose time is over, by table. Sessions hold cookies: one that no longer works is not kept lying about. */
const EXPIRED: readonly (readonly [table: string, where: string])[] = [
  ['serp_cache', 'expires_at <= :now'],
  ['serp_cache_uses', 'NOT EXISTS (SELECT 1 FROM serp_cache c WHERE c.key = serp_cache_uses.key)'],
  ['sessions', 'expires_at IS NOT NULL AND expires_at <= :now'],
]

/** Returns the rows removed by table; tables without any are left out. */
export function pruneExpired(sql: Statements, now: string): Readonly<Record<string, number>> {
  return sql.write(() => {
    const removed: Record<string, number> = {}
    for (const [table, where] of EXPIRED) {
      const rows = sql.run(`DELETE FROM ${table} WHERE ${where}`, where.includes(':now') ? { now } : {})
      if (rows > 0) removed[table] = rows
    }
    return removed
  })
}
