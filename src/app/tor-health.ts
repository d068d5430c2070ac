import { randomBytes } from 'node:crypto'
import type { Settings } from '../domain/settings.ts'
import { connectBySocks } from '../net/socks-client.ts'
import { type ControlProblem, type TorState, torState } from '../net/tor-control.ts'

export type { ControlProblem, TorState }

/** What Tor says of itself at its control port; null where net.tor_control is empty. */
export async function askTor(settings: Settings['net']): Promise<TorState | ControlProblem | null> {
  const { tor_control: address, tor_control_password: password } = settings
  return address === '' ? null : torState({ address, password, nonce: randomBytes })
}

/** A circuit is built within this time, or the network is down. */
const CIRCUIT_MS = 10_000
const HTTPS_PORT = 443

/** Whether one of the hosts (`net.online_hosts`) can be reached through the proxy, which resolves its name. */
export async function reachesByTor(proxyHost: string, proxyPort: number, hosts: readonly string[]): Promise<boolean> {
  const tries = hosts.map(async (host) => {
    const isolation = { user: 'lyra-doctor', password: host }
    const target = { proxyHost, proxyPort, host, port: HTTPS_PORT, isolation, timeoutMs: CIRCUIT_MS }
    ;(await connectBySocks(target)).destroy()
  })
  return Promise.any(tries).then(
    () => true,
    () => false,
  )
}
