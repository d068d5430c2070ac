import { type Clock, isPending } from '../domain/clock.ts'
import type { EventLog } from '../store/event-log.ts'
import type { DomainStore } from '../store/types.ts'

/** REQ 4.3.5: cooldown = min(base * 2^(failures // 3), max). */
export function cooldownMinutes(failures: number, base: number, max: number): number {
  return Math.min(base * 2 ** Math.floor(failures / 3), max)
}

export type CooldownStore = Pick<DomainStore, 'cooldownUntil' | 'setCooldown' | 'failures'>

export interface Cooldowns {
  /** When the domain may be asked again; null when it may now. */
  until(domain: string): string | null
  refused(domain: string, causeId: string): void
  succeeded(domain: string, causeId: string): void
}

export function createCooldowns(options: {
  readonly store: CooldownStore
  readonly baseMinutes: number
  readonly maxMinutes: number
  readonly clock: Clock
  readonly events: EventLog
}): Cooldowns {
  const { store, baseMinutes, maxMinutes, clock, events } = options
  const tell = (domain: string, data: Readonly<Record<string, unknown>>, causeId: string) =>
    events.append({ kind: 'domain.cooldown', subjectType: 'domain', subjectId: domain, data, causeId })
  return {
    until(domain) {
      const until = store.cooldownUntil(domain)
      const longestMs = maxMinutes * 60_000
      return until !== null && isPending(Date.parse(until), clock.now(), longestMs) ? until : null
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

/** For one process only. */
export function memoryCooldownStore(): CooldownStore {
  const rows = new Map<string, { until: string | null; failures: number }>()
  return {
    cooldownUntil: (domain) => rows.get(domain)?.until ?? null,
    failures: (domain) => rows.get(domain)?.failures ?? 0,
    setCooldown: (domain, until, failures) => rows.set(domain, { until, failures }),
  }
}
