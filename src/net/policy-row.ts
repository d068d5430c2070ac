import { LONG_ALPHA, movingAverage, SHORT_ALPHA } from '../domain/moving-average.ts'
import { type ChallengeKind, isSuccess, type Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import type { PolicyRow } from '../store/domain-policy.ts'

/** Below this many requests a day a share says nothing. */
const SHARE_FROM = 5
/** What a site answers when it does not want us. */
export const REFUSALS: readonly Outcome[] = ['blocked', 'rate_limited', 'captcha']

/** Whether the browser did what the plain client could not. */
export type BrowserUse = 'needed' | 'failed' | 'not_needed'

const FRESH: PolicyRow = {
  block_score: 0,
  block_score_long: 0,
  captcha_rate: 0,
  headful_ratio: 0,
  headful_failures: 0,
  tor_success_rate: null,
  tor_usage_ratio: 0,
  referer_match_rate: null,
  last_captcha_at: null,
  captcha_type_last_seen: null,
  requests_today: 0,
  requests_day: null,
  last_request_at: null,
}

/** What is known of a domain on this day: with a new day its budget and its Tor share begin anew. */
export function rowOfDay(known: PolicyRow | null, day: string): PolicyRow {
  const row = known ?? FRESH
  if (row.requests_day === day) return row
  return { ...row, requests_day: day, requests_today: 0, tor_usage_ratio: 0, tor_success_rate: null }
}

/** `refererFits` is null for requests that come from nowhere, such as a result page. */
export function afterRequest(row: PolicyRow, route: FetchRoute, refererFits: boolean | null, at: string): PolicyRow {
  const requests = row.requests_today + 1
  const overTor = row.requests_today * row.tor_usage_ratio + (route === 'tor' ? 1 : 0)
  const { referer_match_rate: match } = row
  return {
    ...row,
    requests_today: requests,
    tor_usage_ratio: overTor / requests,
    referer_match_rate: refererFits === null ? match : movingAverage(match, refererFits, SHORT_ALPHA),
    last_request_at: at,
  }
}

export interface Judged {
  readonly route: FetchRoute
  readonly outcome: Outcome
  readonly challenge: ChallengeKind | null
}

/** Only success and refusal say how the site treats us; a timeout or a missing page does not. */
export function afterJudgement(row: PolicyRow, { route, outcome, challenge }: Judged, at: string): PolicyRow {
  const refused = REFUSALS.includes(outcome)
  const success = isSuccess(outcome)
  const captcha = outcome === 'captcha'
  const averages = {
    block_score: movingAverage(row.block_score, refused, SHORT_ALPHA),
    block_score_long: movingAverage(row.block_score_long, refused, LONG_ALPHA),
    captcha_rate: movingAverage(row.captcha_rate, captcha, SHORT_ALPHA),
  }
  return {
    ...row,
    ...(refused || success ? averages : {}),
    tor_success_rate:
      route === 'tor' ? movingAverage(row.tor_success_rate, success, SHORT_ALPHA) : row.tor_success_rate,
    last_captcha_at: captcha ? at : row.last_captcha_at,
    captcha_type_last_seen: captcha ? (challenge ?? 'captcha') : row.captcha_type_last_seen,
  }
}

/** Null where nothing changes: a domain that never needed a browser still does not. */
export function afterEscalation(row: PolicyRow, browser: BrowserUse): PolicyRow | null {
  if (browser === 'not_needed' && row.headful_ratio === 0) return null
  return {
    ...row,
    headful_ratio: movingAverage(row.headful_ratio, browser === 'needed', SHORT_ALPHA),
    headful_failures: row.headful_failures + (browser === 'failed' ? 1 : 0),
  }
}

/** Why one more request over Tor would be too many (REQ 7), of the day's requests or the domain's; null: it fits. */
export function torShareRefusal(
  row: PolicyRow,
  all: { readonly requests: number; readonly tor: number },
  share: number,
): string | null {
  const isOver = (tor: number, requests: number) => requests >= SHARE_FROM && (tor + 1) / (requests + 1) > share
  const percent = Math.round(share * 100)
  if (isOver(all.tor, all.requests)) return `Tor's share of ${percent} % of the day's requests is used up`
  const own = Math.round(row.requests_today * row.tor_usage_ratio)
  return isOver(own, row.requests_today) ? `Tor's share of ${percent} % of this domain's requests is used up` : null
}
