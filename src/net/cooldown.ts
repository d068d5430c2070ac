import type { Clock } from '../domain/clock.ts'
import type { Random } from '../domain/random.ts'
import type { DomainStore, EventStore } from '../store/types.ts'

/** REQ 4.3.5: cooldown = min(base * 2^(failures // 3), max). */
export function cooldownMinutes(failures: number, base: number, max: number): number {
  return Math.min(base * 2 ** Math.floor(failures / 3), max)
}

/** REQ 4.3.5: delay = min(base * 2^attempt, max), varied by 10 % either way. */
export function backoffSeconds(attempt: number, base: number, max: number, random: Random): number {
  return Math.min(base * 2 ** attempt, max) * (0.9 + 0.2 * random.next())
}

/** Retry-After in milliseconds: seconds or an HTTP date; undefined when absent or senseless. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

export type CooldownStore = Pick<DomainStore, 'cooldownUntil' | 'setCooldown' | 'failures'>

export interface Cooldowns {
  /** When the domain may be asked again; null when it may now. */
  until(domain: string): string | null
  refused(domain: string, causeId: string): void
  succeeded(domain: string, causeId: string): void
}

export function createCooldowns(options: {
  readonly store: CooldownStore | null
  readonly baseMinutes: number
  readonly maxMinutes: number
  readonly clock: Clock
  readonly events?: Pick<EventStore, 'append'> | undefined
}): Cooldowns {
  const { baseMinutes, maxMinutes, clock } = options
  const tell = (domain: string, data: Readonly<Record<string, unknown>>, causeId: string) =>
    options.events?.append({ kind: 'domain.cooldown', subjectType: 'domain', subjectId: domain, data, causeId })
  const store = options.store ?? rememberedCooldowns()
  return {
    until(domain) {
      const until = store.cooldownUntil(domain)
      return until !== null && Date.parse(until) > clock.now() ? until : null
    },
    refused(domain, causeId) {
      const failures = store.failures(domain) + 1
      const now = clock.now()
      const until = now + cooldownMinutes(failures, baseMinutes, maxMinutes) * 60_000
      store.setCooldown(domain, new Date(until).toISOString(), failures, new Date(now).toISOString(), causeId)
      tell(domain, { until: new Date(until).toISOString(), failures }, causeId)
    },
    succeeded(domain, causeId) {
      if (store.failures(domain) === 0) return
      store.setCooldown(domain, null, 0, new Date(clock.now()).toISOString(), causeId)
      tell(domain, { until: null, failures: 0 }, causeId)
    },
  }
}

function rememberedCooldowns(): CooldownStore {
  const rows = new Map<string, { until: string | null; failures: number }>()
  return {
    cooldownUntil: (domain) => rows.get(domain)?.until ?? null,
    failures: (domain) => rows.get(domain)?.failures ?? 0,
    setCooldown: (domain, until, failures) => rows.set(domain, { until, failures }),
  }
}
