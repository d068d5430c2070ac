import type { ChallengeKind, Outcome } from '../domain/outcome.ts'
import type { FetchRoute } from '../domain/page.ts'

export type Purpose = 'page' | 'serp' | 'api' | 'robots' | 'asset'

/** A user's key as the request shows it; added when the request is sent, so that no archive, log or event holds it. */
export interface Credential {
  readonly in: 'header' | 'query'
  readonly name: string
  readonly value: string
}

export interface NetRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly purpose: Purpose
  readonly referer?: string
  readonly taskId: string | null
  readonly causeId: string
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Most requests a day to this domain, where the caller knows a smaller number than the setting (engine table). */
  readonly dayLimit?: number
  /** Least time between two requests to this API, where it asks for more than the setting gives it. */
  readonly spaceMs?: number
  readonly credential?: Credential
  /** Asked again like an API while it is busy (REQ 4.3.5): an archive, which nothing else stands in for. */
  readonly again?: true
  readonly signal?: AbortSignal
  /** Told of the body as it comes, for answers that report what they are doing; of an API only. */
  readonly onChunk?: (chunk: Uint8Array) => void
}

export interface NetResponse {
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded from transfer and content encoding; charset untouched. */
  readonly body: Uint8Array
  readonly finalUrl: string
}

/** Where the bytes of this exchange lie. */
export interface ArchiveRef {
  /** Path relative to LYRA_HOME/archive. */
  readonly file: string
  readonly recordId: string
}

interface NetSuccess {
  readonly outcome: 'ok' | 'not_modified'
  readonly route: FetchRoute
  readonly response: NetResponse
  readonly archive: ArchiveRef | null
  readonly elapsedMs: number
}

interface NetFailure {
  readonly outcome: Exclude<Outcome, 'ok' | 'not_modified'>
  readonly route: FetchRoute
  /** One sentence, safe to show: no body text, no local path. */
  readonly reason: string
  readonly challenge?: ChallengeKind
  readonly retryAfterMs?: number
  /** A refusal may still have a body (challenge page), kept for the archive and the parser's diagnosis. */
  readonly response?: NetResponse
  readonly archive: ArchiveRef | null
  readonly elapsedMs: number
}

export type NetResult = NetSuccess | NetFailure

/** The one door to the network: guard, robots, pace, cool-down, cache, archive and replay for every request. */
export interface Gateway {
  readonly replaying: boolean
  fetch(request: NetRequest): Promise<NetResult>
  /**
   * For the browser, which opens its own connections when live: the same checks, without sending or waiting for a turn.
   * `null` = go ahead.
   */
  admit(request: NetRequest): Promise<NetResult | null>
  /** For the browser: what it received, archived and judged exactly like an own exchange. */
  record(request: NetRequest, response: NetResponse, route: FetchRoute, elapsedMs: number): Promise<NetResult>
}

/** One way to get a page: plain HTTP, Tor, a browser, the Wayback Machine. */
export interface Route {
  readonly name: FetchRoute
  /** Largest share of a task's pages this route may bring (REQ 3.1.6); absent: no limit. */
  readonly share?: number
  /** Why it cannot be used here (no Tor, no display...); null when it can. */
  unavailable(request: NetRequest): string | null | Promise<string | null>
  fetch(request: NetRequest): Promise<NetResult>
  /** Whether it may do better after another route had this outcome; absent: wherever any other route may. */
  suits?(earlier: Outcome): boolean
  /** The route that has done better with this page's domain; null: this one. */
  defersTo?(request: NetRequest): FetchRoute | null
  /** The route to begin with, by a light look at the site; null: no reason for another. */
  preflight?(request: NetRequest): Promise<FetchRoute | null>
  /** Whether nobody has asked this page's domain for anything yet. */
  isNew?(request: NetRequest): boolean
  /** Called with how a page's escalation went. */
  learn?(request: NetRequest, attempts: PageFetch['attempts']): void
  /** Earlier versions of a page it brought, and what changed; at most so many, the newest included. */
  history?(request: NetRequest, newest: NetResult, most: number): Promise<PageHistory>
  /** Versions of a page that still lives, newest first, some time apart. */
  versions?(request: NetRequest, most: number): Promise<PageVersions>
}

/** What the escalation path did for one page (REQ 4.3.5); the same route is never tried twice. */
export interface PageFetch {
  readonly result: NetResult
  readonly attempts: readonly {
    readonly route: FetchRoute
    readonly outcome: Outcome
    readonly reason: string | null
  }[]
  /** Set when the browser rendered the page: path relative to LYRA_HOME/archive. */
  readonly screenshot: string | null
  /** Where an archive had to stand in: what changed between its newest versions (REQ 3.1.6). */
  readonly history?: PageHistory
}

export interface PageHistory {
  /** ISO times of the versions read, newest first. */
  readonly versions: readonly string[]
  readonly changes: readonly PageChange[]
  /** Why there are fewer than asked for; null when there are not. */
  readonly stopped: string | null
}

export interface PageChange {
  readonly from: string
  readonly to: string
  readonly headings_added: readonly string[]
  readonly headings_removed: readonly string[]
  readonly dates_added: readonly string[]
  readonly dates_removed: readonly string[]
}

/** One archived version of a page, with its bytes. */
export interface PageVersion {
  /** ISO time of the capture. */
  readonly at: string
  readonly result: NetResult
}

export interface PageVersions {
  /** Newest first. */
  readonly versions: readonly PageVersion[]
  /** Why there are fewer than asked for; null when there are not. */
  readonly stopped: string | null
}

export interface PageFetcher {
  /** Warnings for every search that uses it, e.g. that a replay archive is incomplete. */
  readonly warnings: readonly string[]
  /** `onStart` is called when fetching begins, because a request may first wait in a queue. */
  fetchPage(request: NetRequest, onStart?: () => void): Promise<PageFetch>
  /** Archived versions of a page that still lives (REQ 3.1.6), within the archive's share; absent: it has none. */
  versions?(request: NetRequest): Promise<PageVersions>
}
