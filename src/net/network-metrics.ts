import type { ConnectionTotals } from '../store/network-totals.ts'

export interface NetworkMetric {
  readonly name: string
  readonly help: string
  readonly value: number
}

/**
 * REQ 4.6 exposure and REQ 7: how often IPv6 answered where it was offered, and how often a switch of family helped.
 */
export function networkMetrics(found: ConnectionTotals): readonly NetworkMetric[] {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
  return [
    { name: 'connections', help: 'Connections opened to sites', value: found.connections },
    { name: 'connection_failures', help: 'Connections no address answered', value: found.failed },
    { name: 'ipv6_offered', help: 'Connections to sites that offer IPv6', value: found.ipv6_offered },
    { name: 'ipv6_share', help: 'Of these, answered over IPv6', value: share(found.ipv6_used, found.ipv6_offered) },
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
      value: share(found.cached_names, found.connections),
    },
  ]
}
