import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { openLyra } from '../../src/app/open-lyra.ts'
import { systemClock } from '../../src/domain/clock.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { bundleFolder } from '../../src/hub/bundles/bundle-folder.ts'
import type { HubConnection } from '../../src/hub/connection.ts'
import { setBundleFolder } from '../../src/hub/hub-settings.ts'
import { addSearch, addTask, cancelSearch } from '../../src/hub/hub-tasks.ts'
import { addUser } from '../../src/hub/people.ts'
import { workOffQueue } from '../../src/worker/work-queue.ts'
import { DEMO_ARCHIVE, ROOT } from '../e2e/demo-client.ts'
import { folderFor, newHub, shortLease } from './hub-world.ts'
import { NO_POSTGRES, type Postgres, startPostgres } from './postgres.ts'
import { FEW_CLAIMS, onOneMachine, PAGES, publishedTasks, QUESTION } from './team-world.ts'

const skip = NO_POSTGRES
let postgres: Postgres
let hub: HubConnection
let url: string
/** What one machine comes to by the first two pages. */
let alone: string
const TARGETS = PAGES.slice(0, 2)

before(async () => {
  if (skip) return
  postgres = await startPostgres()
  url = await postgres.database()
  hub = await newHub(url)
  const cleaning: (() => void)[] = []
  alone = await onOneMachine(folderFor({ after: (clean) => cleaning.push(clean) }), 'task_alone', TARGETS)
  for (const clean of cleaning) clean()
})
after(async () => {
  if (skip) return
  await hub.close()
  await postgres[Symbol.asyncDispose]()
})

async function queueTask(): Promise<string> {
  const taskId = await addTask(hub, { question: QUESTION, config: {}, shared: false })
  for (const page of TARGETS) await addSearch(hub, { taskId, query: '', options: { targets: [page] } })
  return taskId
}

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
  await queueTask()

  const outcomes = await worker(folder)

  assert.deepEqual(outcomes, { published: 2 })
  const [task] = await publishedTasks(hub)
  assert.deepEqual([task?.generation, task?.conclusions_sha256], [2, alone])
  const [found] = await hub.rows(z.object({ n: z.number() }), 'SELECT count(*) AS n FROM lyra.v_findings')
  assert.ok((found?.n ?? 0) > 0)
  assert.deepEqual(readdirSync(join(folder, 'worker')), [])
})

test('a worker that is killed, and one whose connections are cut, lose nothing: each search once, the same end', {
  skip,
}, async (t) => {
  const folder = folderFor(t)
  await setBundleFolder(hub, join(folder, 'bundles'))
  const { token } = await addUser(hub, 'machine1', 'worker')
  const as = postgres.as(url, 'machine1', token)
  await shortLease(hub, 3)
  const taskId = await queueTask()
  const start = () => {
    const settings = Object.entries(FEW_CLAIMS).flatMap(([name, value]) => ['--set', `${name}=${value}`])
    const args = ['worker', '--until-empty', '--home', folder, '--replay', DEMO_ARCHIVE, ...settings]
    const child = spawn(process.execPath, [join(ROOT, 'bin', 'lyra'), ...args], {
      env: { ...process.env, LYRA_HUB: as },
      stdio: 'ignore',
    })
    return { child, ended: new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code))) }
  }
  const running = (attempts: number) =>
    hub.rows(
      z.object({ id: z.number() }),
      `SELECT id FROM hub.searches WHERE task_id = $1 AND state = 'running' AND attempts >= $2`,
      [taskId, attempts],
    )

  const victim = start()
  while ((await running(1)).length === 0) await systemClock.sleep(50)
  await systemClock.sleep(700)
  victim.child.kill('SIGKILL')
  await victim.ended
  const left = readdirSync(join(folder, 'worker'))
  const next = start()
  while ((await running(2)).length === 0) await systemClock.sleep(50)
  await hub.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'machine1'`)
  const exit = await next.ended

  assert.deepEqual([exit, left.length, readdirSync(join(folder, 'worker'))], [0, 1, []])
  const done = (await publishedTasks(hub)).find(({ id }) => id === taskId)
  assert.deepEqual([done?.generation, done?.conclusions_sha256], [2, alone])
  const published = await hub.rows(
    z.object({ generation: z.number() }),
    'SELECT generation FROM hub.publications WHERE task_id = $1 ORDER BY generation',
    [taskId],
  )
  assert.deepEqual(published, [{ generation: 1 }, { generation: 2 }])
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
