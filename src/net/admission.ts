import type { Clock } from '../domain/clock.ts'
import type { Outcome } from '../domain/outcome.ts'
import { isSuccess } from '../domain/outcome.ts'
import type { Settings } from '../domain/settings.ts'
import type { Cooldowns } from './cooldown.ts'
import type { DomainPolicy } from './domain-policy.ts'
import { domainOf, isReading } from './policy-notes.ts'
import { REFUSALS } from './policy-row.ts'
import { NO_SPACING, type Spacing } from './rate-limiter.ts'
import { createRobots } from './robots.ts'
import type { SsrfGuard } from './ssrf-guard.ts'
import type { DirectRoute } from './transport.ts'
import type { NetRequest, NetResult } from './types.ts'

export type Admitted =
  /** No lane for assets and robots.txt: the page they belong to has its own turn; robots.txt is an errand before it. */
  | { readonly ok: true; readonly lane: string | null; readonly errand: string | null; readonly spacing: Spacing }
  | Refusal

export interface Refusal {
  readonly ok: false
  readonly outcome: 'refused_private' | 'cooling_down' | 'budget_spent' | 'robots_denied'
  readonly reason: string
}

export interface Admission {
  /** SSRF guard, cool-down, day budget, robots, in this order: a cooling domain is not asked for its robots.txt. */
  check(hop: NetRequest, askedUrl: string, route: DirectRoute): Promise<Admitted>
  /** Checked again when the request's turn comes, because the previous request may have been refused. */
  stillAdmitted(hop: NetRequest, askedUrl: string): Refusal | null
  /** The challenge that already answered for the site's robots.txt; null: none, or the page is not to be asked for. */
  foreseen(request: NetRequest): Promise<string | null>
  /** What the outcome means for the domain's cool-down. */
  learn(hop: NetRequest, askedUrl: string, outcome: Outcome): void
}

/** Sitemaps are asked for under the rules of robots.txt, but wait for their turn like any page. */
const isRobotsFile = (hop: NetRequest) => hop.purpose === 'robots' && new URL(hop.url).pathname === '/robots.txt'

export function createAdmission(options: {
  readonly settings: Settings['net']
  readonly replaying: boolean
  readonly guard: SsrfGuard
  readonly cooldowns: Cooldowns
  readonly clock: Clock
  /** Null in replay: an archive has no day and no memory of refusals. */
  readonly policy: DomainPolicy | null
  fetch(request: NetRequest, route: DirectRoute): Promise<NetResult>
}): Admission {
  const { settings, guard, cooldowns } = options
  const robots = createRobots({
    fetch: options.fetch,
    clock: options.clock,
    maxCrawlDelayMs: settings.crawl_delay_max * 1000,
  })
  /** Pages whose refusal began a cool-down: their other routes may still be tried (REQ 4.3.5), other pages wait. */
  const escalating = new Map<string, Set<string>>()
  const escalationKey = (request: NetRequest, url: string) => `${request.causeId} ${url}`

  function spacingOf(request: NetRequest, domain: string, crawlDelayMs: number): Spacing {
    if (options.replaying) return NO_SPACING
    if (request.purpose === 'api') {
      const own = settings.api_interval === 0 ? 0 : (request.spaceMs ?? 0)
      return { minMs: Math.max(settings.api_interval * 1000, own), jitterMs: [0, 0] }
    }
    return {
      minMs: Math.max(
        settings.domain_interval_min * 1000 * (options.policy?.intervalFactor(domain) ?? 1),
        crawlDelayMs,
      ),
      jitterMs: [settings.domain_jitter_min * 1000, settings.domain_jitter_max * 1000],
    }
  }

  function restraint(hop: NetRequest, askedUrl: string): Refusal | null {
    if (hop.purpose === 'api' || hop.purpose === 'asset' || isRobotsFile(hop)) return null
    const domain = domainOf(hop.url)
    const until = cooldowns.until(domain)
    const pages = escalating.get(domain)
    const exempt = [hop.url, askedUrl].some((url) => pages?.has(escalationKey(hop, url)))
    if (until !== null && !exempt) {
      return { ok: false, outcome: 'cooling_down', reason: `The domain is left alone until ${until}` }
    }
    const spent = options.policy?.spent(domain, hop.dayLimit) ?? null
    return spent === null ? null : { ok: false, outcome: 'budget_spent', reason: spent }
  }

  return {
    stillAdmitted: restraint,
    async foreseen(request) {
      if (guard.checkUrl(request.url) !== null || restraint(request, request.url) !== null) return null
      return (await robots.check(request.url, request, 'http')).guardedBy
    },
    async check(hop, askedUrl, route) {
      const refused = guard.checkUrl(hop.url)
      if (refused !== null) return { ok: false, outcome: 'refused_private', reason: refused }
      const domain = domainOf(hop.url)
      let crawlDelayMs = 0
      const restrained = restraint(hop, askedUrl)
      if (restrained !== null) return restrained
      if (hop.purpose === 'page') {
        const verdict = await robots.check(hop.url, hop, route)
        if (!verdict.allowed) return { ok: false, outcome: 'robots_denied', reason: verdict.reason }
        crawlDelayMs = verdict.crawlDelayMs
      }
      const lane = hop.purpose === 'api' ? new URL(hop.url).host : domain
      const paced = hop.purpose !== 'asset' && !isRobotsFile(hop)
      const errand = isRobotsFile(hop) ? domain : null
      return { ok: true, lane: paced ? lane : null, errand, spacing: spacingOf(hop, domain, crawlDelayMs) }
    },
    learn(hop, askedUrl, outcome) {
      if (!isReading(hop)) return
      const domain = domainOf(hop.url)
      if (isSuccess(outcome)) {
        escalating.delete(domain)
        cooldowns.succeeded(domain, hop.causeId)
      } else if (REFUSALS.includes(outcome)) {
        const pages = escalating.get(domain) ?? new Set()
        escalating.set(domain, pages.add(escalationKey(hop, hop.url)).add(escalationKey(hop, askedUrl)))
        cooldowns.refused(domain, hop.causeId)
      }
    },
  }
}
