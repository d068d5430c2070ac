import type { Settings } from '../domain/settings.ts'
import { registrableDomain } from '../domain/url.ts'
import type { NetRequest } from './types.ts'

const CHROME = '147'
const PLATFORMS: Readonly<Record<string, readonly [string, string]>> = {
  win32: ['Windows NT 10.0; Win64; x64', 'Windows'],
  darwin: ['Macintosh; Intel Mac OS X 10_15_7', 'macOS'],
  linux: ['X11; Linux x86_64', 'Linux'],
}

/** REQ 4.3: headers agree with each other, with the machine and with where the reader comes from. */
export function requestHeaders(request: NetRequest, settings: Settings['net']): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const headers = request.purpose === 'api' ? apiHeaders(settings) : browserHeaders(request, settings)
  if (request.body !== undefined && own['content-type'] === undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
  }
  return { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd', ...own }
}

function apiHeaders(settings: Settings['net']): Record<string, string> {
  return {
    'user-agent': settings.user_agent || 'Lyra/0.1 (local research engine)',
    accept: 'application/json, */*;q=0.5',
  }
}

function browserHeaders(request: NetRequest, settings: Settings['net']): Record<string, string> {
  const [, platform] = machine()
  const common = {
    'user-agent': settings.user_agent || chromeUserAgent(CHROME),
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'accept-language': LANGUAGE,
    ...(refererFor(request) === null ? {} : { referer: refererFor(request) ?? '' }),
  }
  if (settings.user_agent !== '') return common
  // Browsers send client hints and fetch metadata to trustworthy origins only.
  if (!request.url.startsWith('https:')) return { ...common, 'upgrade-insecure-requests': '1' }
  return {
    ...common,
    'sec-ch-ua': `"Chromium";v="${CHROME}", "Not?A_Brand";v="24"`,
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': `"${platform}"`,
    'upgrade-insecure-requests': '1',
    'sec-fetch-site': fetchSite(request),
    'sec-fetch-mode': 'navigate',
    'sec-fetch-user': '?1',
    'sec-fetch-dest': 'document',
  }
}

function machine(): readonly [string, string] {
  return PLATFORMS[process.platform] ?? ['X11; Linux x86_64', 'Linux']
}

export function chromeUserAgent(major: string): string {
  return `Mozilla/5.0 (${machine()[0]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
}

/** As the system's locale has it; asking for it is slow. */
const LANGUAGE = acceptLanguage()

function acceptLanguage(): string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  const language = locale.split('-', 1)[0] ?? 'en'
  return language === 'en' ? `${locale},en;q=0.9` : `${locale},${language};q=0.9,en;q=0.8`
}

/**
 * What a browser tells the next page of the one before (strict-origin-when-cross-origin): another origin learns the origin
 * only, so the words of a search stay with the engine, and nothing is told from https to http.
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
