import { createLruCache } from '../domain/lru-cache.ts'
import { elementsIn, elementText } from '../domain/markup-scan.ts'
import { isSuccess } from '../domain/outcome.ts'
import { registrableDomain } from '../domain/url.ts'
import { ROBOTS_TIMEOUT_MS } from './robots.ts'
import { fieldsOf } from './robots-fields.ts'
import type { Gateway, NetRequest, NetResult } from './types.ts'

export interface SitemapEntry {
  readonly url: string
  readonly lastModified: string | null
}

export interface SitemapReading {
  readonly entries: readonly SitemapEntry[]
  /** What was asked for and what came of it: nothing is a silent empty list. */
  readonly read: readonly { readonly url: string; readonly outcome: NetResult['outcome']; readonly found: number }[]
}

/** Files, addresses and bytes read of one site: enough to find pages near a query, far below what large sites list. */
const MOST_FILES = 5
const MOST_ENTRIES = 5000
const MAX_BYTES = 10_000_000
/** Entries of one file: the most that the protocol allows. */
const MOST_LISTED = 50_000
/** Characters of one entry: an address, a date, and the pictures some sites list with it. */
const LONGEST_ENTRY = 20_000

/**
 * REQ 3.1.2: the addresses a site names itself: `Sitemap:` lines of robots.txt, else /sitemap.xml; indexes are
 * followed.
 */
export async function readSitemaps(
  gateway: Pick<Gateway, 'fetch'>,
  origin: string,
  cause: NetRequest,
): Promise<SitemapReading> {
  const domain = registrableDomain(origin)
  const ask = (url: string) =>
    gateway.fetch({
      url,
      purpose: 'robots',
      taskId: cause.taskId,
      causeId: cause.causeId,
      timeoutMs: ROBOTS_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...(cause.signal === undefined ? {} : { signal: cause.signal }),
    })
  const read: { url: string; outcome: NetResult['outcome']; found: number }[] = []
  const robots = await ask(`${origin}/robots.txt`)
  const named = isSuccess(robots.outcome) ? sitemapLines(textOf(robots), origin) : []
  const queue = named.length > 0 ? [...named] : [`${origin}/sitemap.xml`]
  const entries = new Map<string, SitemapEntry>()
  const asked = new Set<string>()
  while (queue.length > 0 && asked.size < MOST_FILES && entries.size < MOST_ENTRIES) {
    const url = queue.shift() ?? ''
    if (asked.has(url) || registrableDomain(url) !== domain) continue
    asked.add(url)
    const result = await ask(url)
    const before = entries.size
    if (isSuccess(result.outcome)) {
      const parsed = parseSitemap(await unpacked(result))
      queue.push(...parsed.further)
      for (const entry of parsed.entries) {
        if (entries.size < MOST_ENTRIES && registrableDomain(entry.url) === domain) entries.set(entry.url, entry)
      }
    }
    read.push({ url, outcome: result.outcome, found: entries.size - before })
  }
  return { entries: [...entries.values()], read }
}

/** Sites of the tasks under way. */
const READINGS_REMEMBERED = 50

/** Each site once a task: its archive must hold what was read, so that the task can be replayed by itself. */
export function createSitemapReader(gateway: Pick<Gateway, 'fetch'>) {
  const readings = createLruCache<Promise<SitemapReading>>(READINGS_REMEMBERED)
  return (origin: string, cause: NetRequest): Promise<SitemapReading> => {
    const key = `${cause.taskId} ${origin}`
    const reading = readings.get(key) ?? readSitemaps(gateway, origin, cause)
    readings.set(key, reading)
    const forget = () => readings.delete(key)
    // What an offline machine could not read is no reading of the site.
    reading.then(({ read }) => read.some(({ outcome }) => outcome === 'offline') && forget(), forget)
    return reading
  }
}

function textOf(result: NetResult): string {
  return Buffer.from(result.response?.body ?? []).toString('utf8')
}

/** Sitemaps are often gzip files, which the transfer does not undo. */
async function unpacked(result: NetResult): Promise<string> {
  const body = result.response?.body ?? new Uint8Array()
  if (body[0] !== 0x1f || body[1] !== 0x8b) return textOf(result)
  const { gunzip } = await import('node:zlib')
  return new Promise((resolve) => {
    gunzip(body, { maxOutputLength: MAX_BYTES }, (error, text) => resolve(error === null ? text.toString('utf8') : ''))
  })
}

function sitemapLines(robots: string, origin: string): readonly string[] {
  return fieldsOf(robots).flatMap(({ name, value }) => {
    const target = name === 'sitemap' ? value.split(/\s/, 1)[0] : undefined
    const url = target === undefined || target === '' ? null : URL.parse(target, origin)
    return url === null ? [] : [url.href]
  })
}

export function parseSitemap(xml: string): {
  readonly entries: readonly SitemapEntry[]
  readonly further: readonly string[]
} {
  const entries: SitemapEntry[] = []
  const further: string[] = []
  for (const { name, inner } of elementsIn(xml, ['url', 'sitemap'], LONGEST_ENTRY)) {
    const loc = URL.parse(decoded(elementText(inner, 'loc') ?? ''))
    if (loc === null || !/^https?:$/.test(loc.protocol)) continue
    if (name.toLowerCase() === 'sitemap') further.push(loc.href)
    else entries.push({ url: loc.href, lastModified: elementText(inner, 'lastmod') })
    if (entries.length + further.length >= MOST_LISTED) break
  }
  return { entries, further }
}

function decoded(text: string): string {
  return text
    .replace(/^<!\[CDATA\[|\]\]>$/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}
