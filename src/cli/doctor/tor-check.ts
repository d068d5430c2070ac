import { TOR_SOCKS_PORT } from '../../domain/settings/network.ts'
import type { Settings } from '../../domain/settings.ts'
import { isLocalEndpoint } from '../../guard/l1-network-isolation.ts'
import type { Check, Probes } from './check.ts'
import { type Finding, fine } from './finding.ts'
import { installCommand } from './install-command.ts'

const PROXY_FIX = 'lyra doctor --set net.tor_proxy=socks5h://127.0.0.1:9050'
const PASSWORD_FIX = 'lyra doctor --set net.tor_control_password=<the password of HashedControlPassword>'

const SEE_LOG = 'see the log of Tor'

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

/**
 * A proxy that greets may have no network behind it. Tor is asked at its control port, which also says whether circuits
 * can be renewed; since it holds a dead circuit for a standing one for minutes, a connection is tried as well.
 */
async function behindTheProxy(
  probes: Probes,
  settings: Settings,
  proxy: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Finding> {
  const control = settings.net.tor_control
  const mayAsk = control !== '' && isLocalEndpoint(`http://${control}`)
  const told = mayAsk ? await probes.tor(settings.net) : null
  if (told !== null && 'kind' in told && told.kind !== 'unreachable') {
    const fix = told.kind === 'cookie_unreadable' ? 'sudo usermod -a -G debian-tor $USER' : PASSWORD_FIX
    return off(`${proxy}, but circuits cannot be renewed at ${control}: ${told.reason}`, fix)
  }
  const state = told !== null && 'bootstrap' in told ? told : null
  if (state?.circuit === false)
    return off(`${proxy}, but Tor has no circuit: ${state.bootstrap} % of the way to its network`, SEE_LOG)
  const silent = mayAsk ? `no control port at ${control}` : 'the control port is not asked'
  const renewal = state === null ? `${silent}: circuits are not renewed` : `control port at ${control}`
  const hosts = settings.net.online_hosts
  if (hosts.length === 0) {
    const untried = `${proxy}; ${renewal}; not tried, since net.online_hosts is empty`
    return state === null ? off(untried, SEE_LOG) : fine('tor', false, untried)
  }
  if (await probes.reachesByTor(host, port, hosts))
    return fine('tor', false, `${proxy}; ${renewal}; connections go through`)
  return off(`${proxy}, but no connection goes through it; ${renewal}`, SEE_LOG)
}
