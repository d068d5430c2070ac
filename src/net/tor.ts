import { connect } from 'node:net'
import type { Clock } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import { TOR_SOCKS_PORT } from '../domain/settings/network.ts'
import type { Settings } from '../domain/settings.ts'
import { socksAnswers } from './socks-client.ts'

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
  /** After a refusal: the domain gets another circuit, and Tor is told to build new ones. */
  renew(domain: string): Promise<void>
}

/** Tor runs on this machine or beside it: it answers at once or not at all. */
const PROBE_MS = 1500
const PROBE_AGAIN_MS = 60_000
/** The control port's answers are short lines; what goes on and on is no control port. */
const LONGEST_ANSWER = 4096
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
      if (probe === null || clock.now() - probe.at >= PROBE_AGAIN_MS) {
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
      const fresh = known !== undefined && now - known.since < settings.tor_sticky_minutes * 60_000
      const circuit = fresh ? known : { since: now, turn: (known?.turn ?? 0) + 1 }
      circuits.set(domain, circuit)
      return { user: domain, password: `lyra-${circuit.turn}` }
    },
    async renew(domain) {
      const known = circuits.get(domain)
      if (known !== undefined) circuits.set(domain, { since: clock.now(), turn: known.turn + 1 })
      if (settings.tor_control === '' || clock.now() - renewedAt < NEWNYM_MS) return
      renewedAt = clock.now()
      const answer = await newCircuit(settings.tor_control, settings.tor_control_password)
      if (answer !== null) log.info('tor.not_renewed', { reason: answer })
    },
  }
}

function proxyOf(text: string): TorProxy | null {
  const url = URL.parse(text)
  if (url === null || !/^socks5h?:$/.test(url.protocol) || url.hostname === '') return null
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || TOR_SOCKS_PORT }
}

/** SIGNAL NEWNYM at the control port; null when Tor said 250 to everything, else what went wrong. */
export async function newCircuit(address: string, password: string): Promise<string | null> {
  const [, host = '', port = ''] = /^(.*):(\d+)$/.exec(address) ?? []
  if (host === '') return 'net.tor_control is not host:port'
  const quoted = password.replace(/["\\]/g, '\\$&').replace(/[\r\n]/g, '')
  const commands = [`AUTHENTICATE "${quoted}"`, 'SIGNAL NEWNYM', 'QUIT']
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) })
    const timer = setTimeout(() => finish('The control port did not answer'), PROBE_MS)
    let text = ''
    let next = 0
    function finish(answer: string | null): void {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const send = () => socket.write(`${commands[next++]}\r\n`)
    socket.on('connect', send)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.length > LONGEST_ANSWER) return finish('The control port talks too much')
      for (let end = text.indexOf('\r\n'); end !== -1; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (!line.startsWith('250')) return finish(`The control port answers ${line.slice(0, 60)}`)
        if (next >= 2 && commands[next - 1] === 'SIGNAL NEWNYM') return finish(null)
        send()
      }
    })
    socket.on('error', () => finish(`Nothing answers at ${address}`))
    socket.on('close', () => finish('The control port closed the connection'))
  })
}
