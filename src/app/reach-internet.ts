import { systemClock } from '../domain/clock.ts'
import { createSsrfGuard, systemResolve } from '../net/ssrf-guard.ts'
import { createUplink, reachHost } from '../net/uplink.ts'

/** Whether one of the hosts (`net.online_hosts`) answers, asked as a failed request would ask (LYRA 4.6). */
export async function reachesInternet(hosts: readonly string[]): Promise<boolean> {
  const guard = createSsrfGuard([], systemResolve)
  return !(await createUplink((host) => reachHost(guard, host), hosts, systemClock).isDown())
}
