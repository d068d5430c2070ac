import { elementsIn, replaceTags } from '../domain/markup-scan.ts'
import type { Outcome } from '../domain/outcome.ts'
import { isSuccess } from '../domain/outcome.ts'
import { responseText } from './response-text.ts'
import type {
  Gateway,
  NetRequest,
  NetResponse,
  NetResult,
  PageChange,
  PageVersion,
  PageVersions,
  Route,
} from './types.ts'

export interface WaybackOptions {
  /** net.wayback_url */
  readonly url: string
  /** net.wayback_share */
  readonly share: number
}

/** REQ 3.1.6: the newest three versions are compared. */
const MOST_SNAPSHOTS = 3
const NO_EARLIER = 'The archive has no earlier snapshot'
const SUITS: readonly Outcome[] = ['gone', 'blocked', 'rate_limited']

/** `id_`: the page as it was received, without the archive's own bar. `2`: the newest snapshot there is. */
const snapshotUrl = (base: string, stamp: string, url: string) => `${base}/web/${stamp}id_/${url}`

/** The page's own headers and body are none of the archive's business. */
function plain({ headers: _headers, referer: _referer, body: _body, method: _method, ...request }: NetRequest) {
  return { ...request, again: true } as const
}

/** The newest snapshot of a page that is gone or refuses us; the last resort, since it may be old (REQ 4.3). */
export function waybackRoute(gateway: Pick<Gateway, 'fetch'>, options: WaybackOptions): Route {
  const base = options.url.replace(/(?<!\/)\/+$/, '')
  return {
    name: 'wayback',
    unavailable: () => null,
    suits: (earlier) => SUITS.includes(earlier),
    share: options.share,
    async fetch(request) {
      const result = await gateway.fetch({ ...plain(request), url: snapshotUrl(base, '2', request.url) })
      return { ...result, route: 'wayback' }
    },
    async history(request, newest, most) {
      const { snapshots, changes, stopped } = await snapshotHistory(gateway, request, {
        url: options.url,
        newest,
        most,
      })
      return { versions: snapshots.map(({ at }) => at), changes, stopped }
    },
    versions: (request, most) => versionsApart(gateway, request, { base, most }),
  }
}

/** Years between a version that is read of a page that lives and the one before it. */
const YEARS_APART = [1, 2]

/**
 * The newest version, the nearest to a year before it, and to two more: the newest three of a page that lives are often
 * of one week. The archive answers a time with the capture nearest to it.
 */
async function versionsApart(
  gateway: Pick<Gateway, 'fetch'>,
  request: NetRequest,
  { base, most }: { readonly base: string; readonly most: number },
): Promise<PageVersions> {
  const versions: PageVersion[] = []
  let stamp: string | null = '2'
  while (stamp !== null && versions.length < Math.min(most, MOST_SNAPSHOTS)) {
    const result: NetResult = await gateway.fetch({ ...plain(request), url: snapshotUrl(base, stamp, request.url) })
    if (!isSuccess(result.outcome) || result.response === undefined)
      return { versions, stopped: 'reason' in result ? result.reason : result.outcome }
    const at = timeOf(result.response.finalUrl)
    if (at === null) return { versions, stopped: 'The archive answered with something that is no snapshot' }
    const last = versions.at(-1)
    if (last !== undefined && at >= last.at) return { versions, stopped: NO_EARLIER }
    versions.push({ at, result })
    const years = YEARS_APART[versions.length - 1]
    stamp = years === undefined ? null : stampBefore(at, years)
  }
  return { versions, stopped: versions.length === 0 ? 'the share of the archive is used up' : null }
}

/** 2024-03-05T12:00:00Z, a year before: 20230305120000. */
function stampBefore(at: string, years: number): string {
  return `${Number(at.slice(0, 4)) - years}${at.slice(4).replace(/\D/g, '')}`
}

export interface Snapshot {
  /** ISO time of the capture. */
  readonly at: string
  readonly url: string
  readonly headings: readonly string[]
  readonly dates: readonly string[]
  readonly result: NetResult
}

export interface SnapshotHistory {
  /** Newest first, at most three. */
  readonly snapshots: readonly Snapshot[]
  readonly changes: readonly PageChange[]
  /** Why there are fewer than asked for; null when there are not. */
  readonly stopped: string | null
}

/** REQ 3.1.6: the newest snapshots of a page and what changed between them, by the archive's own links (no API). */
export async function snapshotHistory(
  gateway: Pick<Gateway, 'fetch'>,
  request: NetRequest,
  options: {
    readonly url: string
    /** At most so many, the newest included. */
    readonly most: number
    /** The newest where it has been fetched already; null: not yet. */
    readonly newest: NetResult | null
  },
): Promise<SnapshotHistory> {
  const most = Math.min(options.most, MOST_SNAPSHOTS)
  const base = options.url.replace(/(?<!\/)\/+$/, '')
  const snapshots: Snapshot[] = []
  let stopped: string | null = null
  /** Asked by time, which the archive answers with the nearest capture: it named no neighbours of the last one. */
  let guessed = false
  let next: string | null = snapshotUrl(base, '2', request.url)
  while (next !== null && snapshots.length < most) {
    const known = snapshots.length === 0 ? options.newest : null
    const result: NetResult = known ?? (await gateway.fetch({ ...plain(request), url: next }))
    if (!isSuccess(result.outcome) || result.response === undefined) {
      const reason = 'reason' in result ? result.reason : result.outcome
      stopped = guessed ? NO_EARLIER : reason
      break
    }
    const { finalUrl, headers }: NetResponse = result.response
    const at = timeOf(finalUrl)
    if (at === null) {
      stopped = 'The archive answered with something that is no snapshot'
      break
    }
    const last = snapshots.at(-1)
    if (last !== undefined && at >= last.at) {
      stopped = NO_EARLIER
      break
    }
    const html = responseText(result.response)
    snapshots.push({ at, url: finalUrl, headings: headingsOf(html), dates: datesOf(html), result })
    guessed = !namesNeighbours(headers.link)
    const earlier: string | null = guessed ? stampBefore(at, 1) : previousOf(headers.link)
    next = earlier === null ? null : snapshotUrl(base, earlier, request.url)
    if (next === null && snapshots.length < most) stopped = NO_EARLIER
  }
  const changes = snapshots.slice(0, -1).map((newer, index) => changeOf(snapshots[index + 1] as Snapshot, newer))
  return { snapshots, changes, stopped }
}

function timeOf(url: string): string | null {
  const [, y, mo, d, h, mi, s] = /\/web\/(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})/.exec(url) ?? []
  return y === undefined ? null : `${y}-${mo}-${d}T${h}:${mi}:${s}Z`
}

function namesNeighbours(link: string | undefined): boolean {
  return /\bmemento\b/.test(link ?? '')
}

/** The stamp of the memento before this one, from the Link header (RFC 7089). */
function previousOf(link: string | undefined): string | null {
  for (const [, target = '', rest = ''] of (link ?? '').matchAll(/<([^<>]+)>([^<]*)/g)) {
    const kinds = [...rest.matchAll(/rel="([^"]*)"/g)].map(([, kind = '']) => kind)
    if (kinds.some((kind) => /\bprev\b/.test(kind))) return /\/web\/(\d{14})/.exec(target)?.[1] ?? null
  }
  return null
}

/** Headings compared of one version. */
const MOST_HEADINGS = 200
/** Characters between the tags of a heading, markup among them. */
const LONGEST_HEADING = 2000

export function headingsOf(html: string): readonly string[] {
  const found: string[] = []
  for (const { inner } of elementsIn(html, ['h1', 'h2', 'h3', 'h4'], LONGEST_HEADING)) {
    if (found.push(plainText(inner)) >= MOST_HEADINGS) break
  }
  return found.filter((text) => text !== '')
}

/** Dates a reader sees, in one spelling: 2024-03-05, 2024/3/5 and 2024年3月5日 are the same. */
export function datesOf(html: string): readonly string[] {
  const text = plainText(withoutScripts(html))
  const found = text.matchAll(/((?:19|20)\d{2})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})/g)
  const dates = [...found]
    .filter(([, , month, day]) => Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31)
    .map(([, year, month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return [...new Set(dates)].sort()
}

function withoutScripts(html: string): string {
  let kept = ''
  let from = 0
  for (const { start, end } of elementsIn(html, ['script', 'style'], Number.POSITIVE_INFINITY)) {
    kept += `${html.slice(from, start)} `
    from = end
  }
  return kept + html.slice(from)
}

function plainText(html: string): string {
  return replaceTags(html, ' ').replace(/\s+/g, ' ').trim()
}

function changeOf(older: Snapshot, newer: Snapshot): PageChange {
  const without = (one: readonly string[], other: readonly string[]) => one.filter((item) => !other.includes(item))
  return {
    from: older.at,
    to: newer.at,
    headings_added: without(newer.headings, older.headings),
    headings_removed: without(older.headings, newer.headings),
    dates_added: without(newer.dates, older.dates),
    dates_removed: without(older.dates, newer.dates),
  }
}
