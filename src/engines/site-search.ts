import type { Clock } from '../domain/clock.ts'
import { isSuccess, needsPerson, type Outcome } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import type { SerpItem } from '../domain/task.ts'
import { normaliseUrl, registrableDomain } from '../domain/url.ts'
import { linksOf } from '../net/links.ts'
import type { NetResponse } from '../net/types.ts'
import type { EventStore } from '../store/types.ts'
import { findSearchForm } from './search-form.ts'
import type { WebSearch } from './types.ts'
import type { ResultPageLoader } from './web-search.ts'

export interface SiteSearchAnswer {
  /** The site's own form, or `site:` at the engines. */
  readonly via: 'form' | 'operator'
  readonly outcome: Outcome | 'no_results' | 'no_form'
  /** Why the form was not used, or what went wrong. */
  readonly reason: string | null
  readonly items: readonly SerpItem[]
}

export interface SiteSearchRequest {
  readonly domain: string
  readonly query: string
  readonly taskId: string
  readonly causeId: string
  readonly signal?: AbortSignal
}

export interface SiteSearch {
  search(request: SiteSearchRequest): Promise<SiteSearchAnswer>
}

/** REQ 3.1.5: at most one request in ten seconds, two failures in a row and the form is left alone for the day. */
const INTERVAL_MS = 10_000
const FAILURES_A_DAY = 2
const SHORTEST_TITLE = 4

interface Attempts {
  failures: number
  day: string
  lastAt: number
}

export function createSiteSearch(parts: {
  readonly loader: ResultPageLoader
  readonly web: Pick<WebSearch, 'search'>
  readonly settings: Pick<Settings['engines'], 'site_search' | 'results'>
  readonly events: Pick<EventStore, 'append'>
  readonly clock: Clock
}): SiteSearch {
  const { clock, settings } = parts
  const allowed = new Set(settings.site_search.map((domain) => domain.toLowerCase()))
  const records = new Map<string, Attempts>()
  const queues = new Map<string, Promise<unknown>>()
  const today = () => new Date(clock.now()).toISOString().slice(0, 10)

  function recordOf(domain: string): Attempts {
    const known = records.get(domain)
    const record = known?.day === today() ? known : { failures: 0, day: today(), lastAt: known?.lastAt ?? 0 }
    records.set(domain, record)
    return record
  }

  async function byForm(request: SiteSearchRequest): Promise<SiteSearchAnswer> {
    const record = recordOf(request.domain)
    const load = async (url: string, referer?: string) => {
      const wait = record.lastAt + INTERVAL_MS - clock.now()
      if (wait > 0) await clock.sleep(wait, request.signal)
      record.lastAt = clock.now()
      const { taskId, causeId, signal } = request
      return parts.loader.load({
        url,
        purpose: 'page',
        taskId,
        causeId,
        ...(referer === undefined ? {} : { referer }),
        ...(signal === undefined ? {} : { signal }),
      })
    }
    const home = await load(`https://${request.domain}/`)
    if (!isSuccess(home.outcome) || home.response === undefined) return failed(home)
    const form = await findSearchForm(textOf(home.response), home.response.finalUrl)
    if (!form.ok) return { via: 'form', outcome: 'no_form', reason: form.reason, items: [] }
    const results = await load(form.urlFor(request.query), home.response.finalUrl)
    if (!isSuccess(results.outcome) || results.response === undefined) return failed(results)
    const items = await itemsOf(results.response, home.response, request)
    if (items.length > 0) return { via: 'form', outcome: 'ok', reason: null, items }
    return { via: 'form', outcome: 'no_results', reason: `${request.domain} lists nothing for the query`, items: [] }
  }

  async function itemsOf(
    response: NetResponse,
    home: NetResponse,
    { domain, query }: SiteSearchRequest,
  ): Promise<readonly SerpItem[]> {
    const words = query.split(/[\s\u3000]+/).filter((word) => word !== '')
    // What also stands on the front page is the site's frame, not an answer.
    const frame = new Set((await linksOf(home)).map(({ url }) => normaliseUrl(url)))
    const own = normaliseUrl(response.finalUrl)
    return (await linksOf(response, words))
      .filter(({ url, text, place }) => {
        const key = normaliseUrl(url)
        const inside = registrableDomain(url) === registrableDomain(`https://${domain}`)
        return inside && key !== own && !frame.has(key) && place !== 'margin' && text.length >= SHORTEST_TITLE
      })
      .slice(0, settings.results)
      .map(({ url, text }, index) => ({
        title: text,
        url,
        snippet: '',
        date: null,
        engine: `site:${domain}`,
        rank: index + 1,
        source_tag: 'site_search',
      }))
  }

  async function byOperator(request: SiteSearchRequest, reason: string): Promise<SiteSearchAnswer> {
    const { domain, query, taskId, causeId, signal } = request
    const asked = { query: `site:${domain} ${query}`, taskId, causeId, ...(signal === undefined ? {} : { signal }) }
    const reports = await parts.web.search(asked)
    const items = reports.flatMap((report) => report.items)
    if (items.length > 0) return { via: 'operator', outcome: 'ok', reason, items }
    const failures = reports.map(({ engine, outcome }) => `${engine}: ${outcome}`)
    return { via: 'operator', outcome: 'no_results', reason: `${reason}; ${failures.join(', ')}`, items: [] }
  }

  async function search(request: SiteSearchRequest): Promise<SiteSearchAnswer> {
    if (!allowed.has(request.domain)) return byOperator(request, `${request.domain} is not in engines.site_search`)
    const record = recordOf(request.domain)
    if (record.failures >= FAILURES_A_DAY) {
      return byOperator(request, `the form of ${request.domain} failed twice and is left alone today`)
    }
    const answer = await byForm(request)
    record.failures = answer.outcome === 'ok' ? 0 : record.failures + 1
    const { taskId, causeId, domain } = request
    const data = { outcome: answer.outcome, found: answer.items.length, failures: record.failures }
    parts.events.append({ kind: 'site_search', taskId, subjectType: 'domain', subjectId: domain, data, causeId })
    // A person has to act; the engines would lead to the same wall.
    if (answer.outcome === 'ok' || needsPerson(answer.outcome as Outcome)) return answer
    return byOperator(request, answer.reason ?? answer.outcome)
  }

  return {
    search(request) {
      const one = { ...request, domain: request.domain.toLowerCase() }
      const before = queues.get(one.domain) ?? Promise.resolve()
      const mine = before.then(() => search(one))
      queues.set(
        one.domain,
        mine.catch(() => undefined),
      )
      return mine
    },
  }
}

function failed(result: { readonly outcome: Outcome; readonly reason?: string }): SiteSearchAnswer {
  return { via: 'form', outcome: result.outcome, reason: result.reason ?? result.outcome, items: [] }
}

function textOf(response: NetResponse): string {
  return Buffer.from(response.body).toString('utf8')
}
