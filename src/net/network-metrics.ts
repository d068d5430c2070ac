import { z } from 'zod'
import type { Store } from '../store/types.ts'

export interface NetworkMetric {
  readonly name: string
  readonly help: string
  readonly value: number
}

const row = z.object({
  connections: z.number(),
  failed: z.number(),
  offered: z.number(),
  used: z.number(),
  switched: z.number(),
  switched_ok: z.number(),
  lookup_ms: z.number().nullable(),
  remembered: z.number(),
})

/** What `families.ts` notes of every connection, over all processes of the home. */
const CONNECTIONS = `SELECT count(*) AS connections,
  coalesce(sum(data ->> 'family' IS NULL), 0) AS failed,
  coalesce(sum(data ->> 'offered' LIKE '%6%'), 0) AS offered,
  coalesce(sum(data ->> 'family' = 6), 0) AS used,
  coalesce(sum(data ->> 'switched'), 0) AS switched,
  coalesce(sum((data ->> 'switched') AND (data ->> 'family') IS NOT NULL), 0) AS switched_ok,
  avg(data ->> 'lookup_ms') AS lookup_ms,
  coalesce(sum(data ->> 'lookup_ms' = 0), 0) AS remembered
  FROM events WHERE kind = 'net.connection'`

/**
 * REQ 4.6 exposure and REQ 7: how often IPv6 answered where it was offered, and how often a switch of family helped.
 */
export function networkMetrics(db: Store['db']): readonly NetworkMetric[] {
  const found = row.parse(db.prepare(CONNECTIONS).get())
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  return [
    { name: 'connections', help: 'Connections opened to sites', value: found.connections },
    { name: 'connection_failures', help: 'Connections no address answered', value: found.failed },
    { name: 'ipv6_offered', help: 'Connections to sites that offer IPv6', value: found.offered },
    { name: 'ipv6_share', help: 'Of these, answered over IPv6', value: share(found.used, found.offered) },
    { name: 'family_switches', help: 'Connections that had to try the other address family', value: found.switched },
    {
      name: 'family_switch_success_share',
      help: 'Of these, answered by it',
      value: share(found.switched_ok, found.switched),
    },
    { name: 'name_lookup_ms', help: 'Mean time of a name look-up', value: found.lookup_ms ?? 0 },
    {
      name: 'name_memory_share',
      help: 'Connections whose name was known, or answered within a millisecond',
      value: share(found.remembered, found.connections),
    },
  ]
}
