import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { LyraError } from '../../src/domain/errors.ts'
import { openToyLoop } from './toy-loop.ts'

const forever = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

function homeFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-loop-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'lyra.db')
}

test('REQ 3.2.2: jobs of a task run one at a time, the more urgent first, then the older; tasks run side by side', async (t) => {
  let [now, most] = [0, 0]
  const world = openToyLoop(t, {
    onRun: async () => {
      now += 1
      most = Math.max(most, now)
      await turn()
      now -= 1
      return 'done'
    },
  })
  world.add('old', 70)
  world.add('first')
  world.add('second')
  world.add('other', 100, 'task_2')

  assert.equal(world.loop.resume(), 4)
  await Promise.all(['task_1', 'task_2'].map((id) => world.loop.settle(id)))

  assert.deepEqual(
    world.told.filter((line) => !line.includes('other')),
    ['run first', 'run second', 'run old'],
  )
  assert.equal(most, 2)
})

test('LYRA 5.3: a job that lets go for a more urgent one goes on after it', async (t) => {
  const gate = Promise.withResolvers<void>()
  const world = openToyLoop(t, {
    onRun: async (job, _control, queue) => {
      if (job.payload.note === 'slow') await gate.promise
      return queue.isOutranked(job) ? 'later' : 'done'
    },
  })
  world.add('slow', 70).attach()
  await turn()
  const urgent = world.add('urgent').attach()
  gate.resolve()
  await urgent.done
  await world.loop.settle('task_1')

  assert.deepEqual(world.told, ['run slow', 'run urgent', 'run slow'])
  assert.deepEqual(world.states(), ['job_slow done', 'job_urgent done'])
})

test('REQ 8.3: finished stages are rows; the next process finds them, and they go with the end of the job', async (t) => {
  const path = homeFile(t)
  const dead = openToyLoop(t, {
    path,
    owner: 'elsewhere/1/1',
    onRun: async (job, { signal }, queue) => {
      const stages = queue.stageMemo(job.id)
      stages.set('web', { value: [1, 2] })
      stages.set('page https://a.example/', { value: null })
      return forever(signal)
    },
  })
  dead.add('left').attach()
  await turn()
  const before = dead.store.db.prepare('SELECT stage, value FROM finished_stages').all()
  dead.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z'")
  dead.store.close()
  const found: unknown[] = []
  const next = openToyLoop(t, {
    path,
    onRun: async (job, _control, queue) => {
      const stages = queue.stageMemo(job.id)
      found.push(stages.get('web'), stages.get('never'), queue.stagesOf(job.id), job.stalled)
      return 'done'
    },
  })

  assert.equal(next.loop.resume('task_1'), 1)
  await next.loop.settle('task_1')

  assert.deepEqual(
    before.map((row) => ({ ...row })),
    [
      { stage: 'web', value: '{"value":[1,2]}' },
      { stage: 'page https://a.example/', value: '{"value":null}' },
    ],
  )
  assert.deepEqual(found, [{ value: [1, 2] }, undefined, ['web', 'page https://a.example/'], 1])
  assert.deepEqual(next.states(), ['job_left done'])
  assert.equal(next.store.db.prepare('SELECT count(*) AS n FROM finished_stages').get()?.n, 0)
})

test('LYRA 6.2: what a dead process left running holds up no more urgent job', async (t) => {
  const path = homeFile(t)
  const dead = openToyLoop(t, { path, owner: 'elsewhere/1/1', onRun: (_job, { signal }) => forever(signal) })
  dead.add('left', 70).attach()
  await turn()
  dead.store.db.exec("UPDATE jobs SET lease_until = '2020-01-01T00:00:00.000Z'")
  dead.store.close()
  const next = openToyLoop(t, { path })

  await next.add('urgent').attach().done
  await next.loop.settle('task_1')

  assert.deepEqual(next.told, ['run urgent', 'run left'])
})

test('REQ 3.2.2: a job that waits is ended at once when its caller interrupts it; the others go on', async (t) => {
  const gate = Promise.withResolvers<void>()
  const world = openToyLoop(t, { onRun: () => gate.promise.then(() => 'done' as const) })
  const first = world.add('first').attach()
  const second = world.add('second').attach()
  await turn()

  second.interrupt(new LyraError('CANCELLED', 'Interrupted'))
  await assert.rejects(second.done, { message: 'Interrupted' })
  const meanwhile = world.states()
  gate.resolve()
  await first.done

  assert.deepEqual(meanwhile, ['job_first running by here/1/1', 'job_second failed'])
  assert.deepEqual(world.told, ['run first', 'fail second'])
})

test('LYRA 6.1: a store failure is told to everyone who waits; the leases stay, and the next call tries again', async (t) => {
  let broken = true
  const world = openToyLoop(t, {
    onRun: async () => {
      if (broken) throw new LyraError('STORE_UNAVAILABLE', 'the disk is full')
      return 'done'
    },
  })
  const [first, second] = [world.add('first').attach(), world.add('second').attach()]
  await Promise.all([first, second].map(({ done }) => assert.rejects(done, { code: 'STORE_UNAVAILABLE' })))
  await world.loop.settle('task_1')
  const meanwhile = world.states()
  broken = false

  world.loop.beginCall()()
  await world.loop.settle('task_1')

  assert.deepEqual(meanwhile, ['job_first running by here/1/1', 'job_second queued by here/1/1'])
  assert.deepEqual(world.states(), ['job_first done', 'job_second done'])
})

test('LYRA 6.1: a job that could not be ended is not begun again at once', async (t) => {
  const world = openToyLoop(t, {
    onRun: async () => {
      throw new Error('broken')
    },
    onFail: () => {
      throw new Error('not kept')
    },
  })

  await assert.rejects(world.add('bad').attach().done, { message: 'broken' })
  await world.loop.settle('task_1')

  assert.deepEqual(world.told, ['run bad', 'fail bad'])
})

test('LYRA 6.2: a job that ends its process every time is given up; one that finishes a stage or is parked is not', async (t) => {
  const world = openToyLoop(t)
  const bad = world.add('bad')
  world.store.db.exec(`UPDATE jobs SET stalled = 10, started_at = '2020-01-01T00:00:00.000Z'`)

  await assert.rejects(bad.attach().done, {
    code: 'PIPELINE_ERROR',
    message: 'The toy ended 10 times at the same stage',
  })

  const stalledOf = () => world.store.db.prepare("SELECT stalled FROM jobs WHERE id = 'job_good'").get()?.stalled
  world.add('good')
  world.store.db.exec("UPDATE jobs SET stalled = 9 WHERE id = 'job_good'")
  world.queue.stageMemo('job_good').set('web', 1)
  const moved = stalledOf()
  world.store.db.exec("UPDATE jobs SET stalled = 9 WHERE id = 'job_good'")
  world.queue.release('job_good')
  assert.deepEqual([moved, stalledOf()], [0, 0])
})

test('REQ 2.1.5: silence parks what runs and frees what waits; the next call goes on with both', async (t) => {
  let stuck = true
  const world = openToyLoop(t, {
    silentMs: 50,
    onRun: async (_job, { signal }) => (stuck ? forever(signal) : 'done'),
  })
  const leave = world.loop.beginCall()
  const jobs = [world.add('first').attach(), world.add('second').attach()]
  leave()
  await Promise.all(jobs.map(({ done }) => assert.rejects(done, { message: /is parked \(the client is silent\)/ })))
  const parked = world.states()
  stuck = false

  const back = world.loop.beginCall()
  await world.loop.settle('task_1')
  back()

  assert.deepEqual(parked, ['job_first queued', 'job_second queued'])
  assert.deepEqual(world.told, ['run first', 'parked first', 'run first', 'run second'])
})

test('REQ 3.2.2: a cancelled task ends its jobs in every process; who works on one elsewhere changes nothing more', async (t) => {
  const path = homeFile(t)
  const other = openToyLoop(t, { path, owner: 'there/2/2', onRun: (_job, { signal }) => forever(signal) })
  const elsewhere = other.add('elsewhere').attach()
  const lost = assert.rejects(elsewhere.done, { message: /belongs to another process now$/ })
  await turn()
  const here = openToyLoop(t, { path })

  here.loop.cancel('task_1', '2025-01-15T10:00:00.000Z')
  await lost

  assert.deepEqual(here.told, ['cancelled elsewhere'])
  assert.deepEqual(here.states(), ['job_elsewhere cancelled'])
})

test('LYRA 6.1: a payload that no kind can read is left alone', async (t) => {
  const world = openToyLoop(t)
  world.add('other')
  world.store.db.exec(`UPDATE jobs SET payload = '{"other":1}'`)

  assert.equal(world.loop.resume(), 0)
  assert.deepEqual(world.states(), ['job_other queued by here/1/1'])
})
