import { resolve } from 'node:path'
import { LyraError } from '../domain/errors.ts'
import type { HubConnection } from '../hub/connection.ts'
import { exportParquet, PARTITIONS } from '../hub/export-parquet.ts'
import { fingerprintHub } from '../hub/fingerprint.ts'
import { takePositionals } from './arguments.ts'
import type { Call, Result } from './command.ts'
import { plural, table } from './text.ts'

/** `lyra hub export --parquet <folder>`: every view by partition, for DuckDB and data frames. */
export async function exportHub(call: Call, words: readonly string[], hub: HubConnection): Promise<Result> {
  takePositionals(words, [], 'hub export')
  const folder = call.flags.text('parquet')
  if (folder === undefined) throw new LyraError('INVALID_PARAMS', 'hub export wants --parquet <folder>')
  const by = PARTITIONS.find((one) => one === (call.flags.text('by') ?? 'task'))
  if (by === undefined) throw new LyraError('INVALID_PARAMS', `--by is one of ${PARTITIONS.join(', ')}`)
  const out = resolve(call.world.cwd, folder)
  const told = await exportParquet(hub, out, by)
  const size = `${plural(told.rows, 'row')} in ${plural(told.files, 'file')}`
  const text = `${out}: ${size}; docs/hub-analysis.md has questions`
  return { document: { ok: true, out, ...told }, text }
}

/** `lyra hub fingerprint`: whether a restored hub is the one that was backed up. */
export async function showFingerprint(call: Call, words: readonly string[], hub: HubConnection): Promise<Result> {
  takePositionals(words, [], 'hub fingerprint')
  const { sha256, parts } = await fingerprintHub(hub, call.flags.text('snapshot') ?? null)
  const rows = Object.entries(parts).map(([name, part]) => [name, String(part.rows), part.hash])
  const text = `${table(rows, { columns: ['table or view', 'rows', 'hash'] })}\n\n${sha256}`
  return { document: { ok: true, sha256, parts }, text }
}
