import type { Settings } from '../domain/settings.ts'
import { registrableDomain } from '../domain/url.ts'
import type { Identity } from './identity.ts'
import type { NetRequest } from './types.ts'

/** As Chromium asks for a document. */
const ACCEPT =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,' +
  'application/signed-exchange;v=b3;q=0.7'
const CODINGS = 'gzip, deflate, br, zstd'

/** REQ 4.3: headers agree with each other, with the browser, with the machine and with where the reader comes from. */
export function requestHeaders(
  request: NetRequest,
  settings: Settings['net'],
  identity: Identity,
): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const headers = request.purpose === 'api' ? apiHeaders(settings) : browserHeaders(request, identity)
  if (request.body !== undefined && own['content-type'] === undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
  }
  return { ...headers, ...own }
}

function apiHeaders(settings: Settings['net']): Record<string, string> {
  return {
    'user-agent': settings.user_agent || 'Lyra/0.1 (local research engine)',
    accept: 'application/json, */*;q=0.5',
    'accept-encoding': CODINGS,
  }
}

/** In Chromium's order, which is part of what a server can see. */
function browserHeaders(request: NetRequest, identity: Identity): Record<string, string> {
  const referer = refererFor(request)
  const before = { 'upgrade-insecure-requests': '1', 'user-agent': identity.userAgent, accept: ACCEPT }
  const after = {
    ...(referer === null ? {} : { referer }),
    'accept-encoding': CODINGS,
    'accept-language': identity.acceptLanguage,
  }
  const hinted = Object.keys(identity.hints).length > 0
  // Browsers send client hints and fetch metadata to trustworthy origins only.
  if (!hinted || !request.url.startsWith('https:')) return { ...before, ...after }
  return {
    ...identity.hints,
    ...before,
    'sec-fetch-site': fetchSite(request),
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
    ...after,
    priority: 'u=0, i',
  }
}

/**
 * What a browser tells the next page of the one before (strict-origin-when-cross-origin): another origin learns the
 * origin only, so the words of a search stay with the engine, and nothing is told from https to http.
 */
export function refererFor(request: Pick<NetRequest, 'url' | 'referer'>): string | null {
  const from = request.referer === undefined ? null : URL.parse(request.referer)
  const to = URL.parse(request.url)
  if (from === null || to === null || !/^https?:$/.test(from.protocol)) return null
  if (from.protocol === 'https:' && to.protocol === 'http:') return null
  if (from.origin !== to.origin) return `${from.origin}/`
  from.hash = ''
  from.username = ''
  from.password = ''
  return from.href
}

function fetchSite(request: NetRequest): string {
  const from = request.referer === undefined ? null : URL.parse(request.referer)
  const to = URL.parse(request.url)
  if (from === null || to === null) return 'none'
  if (from.origin === to.origin) return 'same-origin'
  const sameSite = from.protocol === to.protocol && registrableDomain(from.href) === registrableDomain(to.href)
  return sameSite ? 'same-site' : 'cross-site'
}

const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key']

/** Credentials go neither to another origin nor into the archive. */
export function withoutCredentials(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.includes(name)))
}

const KEY_PARAMETERS = ['api_key', 'apikey', 'access_token']

/** The URL as the archive knows it: the same with and without a key, so that a replay needs none. */
export function archiveUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  parsed.hash = ''
  // On the raw text: the other parameters keep their spelling.
  const pairs = parsed.search.slice(1).split('&')
  const kept = pairs.filter((pair) => !KEY_PARAMETERS.includes((pair.split('=', 1)[0] ?? '').toLowerCase()))
  if (kept.length < pairs.length) parsed.search = kept.join('&')
  return parsed.href
}
