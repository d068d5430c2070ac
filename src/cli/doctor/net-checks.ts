import type { Check } from './check.ts'
import { fine } from './finding.ts'

/** REQ 4.3: which handshake page requests get, and the last browser of the escalation path. */
export const checkHandshake: Check = async (probes, settings) => {
  const undetected = probes.packageFolder('patchright-core') === null ? 'not installed' : 'patchright-core'
  const rest = `undetected browser: ${undetected}`
  if (settings.net.handshake === 'plain')
    return fine('handshake', false, `Node's own for pages (net.handshake); ${rest}`)
  const build = probes.packageFile('wreq-js/rust', new RegExp(`^wreq-js\\.${probes.platform}-${probes.arch}\\b`))
  if (build !== null) return fine('handshake', false, `the browser's for pages (wreq-js); ${rest}`)
  return {
    part: 'handshake',
    required: false,
    ok: false,
    found: `Node's own for pages: wreq-js has no build for ${probes.platform}-${probes.arch}; ${rest}`,
    fix: 'lyra doctor --set net.handshake=plain',
    code: null,
  }
}

/** LYRA 4.6: without it every search ends as OFFLINE. */
export const checkInternet: Check = async (probes, settings) => {
  const hosts = settings.net.online_hosts
  if (hosts.length === 0) return fine('internet', false, 'not tested: net.online_hosts is empty')
  const named = hosts.join(', ')
  if (await probes.reachesInternet(hosts)) return fine('internet', true, `one of ${named} answers`)
  return {
    part: 'internet',
    required: true,
    ok: false,
    found: `none of ${named} can be reached; only replays and the demo work`,
    fix: `connect this machine, then run ${probes.words.lyra} doctor again`,
    code: 'OFFLINE',
  }
}

/** REQ 4.3 IPv6: tried first where the machine has it. What came of it is in `lyra metrics`. */
export const checkIpv6: Check = async (probes) =>
  fine(
    'ipv6',
    false,
    probes.hasIpv6() ? 'a global address; tried first, IPv4 behind it' : 'none; sites are reached over IPv4',
  )
