import { appendFileSync, createReadStream, createWriteStream, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { DAY_MS } from '../domain/clock.ts'
import type { Logger } from '../domain/log.ts'
import type { Settings } from '../domain/settings.ts'
import { redactedJson } from './redaction.ts'

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * JSON lines, one file per day in LYRA_HOME/logs, or stderr; never stdout, which MCP uses under stdio. Redaction
 * happens here (REQ 4.4.1 L8), so that no caller can forget it.
 */
export function openLogger(
  settings: Settings['log'],
  folder: string,
  now: () => number = Date.now,
  series = 'lyra',
): Logger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') => (event: string, fields?: Readonly<Record<string, unknown>>) => {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(settings.level)) return
      const time = new Date(now()).toISOString()
      const line = `${redactedJson({ time, level, event, ...fields })}\n`
      if (settings.to !== 'stderr') appendQuietly(join(folder, `${series}-${time.slice(0, 10)}.log`), line)
      if (settings.to !== 'file') process.stderr.write(line)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** A full disk must not take the search down with the log: the line goes to stderr instead. */
function appendQuietly(file: string, line: string): void {
  try {
    appendFileSync(file, line, { mode: 0o600 })
  } catch {
    process.stderr.write(line)
  }
}

/** REQ 8.2: plain files for 7 days, compressed ones for 30. */
export async function rotateLogs(
  folder: string,
  nowMs: number,
  keep: Pick<Settings['log'], 'keep_days' | 'archive_days'>,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) continue
    const age = (nowMs - stat.mtimeMs) / DAY_MS
    if (name.endsWith('.log.gz') && age > keep.archive_days) rmSync(file, { force: true })
    // Another process may rotate the same file; the second one finds it gone, which is fine.
    if (name.endsWith('.log') && age > keep.keep_days) await compress(file).catch(() => undefined)
  }
}

async function compress(file: string): Promise<void> {
  await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`, { mode: 0o600 }))
  rmSync(file, { force: true })
}
