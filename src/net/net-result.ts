import type { Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'
import { retryAfterMs } from './backoff.ts'
import { classify, type Judgement } from './classify.ts'
import type { ArchiveRef, NetRequest, NetResponse, NetResult } from './types.ts'

export interface Failure {
  readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>
  readonly reason: string
}

/** Nothing was received, or nothing that may be kept. */
export function failedResult({ outcome, reason }: Failure, route: FetchRoute, elapsedMs: number): NetResult {
  return { outcome, reason, route, archive: null, elapsedMs }
}

/** An answer that was received and archived. */
export interface Received {
  readonly response: NetResponse
  readonly archive: ArchiveRef
  readonly route: FetchRoute
  readonly elapsedMs: number
}

/** What the answer was judged to be, with how long its Retry-After asks to wait. */
export function judgedResult(judgement: Judgement, received: Received, now: number): NetResult {
  if (judgement.outcome === 'ok') return { outcome: 'ok', ...received }
  const wait = retryAfterMs(received.response.headers['retry-after'], now)
  return { ...judgement, ...received, ...(wait === undefined ? {} : { retryAfterMs: wait }) }
}

export function judgementOf(hop: NetRequest, answer: Pick<NetResponse, 'status' | 'headers' | 'body'>): Judgement {
  return classify({ status: answer.status, headers: answer.headers, body: answer.body, url: hop.url }, hop.purpose)
}
