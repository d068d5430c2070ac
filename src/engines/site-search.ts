import type { Clock } from '../domain/clock.ts'
import { isSuccess, needsPerson, type Outcome } from '../domain/outcome.ts'
import { createSerialQueue } from '../domain/serial-queue.ts'
import type { Settings } from '../domain/settings.ts'
import type { SerpItem } from '../domain/task.ts'
import { hostOf, normaliseUrl, registrableDomain } from '../domain/url.ts'
import { linksOf } from '../net/links.ts'
import type { NetResponse } from '../net/types.ts'
import type { EventStore } from '../store/types.ts'
import { normaliseQuery } from './normalise-query.ts'
import { formPause, SITE_SEARCHED, siteSearchHistory } from './site-search-history.ts'
import type { SubmitSearchForm } from './submit-search-form.ts'
import type { WebSearch } from './types.ts'

export interface SiteSearchAnswer {
  /** The site's own form, or `site:` at the engines. */
  readonly via: 'form' | 'operator'
  readonly outcome: Outcome | 'no_results' | 'no_form'
  /** Why the form was not used, or what went wrong. */
  readonly reason: string | null
  readonly items: readonly SerpItem[]
  /** The page that lists them. */
  readonly url: string | null
}

export interface SiteSearchRequest {
  /** As in engines.site_search. */
  readonly domain: string
  readonly query: string
  /** False where the engines were asked with `site:` already. */
  readonly fallback?: boolean
  readonly taskId: string
  readonly causeId: string
  readonly signal?: AbortSignal
}

export interface SiteSearch {
  /** The allow-listed domain that a host belongs to; null when it has none. */
  domainOf(host: string): string | null
  search(request: SiteSearchRequest): Promise<SiteSearchAnswer>
}

/** REQ 3.1.5: at most one request in ten seconds. */
const INTERVAL_MS = 10_000
/** Shorter texts are page numbers and icons. */
const SHORTEST_TITLE = 4
/** Says nothing about the form. */
const NOT_JUDGED: readonly string[] = ['replay_miss', 'cancelled', 'cooling_down', 'budget_spent']

interface SiteSearchParts {
  readonly submit: SubmitSearchForm
  readonly web: Pick<WebSearch, 'search'>
  readonly settings: Pick<Settings['engines'], 'site_search' | 'results'>
  readonly events: Pick<EventStore, 'append' | 'about'>
  readonly clock: Clock
}

export function createSiteSearch(parts: SiteSearchParts): SiteSearch {
  const { clock, settings, events } = parts
  const homes = new Map(settings.site_search.map((entry) => [entryDomain(entry), entryHome(entry)]))
  const queue = createSerialQueue()
  const lastSent = new Map<string, number>()

  async function spaced(domain: string, signal: AbortSignal | undefined): Promise<void> {
    const wait = (lastSent.get(domain) ?? 0) + INTERVAL_MS - clock.now()
    if (wait > 0) await clock.sleep(Math.min(wait, INTERVAL_MS), signal)
    lastSent.set(domain, clock.now())
  }

  async function byForm(request: SiteSearchRequest, home: string): Promise<SiteSearchAnswer> {
    const { domain, taskId, causeId, signal } = request
    const turn = () => spaced(domain, signal)
    await turn()
    const asked = { url: home, purpose: 'page', taskId, causeId, ...(signal === undefined ? {} : { signal }) } as const
    const visit = await parts.submit(asked, normaliseQuery({}, request.query).query, turn)
    const { results } = visit
    if (visit.problem !== null) return refused('no_form', visit.problem)
    if (!isSuccess(results.outcome) || results.response === undefined)
      return refused(results.outcome, 'reason' in results ? results.reason : results.outcome)
    const items = await itemsOf(results.response, visit.home?.response ?? null, request, settings.results)
    const url = results.response.finalUrl
    if (items.length > 0) return { via: 'form', outcome: 'ok', reason: null, items, url }
    return { ...refused('no_results', `${domain} lists nothing for the query`), url }
  }

  async function search(request: SiteSearchRequest): Promise<SiteSearchAnswer> {
    const { domain, taskId, causeId } = request
    const elsewhere = (why: SiteSearchAnswer) =>
      request.fallback === false ? why : byOperator(parts.web, request, why.reason ?? why.outcome)
    const home = homes.get(domain)
    if (home === undefined) return elsewhere(refused('no_form', `${domain} is not in engines.site_search`))
    const history = siteSearchHistory(events, domain, clock.now())
    const pause = formPause(history, domain, clock.now())
    if (pause !== null) return elsewhere(refused('no_form', pause))
    const answer = await byForm(request, home)
    if (!NOT_JUDGED.includes(answer.outcome)) {
      const { outcome, reason, items } = answer
      const before = { success_before: history.success, harvest: history.harvest }
      const data = { outcome, reason, found: items.length, ...before }
      events.append({ kind: SITE_SEARCHED, taskId, subjectType: 'domain', subjectId: domain, data, causeId })
    }
    // A person has to act; the engines would lead to the same wall.
    if (answer.outcome === 'ok' || needsPerson(answer.outcome as Outcome)) return answer
    return elsewhere(answer)
  }

  return {
    domainOf: (host) => [...homes.keys()].find((name) => host === name || host.endsWith(`.${name}`)) ?? null,
    search(request) {
      const one = { ...request, domain: request.domain.toLowerCase() }
      return queue.run(one.domain, () => search(one))
    },
  }
}

/** The links of a result page that answer: inside the site, with words, and no part of the frame around its pages. */
async function itemsOf(
  response: NetResponse,
  home: NetResponse | null,
  { domain, query }: SiteSearchRequest,
  limit: number,
): Promise<readonly SerpItem[]> {
  const words = query.split(/[\s\u3000]+/).filter((word) => word !== '')
  // What also stands on the front page is the site's frame, not an answer.
  const frame = new Set((home === null ? [] : await linksOf(home)).map(({ url }) => normaliseUrl(url)))
  const own = normaliseUrl(response.finalUrl)
  return (await linksOf(response, words))
    .filter(({ url, text, place }) => {
      const key = normaliseUrl(url)
      const inside = registrableDomain(url) === registrableDomain(response.finalUrl)
      return inside && key !== own && !frame.has(key) && place !== 'margin' && text.length >= SHORTEST_TITLE
    })
    .slice(0, limit)
    .map(({ url, text }, index) => ({
      title: text,
      url,
      snippet: '',
      date: null,
      engine: `site:${domain}`,
      rank: index + 1,
      source_tag: 'site',
    }))
}

async function byOperator(
  web: Pick<WebSearch, 'search'>,
  request: SiteSearchRequest,
  reason: string,
): Promise<SiteSearchAnswer> {
  const { domain, query, taskId, causeId, signal } = request
  const asked = { query: `site:${domain} ${query}`, taskId, causeId, ...(signal === undefined ? {} : { signal }) }
  const reports = await web.search(asked)
  const items = reports.flatMap((report) => report.items)
  const url = reports.find((report) => report.items.length > 0)?.url ?? null
  if (items.length > 0) return { via: 'operator', outcome: 'ok', reason, items, url }
  const failures = reports.map(({ engine, outcome }) => `${engine}: ${outcome}`)
  return { via: 'operator', outcome: 'no_results', reason: `${reason}; ${failures.join(', ')}`, items: [], url }
}

/** An entry is a domain, or the address of the page that has the form. */
function entryHome(entry: string): string {
  return /^https?:\/\//i.test(entry) ? entry : `https://${entry}/`
}

function entryDomain(entry: string): string {
  return (hostOf(entryHome(entry)) ?? entry).replace(/^www\./, '').toLowerCase()
}

function refused(outcome: SiteSearchAnswer['outcome'], reason: string): SiteSearchAnswer {
  return { via: 'form', outcome, reason, items: [], url: null }
}
