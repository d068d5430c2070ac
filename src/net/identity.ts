import type { Settings } from '../domain/settings.ts'

/** The browser Lyra really has: what its requests and the plain client's must agree on (REQ 4.3.3). */
export interface BrowserProduct {
  readonly major: string
  /** Google's own build names itself among its brands; Chromium does not. */
  readonly google: boolean
}

export interface Identity {
  readonly userAgent: string
  /** sec-ch-ua, sec-ch-ua-mobile, sec-ch-ua-platform; empty where the browser has none. */
  readonly hints: Readonly<Record<string, string>>
  readonly acceptLanguage: string
}

/** Learns which browser is there, once it has been opened. */
export interface ClientIdentity {
  current(): Identity
  adopt(product: BrowserProduct): void
}

/** @sparticuz/chromium's; the browser that is found corrects it. */
export const BUNDLED: BrowserProduct = { major: '147', google: false }

const PLATFORMS: Readonly<Record<string, readonly [string, string]>> = {
  win32: ['Windows NT 10.0; Win64; x64', 'Windows'],
  darwin: ['Macintosh; Intel Mac OS X 10_15_7', 'macOS'],
  linux: ['X11; Linux x86_64', 'Linux'],
}

function machine(): readonly [string, string] {
  return PLATFORMS[process.platform] ?? ['X11; Linux x86_64', 'Linux']
}

export function platformName(): string {
  return machine()[1]
}

export function chromeUserAgent(major: string): string {
  return `Mozilla/5.0 (${machine()[0]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`
}

const GREASE = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
const GREASE_VERSIONS = ['8', '99', '24']
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

/** The brands of a Chromium with a window, in the order its version shuffles them into. */
export function brandsOf({ major, google }: BrowserProduct): readonly { brand: string; version: string }[] {
  const seed = Number(major) || 0
  const grease = `Not${GREASE[seed % 11]}A${GREASE[(seed + 1) % 11]}Brand`
  const named = [
    { brand: grease, version: GREASE_VERSIONS[seed % 3] ?? '' },
    { brand: 'Chromium', version: major },
    ...(google ? [{ brand: 'Google Chrome', version: major }] : []),
  ]
  const order = google ? (ORDERS[seed % 6] ?? []) : [seed % 2, (seed + 1) % 2]
  const brands: { brand: string; version: string }[] = []
  for (const [index, one] of named.entries()) brands[order[index] ?? index] = one
  return brands
}

/** As the system's locale has it; asking for it is slow. */
const LANGUAGES = systemLanguages()

function systemLanguages(): readonly string[] {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  return [...new Set([locale, locale.split('-', 1)[0] ?? 'en', 'en'])]
}

/** In the order of preference, as navigator.languages has them. */
export function languages(): readonly string[] {
  return LANGUAGES
}

const ACCEPT_LANGUAGE = LANGUAGES.map((name, at) => (at === 0 ? name : `${name};q=${(1 - at / 10).toFixed(1)}`)).join(
  ',',
)

export function identityOf(product: BrowserProduct): Identity {
  return {
    userAgent: chromeUserAgent(product.major),
    hints: hintsOf(product, machine()[1]),
    acceptLanguage: ACCEPT_LANGUAGE,
  }
}

/** A session a person earned keeps the browser it was earned with: hints follow its name. */
export function identityOfUserAgent(userAgent: string): Identity {
  const major = /\bChrome\/(\d+)/.exec(userAgent)?.[1]
  const other = /Edg\/|OPR\/|Mobile|Android/.test(userAgent)
  const platform = /Windows/.test(userAgent) ? 'Windows' : /Mac OS X/.test(userAgent) ? 'macOS' : 'Linux'
  const hints = major === undefined || other ? {} : hintsOf({ major, google: true }, platform)
  return { userAgent, hints, acceptLanguage: ACCEPT_LANGUAGE }
}

function hintsOf(product: BrowserProduct, platform: string): Record<string, string> {
  return {
    'sec-ch-ua': brandsOf(product)
      .map(({ brand, version }) => `"${brand}";v="${version}"`)
      .join(', '),
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': `"${platform}"`,
  }
}

/** A user agent of one's own (net.user_agent) is named and nothing else is claimed. */
export function createIdentity(settings: Settings['net'], known: BrowserProduct): ClientIdentity {
  const fixed = settings.user_agent
  let current: Identity =
    fixed === '' ? identityOf(known) : { userAgent: fixed, hints: {}, acceptLanguage: ACCEPT_LANGUAGE }
  return {
    current: () => current,
    adopt(product) {
      if (fixed === '' && /^\d+$/.test(product.major)) current = identityOf(product)
    },
  }
}
