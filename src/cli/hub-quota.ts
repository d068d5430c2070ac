import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { EVERYBODY, type Quota, quotasOf, setQuota } from '../hub/quotas.ts'
import type { Call, Result } from './command.ts'
import { table } from './text.ts'

const MEGABYTE = 1024 * 1024

/** `lyra hub quota [<user>]`: tells, and with a limit sets; without a user of everybody. */
export async function hubQuota(call: Call, words: readonly string[], hub: HubConnection): Promise<Result> {
  if (words.length > 1) throw new LyraError('INVALID_PARAMS', 'hub quota takes one user, or none')
  const who = words[0] ?? EVERYBODY
  const given = {
    ...limit(call, 'searches-per-day', 'searches_per_day', 1),
    ...limit(call, 'at-once', 'queued_at_once', 1),
    ...limit(call, 'stored-mb', 'stored_bytes', MEGABYTE),
  }
  if (Object.keys(given).length > 0) await setQuota(hub, who, given)
  const quotas = await quotasOf(hub, words[0] ?? null)
  return { document: { ok: true, quotas }, text: quotas.length === 0 ? 'No limits.' : textOf(quotas) }
}

function limit(call: Call, flag: string, name: keyof Omit<Quota, 'who'>, unit: number): Partial<Omit<Quota, 'who'>> {
  const text = call.flags.text(flag)
  if (text === undefined) return {}
  if (text === 'none') return { [name]: null }
  if (!/^\d{1,9}$/u.test(text)) throw new LyraError('INVALID_PARAMS', `--${flag} is a number, or none`)
  return { [name]: Number(text) * unit }
}

function textOf(quotas: readonly Quota[]): string {
  const shown = (value: number | null, unit = 1) => (value === null ? 'no limit' : String(value / unit))
  const rows = quotas.map(({ who, searches_per_day, queued_at_once, stored_bytes }) => [
    who === EVERYBODY ? 'everybody else' : who,
    ...[shown(searches_per_day), shown(queued_at_once), shown(stored_bytes, MEGABYTE)],
  ])
  return table(rows, { columns: ['user', 'searches a day', 'at once', 'MB stored'] })
}
