import type { Settings } from '../domain/settings.ts'
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
    'accept-language': acceptLanguage(),
    ...(request.referer === undefined ? {} : { referer: request.referer }),
  }
  if (settings.user_agent !== '') return common
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

function acceptLanguage(): string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  const language = locale.split('-', 1)[0] ?? 'en'
  return language === 'en' ? `${locale},en;q=0.9` : `${locale},${language};q=0.9,en;q=0.8`
}

function fetchSite(request: NetRequest): string {
  const from = request.referer === undefined ? null : URL.parse(request.referer)
  if (from === null) return 'none'
  return from.origin === URL.parse(request.url)?.origin ? 'same-origin' : 'cross-site'
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
