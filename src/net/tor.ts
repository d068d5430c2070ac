import { randomBytes } from 'node:crypto'
import { type Clock, elapsedMs } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import { TOR_SOCKS_PORT } from '../domain/settings/network.ts'
import type { Settings } from '../domain/settings.ts'
import { socksAnswers } from './socks-client.ts'
import { type ControlProblemKind, newCircuit } from './tor-control.ts'

export interface TorProxy {
  readonly host: string
  readonly port: number
}

export interface Tor {
  readonly proxy: TorProxy | null
  /** Why there is no Tor; null when its proxy answers. Asked of the machine at most once a minute. */
  absent(): Promise<string | null>
  /** One circuit a domain, kept for net.tor_sticky_minutes (REQ 4.3). */
  circuitOf(domain: string): { readonly user: string; readonly password: string }
  /** After a refusal: the domain gets another circuit, and Tor is told to build new ones. Says what came of it. */
  renew(domain: string): Promise<Renewal>
}

export interface Renewal {
  readonly outcome: 'renewed' | 'too_soon' | 'switched_off' | ControlProblemKind
  /** What stands in the way; null when nothing does. */
  readonly problem: string | null
}

/** Tor runs on this machine or beside it: it answers at once or not at all. */
const PROBE_MS = 1500
const PROBE_AGAIN_MS = 60_000
/** Tor itself answers NEWNYM at most this often. */
const NEWNYM_MS = 10_000

export function createTor(options: {
  readonly settings: Settings['net']
  readonly clock: Clock
  readonly log: Logger
}): Tor {
  const { settings, clock, log } = options
  const proxy = proxyOf(settings.tor_proxy)
  const circuits = new Map<string, { since: number; turn: number }>()
  let probe: { readonly at: number; readonly answer: Promise<string | null> } | null = null
  let renewedAt = Number.NEGATIVE_INFINITY

  return {
    proxy,
    async absent() {
      if (settings.tor_proxy === '') return 'Tor is switched off (net.tor_proxy)'
      if (proxy === null) return 'net.tor_proxy is not a socks5h:// address'
      if (probe === null || elapsedMs(probe.at, clock.now()) >= PROBE_AGAIN_MS) {
        const answer = socksAnswers(proxy.host, proxy.port, PROBE_MS).then((answers) =>
          answers ? null : `No Tor proxy answers at ${proxy.host}:${proxy.port}`,
        )
        probe = { at: clock.now(), answer }
      }
      return probe.answer
    },
    circuitOf(domain) {
      const now = clock.now()
      const known = circuits.get(domain)
      const fresh = known !== undefined && elapsedMs(known.since, now) < settings.tor_sticky_minutes * 60_000
      const circuit = fresh ? known : { since: now, turn: (known?.turn ?? 0) + 1 }
      circuits.set(domain, circuit)
      return { user: domain, password: `lyra-${circuit.turn}` }
    },
    async renew(domain) {
      const known = circuits.get(domain)
      if (known !== undefined) circuits.set(domain, { since: clock.now(), turn: known.turn + 1 })
      if (settings.tor_control === '') return { outcome: 'switched_off', problem: null }
      if (elapsedMs(renewedAt, clock.now()) < NEWNYM_MS) return { outcome: 'too_soon', problem: null }
      renewedAt = clock.now()
      const { tor_control: address, tor_control_password: password } = settings
      const problem = await newCircuit({ address, password, nonce: randomBytes })
      if (problem === null) return { outcome: 'renewed', problem: null }
      log.warn('tor.not_renewed', { outcome: problem.kind, reason: problem.reason })
      return { outcome: problem.kind, problem: problem.reason }
    },
  }
}

function proxyOf(text: string): TorProxy | null {
  const url = URL.parse(text)
  if (url === null || !/^socks5h?:$/.test(url.protocol) || url.hostname === '') return null
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || TOR_SOCKS_PORT }
}
