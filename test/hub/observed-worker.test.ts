import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openLyra } from '../../src/app/open-lyra.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { bundleFolder } from '../../src/hub/bundles/bundle-folder.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { addSearch, addTask } from '../../src/hub/hub-tasks.ts'
import { lockMerges } from '../../src/hub/merge-slice.ts'
import { fewTimes, workOffQueue } from '../../src/worker/work-queue.ts'
import { workerTelemetry } from '../../src/worker/worker-telemetry.ts'
import { DEMO_ARCHIVE } from '../e2e/demo-client.ts'
import { folderFor, newHub, shortLease } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { FEW_CLAIMS, PAGES, QUESTION } from './team-world.ts'

const skip = NO_POSTGRES
const LEASE_MS = 2000
let postgres: Postgres
let hub: HubConnection
let other: HubConnection

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  const url = await postgres.database()
  hub = await newHub(url)
  other = await newHub(url)
})
after(async () => {
  if (skip) return
  await Promise.all([hub.close(), other.close()])
  await postgres[Symbol.asyncDispose]()
})

const attemptRow = z.object({ attempts: z.number(), state: z.string() })

test('ADR 0056: a merge in line for longer than the lease is published by its worker, once, and its phases are told', {
  skip,
}, async (t) => {
  const folder = folderFor(t)
  await shortLease(hub, LEASE_MS / 1000)
  const taskId = await addTask(hub, { question: QUESTION, config: {}, shared: false })
  await addSearch(hub, { taskId, query: '', options: { targets: [PAGES[0]] } })
  const clock = systemClock
  const told = workerTelemetry({ clock, worker: 'w1', version: '1', leaseMs: LEASE_MS, spans: null })
  const work = (name: string, over: Partial<Parameters<typeof workOffQueue>[0]> = {}) =>
    workOffQueue({
      ...{ hub, name, leaseMs: LEASE_MS, untilEmpty: true, clock, log: silentLogger },
      bundles: bundleFolder(join(folder, 'bundles')),
      folder: join(folder, name),
      open: { flags: FEW_CLAIMS, replay: DEMO_ARCHIVE },
      openLyra,
      signal: new AbortController().signal,
      ...over,
    })
  const { promise: free, resolve: release } = Promise.withResolvers<void>()
  const locked = other.transaction(async (sql) => {
    await lockMerges(sql)
    await free
  })
  const waiting = async () => {
    const lockRow = z.object({ n: z.number() })
    const blocked = `SELECT count(*) AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    return ((await hub.rows(lockRow, blocked))[0]?.n ?? 0) > 0
  }

  const first = work('w1', { observation: told.observation })
  while (!(await waiting())) await clock.sleep(50)
  const second = work('w2', { hub: other })
  await clock.sleep(LEASE_MS * 2)
  release()
  await locked

  assert.deepEqual(await Promise.all([first, second]), [{ published: 1 }, {}])
  const rows = await hub.rows(attemptRow, 'SELECT attempts, state FROM hub.searches WHERE task_id = $1', [taskId])
  assert.deepEqual(rows, [{ attempts: 1, state: 'done' }])
  const ended = told.metrics().filter(({ name, value }) => name === 'lyra_worker_phases_total' && value > 0)
  assert.deepEqual(
    ended.map(({ labels }) => labels.phase),
    ['search', 'citations', 'export', 'publish'],
  )
  assert.equal(told.readiness().ready, true)
})

test('a worker that is cut off at its start asks again, and tells a wrong address soon', async () => {
  let asked = 0
  const away = new LyraError('HUB_UNAVAILABLE', 'cut')
  const clock = { now: () => 0, sleep: async () => {} }
  const fails = (times: number) => async () => {
    asked += 1
    if (asked <= times) throw away
    return 'open'
  }
  assert.equal(await fewTimes(clock, fails(2)), 'open')
  asked = 0
  await assert.rejects(fewTimes(clock, fails(9)), { code: 'HUB_UNAVAILABLE' })
  assert.equal(asked, 3)
  const refused = async () => {
    asked += 1
    throw new LyraError('HUB_REFUSED', 'no')
  }
  asked = 0
  await assert.rejects(fewTimes(clock, refused), { code: 'HUB_REFUSED' })
  assert.equal(asked, 1)
})
