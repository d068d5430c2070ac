import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './address.ts'

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

export type Resolved =
  | { readonly ok: true; readonly addresses: readonly LookupAddress[] }
  | { readonly ok: false; readonly outcome: 'refused_private' | 'dns' | 'offline'; readonly reason: string }

/** Keeps every request away from this machine and its neighbours (SSRF). */
export interface SsrfGuard {
  /** What can be said without a look-up: scheme, credentials, port, literal addresses, local names. Null: go ahead. */
  checkUrl(url: string): string | null
  /** The addresses a connection may use; the caller connects to these and to no others. */
  resolve(host: string, port: number): Promise<Resolved>
}

const LOCAL_SUFFIXES = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'onion']
/** Ports of other protocols above 1023 that an HTTP request could be made to talk to. */
const SERVICE_PORTS = new Set([
  1433, 1521, 2049, 2375, 2376, 3306, 3389, 4045, 5060, 5061, 5432, 5900, 6000, 6379, 6665, 6666, 6667, 6668, 6669,
  9100, 9200, 11211, 27017,
])

export const systemResolve: Resolve = (host) => lookup(host, { all: true, order: 'ipv6first' })

export function createSsrfGuard(allowPrivate: readonly string[], resolveName: Resolve): SsrfGuard {
  const allowed = new Set(allowPrivate.map((entry) => entry.toLowerCase()))
  const isAllowed = (host: string, port: number) => allowed.has(host) || allowed.has(`${host}:${port}`)

  return {
    checkUrl(text) {
      const url = URL.parse(text)
      if (url === null) return 'Not a valid URL'
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are allowed'
      if (url.username !== '' || url.password !== '') return 'A URL with a user name or password is not requested'
      const port = portOf(url)
      if (isAllowed(url.hostname, port)) return null
      if ((port < 1024 && port !== 80 && port !== 443) || SERVICE_PORTS.has(port)) {
        return `Port ${port} is not a web port`
      }
      // The URL parser has already turned octal, hexadecimal and single-number forms into dotted ones.
      const host = bare(url.hostname)
      if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'The address is private or reserved'
      return isLocalName(host) ? 'The host name belongs to a local network' : null
    },
    async resolve(name, port) {
      const host = bare(name)
      const open = isAllowed(name.toLowerCase(), port) || isAllowed(host, port)
      let addresses: readonly LookupAddress[]
      try {
        const family = isIP(host)
        addresses = family !== 0 ? [{ address: host, family }] : await resolveName(host)
      } catch {
        return { ok: false, outcome: 'dns', reason: 'The host name cannot be resolved' }
      }
      if (addresses.length === 0) return { ok: false, outcome: 'dns', reason: 'The host name has no address' }
      // One private address among public ones is a rebinding attempt as well.
      if (!open && (isLocalName(host) || addresses.some(({ address }) => !isPublicAddress(address)))) {
        return { ok: false, outcome: 'refused_private', reason: 'The host resolves to a private or reserved address' }
      }
      return { ok: true, addresses }
    },
  }
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

function isLocalName(host: string): boolean {
  if (isIP(host) !== 0) return false
  if (!host.includes('.')) return true
  return LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))
}
