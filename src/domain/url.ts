import { getDomain } from 'tldts'

/** Parameters that follow the reader, not the document. */
const TRACKING = new Set(['gclid', 'fbclid', 'gbraid', 'wbraid', 'dclid', 'msclkid', 'yclid', 'igshid'])

function isTracking(name: string): boolean {
  return name.startsWith('utm_') || TRACKING.has(name)
}

/** A web address, or null for anything else (other schemes included). */
export function parseWebUrl(url: string): URL | null {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null
  return parsed
}

/** Host name in lower case, without port, brackets kept for IPv6; null when the text is not a web address. */
export function hostOf(url: string): string | null {
  return parseWebUrl(url)?.hostname ?? null
}

/**
 * The domain a reader would call "the site": public suffix plus one label. Hosting suffixes count (alice.github.io is
 * not bob.github.io). Addresses and single-label hosts are their own domain.
 */
export function registrableDomain(url: string): string | null {
  const host = hostOf(url)
  if (host === null) return null
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** One spelling for one document, the key of caches and of re-discovery; never what is sent to a server. */
export function normaliseUrl(url: string): string | null {
  const parsed = parseWebUrl(url)
  if (parsed === null) return null
  const path = parsed.pathname.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase())
  const trimmed = path.length > 1 ? path.replace(/(?<!\/)\/+$/, '') || '/' : path
  const query = sortedQuery(parsed.search)
  return `${parsed.protocol}//${parsed.host}${trimmed}${query === '' ? '' : `?${query}`}`
}

/** Works on the raw text: URLSearchParams would re-encode values and so change what they mean to some servers. */
function sortedQuery(search: string): string {
  return search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => ({ pair, name: pair.split('=', 1)[0] ?? pair }))
    .filter(({ name }) => !isTracking(name.toLowerCase()))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ pair }) => pair)
    .join('&')
}

/** Host without a leading www: one login serves both (REQ 3.6.1, sessions are kept by domain). */
export function plainHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '')
}
