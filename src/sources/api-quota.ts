import type { Clock } from '../domain/clock.ts'
import type { SourceName } from '../domain/paper.ts'

/** What a source lets us do until its counter starts again, as its answers tell it. */
export interface ApiQuota {
  /** Lower-case header names, of refusals too. */
  note(headers: Readonly<Record<string, string>>): void
  /** Why a request of this cost would be refused, in one sentence; null: ask. */
  spent(cost: number): string | null
}

/**
 * OpenAlex counts credits a day: look-ups of one work are free, a list costs 1, a search 10. `x-ratelimit-reset` is the
 * number of seconds left. Once the rest is too small nothing is sent, since a refusal would only be asked for again and
 * again.
 */
export function createApiQuota(source: SourceName, clock: Clock): ApiQuota {
  let known: { readonly left: number; readonly limit: number | null; readonly until: number } | null = null
  return {
    note: (headers) => {
      const left = numberIn(headers['x-ratelimit-remaining'])
      const seconds = numberIn(headers['x-ratelimit-reset'])
      if (left === null || seconds === null) return
      known = { left, limit: numberIn(headers['x-ratelimit-limit']), until: clock.now() + seconds * 1000 }
    },
    spent: (cost) => {
      if (known === null || known.left >= cost) return null
      const wait = known.until - clock.now()
      if (wait <= 0) return null
      const of = known.limit === null ? '' : ` of ${known.limit}`
      const left = `${known.left}${of} left, ${cost} needed`
      return `the allowance of ${source} is used up (${left}); it returns in ${inWords(wait)}`
    },
  }
}

function numberIn(value: string | undefined): number | null {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

function inWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
