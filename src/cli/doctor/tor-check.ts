import { TOR_SOCKS_PORT } from '../../domain/settings/network.ts'
import type { Settings } from '../../domain/settings.ts'
import { isLocalEndpoint } from '../../guard/l1-network-isolation.ts'
import type { Check, Probes } from './check.ts'
import { type Finding, fine } from './finding.ts'
import { installCommand } from './install-command.ts'

const PROXY_FIX = 'lyra doctor --set net.tor_proxy=socks5h://127.0.0.1:9050'
const PASSWORD_FIX = 'lyra doctor --set net.tor_control_password=<the password of HashedControlPassword>'

const off = (found: string, fix: string): Finding => ({
  part: 'tor',
  required: false,
  ok: false,
  found,
  fix,
  code: null,
})

/** Where net.tor_proxy points; only this machine and private addresses are asked. */
export const checkTor: Check = async (probes, settings) => {
  const configured = settings.net.tor_proxy
  if (configured === '') return off('switched off by net.tor_proxy', PROXY_FIX)
  const url = URL.parse(configured.replace(/^socks5h?:/, 'http:'))
  if (url === null || !/^socks5h?:/.test(configured))
    return off(`net.tor_proxy ${configured} is not a socks5h:// address`, PROXY_FIX)
  const port = Number(url.port) || TOR_SOCKS_PORT
  const place = `${url.hostname}:${port}`
  if (!isLocalEndpoint(url.href)) return fine('tor', false, `SOCKS proxy at ${place}, not local: not contacted`)
  if (!(await probes.socks(url.hostname, port)))
    return off(`no SOCKS proxy at ${place}`, installCommand(probes.platform, 'tor'))
  return behindTheProxy(probes, settings, `SOCKS proxy at ${place}`, { host: url.hostname, port })
}

/** A proxy that greets may have no network behind it: Tor itself is asked, else a connection is tried through it. */
async function behindTheProxy(
  probes: Probes,
  settings: Settings,
  proxy: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Finding> {
  const control = settings.net.tor_control
  const mayAsk = control !== '' && isLocalEndpoint(`http://${control}`)
  const told = mayAsk ? await probes.tor(settings.net) : null
  if (told !== null && 'bootstrap' in told) {
    if (told.circuit) return fine('tor', false, `${proxy}; control port at ${control}; a circuit stands`)
    return off(`${proxy}, but Tor has no circuit: ${told.bootstrap} % of the way to its network`, 'see the log of Tor')
  }
  if (told !== null && told.kind !== 'unreachable') {
    const fix = told.kind === 'cookie_unreadable' ? 'sudo usermod -a -G debian-tor $USER' : PASSWORD_FIX
    return off(`${proxy}, but circuits cannot be renewed at ${control}: ${told.reason}`, fix)
  }
  const without = mayAsk ? `no control port at ${control}` : 'the control port is not asked'
  const hosts = settings.net.online_hosts
  if (hosts.length === 0)
    return off(`${proxy}; ${without}, and net.online_hosts is empty: whether Tor has a network is unknown`, PROXY_FIX)
  if (await probes.reachesByTor(host, port, hosts))
    return fine('tor', false, `${proxy}; ${without}: circuits are not renewed; connections go through`)
  return off(`${proxy}, but no connection goes through it, and ${without}`, 'see the log of Tor')
}
