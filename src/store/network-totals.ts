import { z } from 'zod'
import type { Statements } from './statements.ts'

const totalsRow = z.object({
  connections: z.number(),
  failed: z.number(),
  /** The site has an IPv6 address. */
  ipv6_offered: z.number(),
  ipv6_used: z.number(),
  /** The first address family did not answer and the other was tried. */
  switched: z.number(),
  switched_ok: z.number(),
  lookup_ms: z.number().nullable(),
  /** The name was known, or answered within a millisecond. */
  cached_names: z.number(),
})
export type ConnectionTotals = z.infer<typeof totalsRow>

/** Over the `net.connection` events, one of which stands in the log for every connection (src/net/families.ts). */
const TOTALS = `SELECT count(*) AS connections,
  coalesce(sum(data ->> 'family' IS NULL), 0) AS failed,
  coalesce(sum(data ->> 'offered' LIKE '%6%'), 0) AS ipv6_offered,
  coalesce(sum(data ->> 'family' = 6), 0) AS ipv6_used,
  coalesce(sum(data ->> 'switched'), 0) AS switched,
  coalesce(sum((data ->> 'switched') AND (data ->> 'family') IS NOT NULL), 0) AS switched_ok,
  avg(data ->> 'lookup_ms') AS lookup_ms,
  coalesce(sum(data ->> 'lookup_ms' = 0), 0) AS cached_names
  FROM events WHERE kind = 'net.connection'`

export function connectionTotals(sql: Statements): ConnectionTotals {
  return totalsRow.parse(sql.get(TOTALS))
}
