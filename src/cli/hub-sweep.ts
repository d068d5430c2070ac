import { systemClock } from '../domain/clock.ts'
import { LyraError } from '../domain/errors.ts'
import type { BundleStore } from '../hub/bundles/bundle-store.ts'
import type { HubConnection } from '../hub/connection.ts'
import { sweepBundles } from '../hub/sweep-bundles.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { plural, table } from './text.ts'

const HOUR = 3_600_000
/** The longest that the queue lets one try of a search take. */
const HOURS = 24
const MOST_SHOWN = 50

/** `lyra hub sweep [--yes]`: bundles that no task names; told first. */
export async function hubSweep(
  call: Call,
  words: readonly string[],
  { hub, bundles }: { readonly hub: HubConnection; readonly bundles: BundleStore },
): Promise<Result> {
  takePositionals(words, [], 'hub sweep')
  const hours = call.flags.number('older-than') ?? HOURS
  if (!(hours > 0)) throw new LyraError('INVALID_PARAMS', '--older-than is a number of hours')
  const options = { now: systemClock.now(), olderThanMs: hours * HOUR, remove: call.flags.on('yes') }
  const { found, kept, removed } = await sweepBundles(hub, bundles, options)
  const bytes = found.reduce((sum, one) => sum + one.bytes, 0)
  const told = `${plural(found.length, 'bundle')} that no task names, ${(bytes / 1e6).toFixed(1)} MB`
  const rows = found
    .slice(0, MOST_SHOWN)
    .map(({ name, bytes: size, writtenAt }) => [name, String(size), writtenAt.toISOString()])
  const lines = [
    ...(rows.length === 0 ? [] : [table(rows, { columns: ['name', 'bytes', 'written'] }), '']),
    ...(found.length > rows.length ? [`... and ${found.length - rows.length} more`] : []),
    removed ? `${told}: removed. ${kept} stay.` : `${told}. ${kept} stay.`,
  ]
  const document = {
    ...{ ok: true, removed, kept, bytes },
    found: found.map(({ name, bytes: size, writtenAt }) => ({
      name,
      bytes: size,
      written_at: writtenAt.toISOString(),
    })),
  }
  const aside = removed || found.length === 0 ? undefined : 'Nothing was removed: `lyra hub sweep --yes` does it'
  return { document, text: lines.join('\n'), ...(aside === undefined ? {} : { aside }) }
}
