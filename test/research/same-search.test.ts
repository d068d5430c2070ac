import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask } from '../../src/research/tasks.ts'
import { openSmallWeb, type SmallWebOptions } from './small-web.ts'

const QUERY = 'silverleaf tea blood pressure'

function world(t: TestContext, options: Partial<SmallWebOptions> = {}) {
  const web = openSmallWeb(options)
  t.after(async () => {
    await web.conductor.close()
    web.store.close()
  })
  return web
}

const newTask = (web: ReturnType<typeof world>, budget = {}) =>
  createTask(web.parts, { query: 'Does silverleaf tea lower blood pressure?', budget }).task_id

test('LYRA 3.6: asking the same again gives the answer found before, free of charge, until fresh', async (t) => {
  const web = world(t)
  const taskId = newTask(web, { max_pages: 3 })

  const first = await web.conductor.search(taskId, QUERY, { engines: ['a', 'b'] }, {})
  const asked = web.asked.length
  const again = await web.conductor.search(taskId, ` ${QUERY.toUpperCase()}`, { engines: ['b', 'a'] }, {})

  assert.deepEqual(again, first)
  assert.equal(web.asked.length, asked)
  assert.equal(web.store.tasks.get(taskId)?.status, 'completed', 'it used its budget, and stays stopped')
  await assert.rejects(web.conductor.search(taskId, QUERY, { engines: ['a'] }, {}), { code: 'BUDGET_EXHAUSTED' })
  await assert.rejects(web.conductor.search(taskId, QUERY, { engines: ['a', 'b'], fresh: true }, {}), {
    code: 'BUDGET_EXHAUSTED',
  })
})

test('LYRA 3.6: a fresh search that outlived its call is handed over, not begun once more', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let slow = false
  const web = world(t, { onAsk: async (what) => (slow && what.startsWith('engine') ? gate : undefined) })
  const taskId = newTask(web)
  const fresh = (seconds: number) => web.conductor.search(taskId, QUERY, { fresh: true, wait_seconds: seconds }, {})

  const old = await fresh(30)
  slow = true
  const begun = await fresh(0.05)
  open()
  await web.conductor.settle(taskId)
  const ended = await fresh(30)
  const next = await fresh(30)

  assert.deepEqual([begun.status, ended.status], ['running', 'satisfied'])
  assert.equal(ended.search_id, begun.search_id)
  assert.equal(new Set([old.search_id, begun.search_id, next.search_id]).size, 3)
})

test('LYRA 3.6: a search that was cut off has no answer to give again', async (t) => {
  const web = world(t, { onAsk: async (what) => (what.startsWith('page') ? new Promise(() => {}) : undefined) })
  const taskId = newTask(web)
  const cut = await web.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})
  await web.conductor.cancel(taskId, 'The task was stopped')

  const again = await web.conductor.search(taskId, QUERY, { wait_seconds: 0.05 }, {})

  assert.notEqual(again.search_id, cut.search_id)
})

test('LYRA 3.6: claims of a search that still runs are provisional, those of its end are not', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const web = world(t)
  const stance: typeof web.parts.stance = {
    ...web.parts.stance,
    judgeFragments: async (...input) => {
      await gate
      return web.parts.stance.judgeFragments(...input)
    },
  }
  const conductor = new Conductor({ ...web.parts, stance })
  t.after(() => conductor.close())
  const taskId = newTask(web)
  const found = async (seconds: number) =>
    (await conductor.search(taskId, QUERY, { wait_seconds: seconds }, {})).claims_found.map((one) => one.provisional)

  const early = await found(1)
  open()
  const late = await found(30)

  assert.deepEqual(early, [true, true, true])
  assert.deepEqual(late, [undefined, undefined, undefined])
})

test('LYRA 3.6: a search behind another is queued, says what it waits for, and has read nothing', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const web = world(t, { onAsk: async () => gate })
  const taskId = newTask(web)
  const told: [number, string][] = []
  const onProgress = ({ done, message }: { done: number; message: string }) => void told.push([done, message])
  const first = web.conductor.search(taskId, 'one', {}, {})
  const second = web.conductor.search(taskId, 'two', {}, {})

  const third = await web.conductor.search(taskId, 'three', { wait_seconds: 0.3 }, { onProgress })
  const ended = web.conductor.search(taskId, 'three', {}, { onProgress })
  open()
  await Promise.all([first, second, ended])

  assert.equal(third.status, 'queued')
  assert.equal(third.pages_fetched, 0)
  assert.deepEqual(told[0], [0, 'Waiting for another search of the task: one'])
  assert.ok(told.some(([, message]) => message === 'Searching the web: three'))
})
