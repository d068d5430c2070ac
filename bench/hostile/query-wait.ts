import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { randomIds } from '../../src/domain/ids.ts'
import { openStore } from '../../src/store/open-store.ts'
import { openSandbox } from '../../src/store/sandbox/open-sandbox.ts'
import { LONG_RUNNERS } from '../sql/long-runners.ts'

const SLOW = 30

/** How long a small query waits behind thirty that never end, and how it ends. */
export async function waitBehindSlowQueries(): Promise<{ readonly ms: number; readonly end: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-wait-'))
  const path = join(folder, 'lyra.db')
  const store = openStore({ path, clock: systemClock, ids: randomIds(), viewFolders: [], terms: null })
  const sandbox = openSandbox({ dbPath: path, memoryMb: 256, maxAnswerBytes: 20_000 })
  try {
    await Promise.all([1, 2].map(() => sandbox.query('SELECT 1', { limit: 1, timeoutMs: 2000 })))
    const endless = LONG_RUNNERS.recursive_bomb ?? ''
    const slow = Array.from({ length: SLOW }, () =>
      sandbox.query(endless, { limit: 1, timeoutMs: 2000 }).catch(() => null),
    )
    const started = performance.now()
    const end = await sandbox.query('SELECT 1', { limit: 1, timeoutMs: 300 }).then(
      () => 'answered',
      (error: unknown) => (error instanceof LyraError ? error.code : 'untyped'),
    )
    const ms = performance.now() - started
    await Promise.all(slow)
    return { ms, end }
  } finally {
    sandbox.close()
    store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
