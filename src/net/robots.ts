import { type Clock, isPending } from '../domain/clock.ts'
import { isSuccess } from '../domain/outcome.ts'
import { detectChallenge } from './challenge.ts'
import { MAX_ROBOTS_BYTES, relevantRules } from './robots-fields.ts'
import type { DirectRoute } from './transport.ts'
import type { NetRequest, NetResult } from './types.ts'

export interface RobotsVerdict {
  readonly allowed: boolean
  readonly reason: string
  readonly crawlDelayMs: number
  /** The challenge that answered for robots.txt: the page will meet it too; null when there was none. */
  readonly guardedBy: string | null
}

export interface Robots {
  /** A file that has to be asked for goes the way of the page: over Tor nothing else may tell the machine's address. */
  check(url: string, request: NetRequest, route: DirectRoute): Promise<RobotsVerdict>
}

interface Rules {
  isAllowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
}

/** The name site owners can address; browsers have none, so `*` is what usually applies. */
const AGENT = 'Lyra'
/** RFC 9309 2.4: a copy older than a day is not used. */
const KEEP_MS = 24 * 3600_000
/** An unreachable site is retried soon, but not for every page: each attempt would be one more failure. */
const KEEP_FAILURE_MS = 10 * 60_000
/** A page waits for this file: shorter than a page's own deadline. */
export const ROBOTS_TIMEOUT_MS = 15_000

interface Kept {
  readonly rules: Rules | 'all' | 'none'
  readonly until: number
  readonly guardedBy: string | null
}

/** REQ 3.1.2: robots.txt of each origin, read once a day. */
export function createRobots(parts: {
  readonly fetch: (request: NetRequest, route: DirectRoute) => Promise<NetResult>
  readonly clock: Clock
  /** A site that asks for longer pauses gets these. */
  readonly maxCrawlDelayMs: number
}): Robots {
  const { fetch, clock, maxCrawlDelayMs } = parts
  const origins = new Map<string, Promise<Kept>>()

  async function load(origin: string, cause: NetRequest, route: DirectRoute): Promise<Kept> {
    const file: NetRequest = {
      url: `${origin}/robots.txt`,
      purpose: 'robots',
      taskId: cause.taskId,
      causeId: cause.causeId,
      timeoutMs: ROBOTS_TIMEOUT_MS,
      maxBytes: MAX_ROBOTS_BYTES,
    }
    const result = await fetch(file, route)
    const now = clock.now()
    const guardedBy = challengeOf(result)
    if (isSuccess(result.outcome) && result.response !== undefined) {
      const { default: parse } = await import('robots-parser')
      const text = relevantRules(Buffer.from(result.response.body).toString('utf8'), AGENT)
      return { rules: (parse as unknown as Parse)(`${origin}/robots.txt`, text), until: now + KEEP_MS, guardedBy }
    }
    // RFC 9309: unavailable (4xx) allows everything, unreachable (5xx) nothing. Where no answer came at all the page's
    // own request will name the cause better than a guess here.
    // A challenge is no robots.txt, whatever its status.
    if (result.outcome === 'server_error' && guardedBy === null) {
      return { rules: 'none', until: now + KEEP_FAILURE_MS, guardedBy }
    }
    // This machine was offline: nothing is known of the site, and nothing is kept.
    if (result.outcome === 'offline') return { rules: 'all', until: now, guardedBy }
    const brief = result.response === undefined || guardedBy !== null
    return { rules: 'all', until: now + (brief ? KEEP_FAILURE_MS : KEEP_MS), guardedBy }
  }

  async function keptFor(origin: string, request: NetRequest, route: DirectRoute): Promise<Kept> {
    const known = origins.get(origin)
    if (known !== undefined) {
      const kept = await known
      if (isPending(kept.until, clock.now(), KEEP_MS)) return kept
    }
    // The first caller sends the request; concurrent callers share its result.
    const asked = origins.get(origin)
    if (asked !== undefined && asked !== known) return asked
    const loading = load(origin, request, route)
    origins.set(origin, loading)
    loading.catch(() => origins.delete(origin))
    return loading
  }

  return {
    async check(url, request, route) {
      const { origin } = new URL(url)
      const kept = await keptFor(origin, request, route)
      const { guardedBy } = kept
      if (kept.rules === 'all') return { allowed: true, reason: '', crawlDelayMs: 0, guardedBy }
      if (kept.rules === 'none') {
        const reason = 'robots.txt answers with a server error, which forbids all'
        return { allowed: false, reason, crawlDelayMs: 0, guardedBy }
      }
      const delay = (kept.rules.getCrawlDelay(AGENT) ?? 0) * 1000
      const crawlDelayMs = Number.isFinite(delay) ? Math.min(Math.max(delay, 0), maxCrawlDelayMs) : 0
      const allowed = kept.rules.isAllowed(url, AGENT) !== false
      return { allowed, reason: allowed ? '' : 'robots.txt forbids this page', crawlDelayMs, guardedBy }
    },
  }
}

/** REQ 3.1.2 preflight: robots.txt is the light request that comes before every page of a new site. */
function challengeOf({ response }: NetResult): string | null {
  if (response === undefined || response.status < 400) return null
  return detectChallenge({ ...response, url: response.finalUrl })?.kind ?? null
}

type Parse = (url: string, text: string) => Rules
