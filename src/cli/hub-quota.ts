import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { EVERYBODY, type Quota, type QuotaUse, quotasOf, quotaUse, setQuota } from '../hub/quotas.ts'
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
  const named = words[0] ?? null
  const [limits, use] = [await quotasOf(hub, null), await quotaUse(hub, named)]
  const quotas = limits.filter((one) => named === null || one.who === named)
  return { document: { ok: true, quotas, use }, text: textOf(limits, use) }
}

function limit(call: Call, flag: string, name: keyof Omit<Quota, 'who'>, unit: number): Partial<Omit<Quota, 'who'>> {
  const text = call.flags.text(flag)
  if (text === undefined) return {}
  if (text === 'none') return { [name]: null }
  if (!/^\d{1,9}$/u.test(text)) throw new LyraError('INVALID_PARAMS', `--${flag} is a number, or none`)
  return { [name]: Number(text) * unit }
}

/** What is used of what is allowed, by user; the last line is the limit of who has none of their own. */
function textOf(limits: readonly Quota[], use: readonly QuotaUse[]): string {
  const everybody = limits.find(({ who }) => who === EVERYBODY)
  const shown = (used: number | null, limit: number | null | undefined, unit = 1) =>
    [
      ...(used === null ? [] : [String(Math.ceil((used / unit) * 10) / 10)]),
      limit == null ? 'no limit' : String(limit / unit),
    ].join(used !== null && limit != null ? ' of ' : ', ')
  const line = (who: string, used: QuotaUse | null, limit: Quota | undefined) => [
    who,
    shown(used?.searches ?? null, limit?.searches_per_day),
    shown(used?.queued ?? null, limit?.queued_at_once),
    shown(used?.bytes ?? null, limit?.stored_bytes, MEGABYTE),
  ]
  const rows = use.map((one) => line(one.who, one, limits.find(({ who }) => who === one.who) ?? everybody))
  if (everybody !== undefined) rows.push(line('everybody else', null, everybody))
  if (rows.length === 0) return 'No users, and no limits.'
  return table(rows, { columns: ['user', 'searches in 24 h', 'under way', 'MB stored'] })
}
