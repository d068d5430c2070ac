import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startPeriodicPruning } from '../../src/app/periodic-pruning.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import type { Store } from '../../src/store/types.ts'

const NOW = Date.parse('2026-03-01T00:00:00.000Z')
const DAY = 86_400_000

test('REQ 5.1.2, 8.2: a running server removes what has expired when it opens and every prune_minutes, until it is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const logs = mkdtempSync(join(tmpdir(), 'lyra-logs-'))
  t.after(() => rmSync(logs, { recursive: true }))
  const old = join(logs, 'lyra-2026-01-01.log.gz')
  writeFileSync(old, '')
  utimesSync(old, NOW / 1000, (NOW - 31 * DAY) / 1000)
  const pruned: string[] = []
  const pruneExpired = (now: string) => {
    pruned.push(now)
    if (pruned.length === 2) throw new Error('database is locked')
    return {}
  }
  const parts = {
    store: { pruneExpired } as unknown as Store,
    clock: { now: () => NOW, sleep: async () => {} },
    log: silentLogger,
  }

  const stop = startPeriodicPruning(parts, defaultSettings, logs)
  t.mock.timers.tick(3_600_000)
  t.mock.timers.tick(3_600_000)
  stop()
  t.mock.timers.tick(3_600_000)

  assert.deepEqual(pruned, Array(3).fill('2026-03-01T00:00:00.000Z'))
  assert.equal(existsSync(old), false)
})

test('jobs.prune_minutes 0: nothing is removed', () => {
  const never = { pruneExpired: () => assert.fail() } as unknown as Store
  const settings = { ...defaultSettings, jobs: { ...defaultSettings.jobs, prune_minutes: 0 } }

  startPeriodicPruning(
    { store: never, clock: { now: () => NOW, sleep: async () => {} }, log: silentLogger },
    settings,
    '',
  )()
})
