import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openLyra } from '../../src/app/open-lyra.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { bundleFolder } from '../../src/hub/bundle-folder.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { addSearch, addTask, cancelSearch } from '../../src/hub/hub-tasks.ts'
import { workOffQueue } from '../../src/worker/work-queue.ts'
import { DEMO_ARCHIVE } from '../e2e/demo-client.ts'
import { folderFor, newHub } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { FEW_CLAIMS, onOneMachine, PAGES, publishedTasks, QUESTION } from './team-world.ts'

const skip = NO_POSTGRES
let postgres: Postgres
let hub: HubConnection

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  hub = await newHub(await postgres.database())
})
after(async () => {
  if (skip) return
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

function worker(folder: string, over: Partial<Parameters<typeof workOffQueue>[0]> = {}) {
  return workOffQueue({
    ...{ hub, name: 'w1', leaseMs: 60_000, untilEmpty: true, clock: systemClock, log: silentLogger },
    bundles: bundleFolder(join(folder, 'bundles')),
    folder: join(folder, 'worker'),
    open: { flags: FEW_CLAIMS, replay: DEMO_ARCHIVE },
    openLyra,
    signal: new AbortController().signal,
    ...over,
  })
}

test('a worker comes to what one machine comes to, search by search, and leaves nothing behind', {
  skip,
}, async (t) => {
  const folder = folderFor(t)
  const taskId = await addTask(hub, { question: QUESTION, config: {}, shared: false })
  const targets = PAGES.slice(0, 2)
  for (const page of targets) await addSearch(hub, { taskId, query: '', options: { targets: [page] } })

  const outcomes = await worker(folder)

  assert.deepEqual(outcomes, { published: 2 })
  const [task] = await publishedTasks(hub)
  assert.deepEqual([task?.generation, task?.conclusions_sha256], [2, await onOneMachine(folder, taskId, targets)])
  const [found] = await hub.rows(z.object({ n: z.number() }), 'SELECT count(*) AS n FROM lyra.v_findings')
  assert.ok((found?.n ?? 0) > 0)
  assert.deepEqual(readdirSync(join(folder, 'worker')), [])
})

test('a search that cannot be run fails with its reason, and one that is cancelled ends', { skip }, async (t) => {
  const folder = folderFor(t)
  const taskId = await addTask(hub, { question: QUESTION, config: {}, shared: false })
  const wrong = await addSearch(hub, { taskId, query: 'x', options: { no_such_option: 1 } })
  const unwanted = await addSearch(hub, { taskId, query: '', options: { targets: [PAGES[2]] } })
  await cancelSearch(hub, unwanted)

  const outcomes = await worker(folder)

  assert.deepEqual(outcomes, { failed: 1 })
  const rows = await hub.rows(
    z.object({ id: z.number(), state: z.string(), error: z.string().nullable() }),
    'SELECT id, state, error FROM hub.searches WHERE task_id = $1 ORDER BY id',
    [taskId],
  )
  assert.deepEqual(
    rows.map(({ id, state }) => [id, state]),
    [
      [wrong, 'failed'],
      [unwanted, 'cancelled'],
    ],
  )
  assert.match(rows[0]?.error ?? '', /^INVALID_PARAMS: .*no_such_option/)
})
