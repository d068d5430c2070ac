import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run-cli.ts'
import { Conductor } from '../../src/research/conductor.ts'
import { createTask, stopRequest, stopTask } from '../../src/research/tasks.ts'
import { fakeWorld } from '../cli/fake-world.ts'
import { openSmallWeb } from './small-web.ts'

test('REQ 3.2.1: a task is cancelled by the flag or by exactly the reason user_cancelled, not by words like it', (t) => {
  const { parts, store } = openSmallWeb()
  t.after(() => store.close())
  const ended = (reason: string | undefined, cancel?: boolean) => {
    const { task_id: taskId } = createTask(parts, { query: '銀葉茶は血圧を下げるか' })
    const { final_status } = stopTask(parts, taskId, stopRequest(reason, cancel))
    return [final_status, store.tasks.get(taskId)?.stop_reason]
  }

  assert.deepEqual(ended(undefined), ['completed', 'completed'])
  assert.deepEqual(ended('user_cancelled'), ['cancelled', 'user_cancelled'])
  assert.deepEqual(ended(undefined, true), ['cancelled', 'user_cancelled'])
  assert.deepEqual(ended('no time', true), ['cancelled', 'no time'])
  assert.deepEqual(ended('the grant was cancelled'), ['partial', 'the grant was cancelled'])
})

test('LYRA 3.7: a task is stopped once; stopping it again changes nothing, until a search reopens it', async (t) => {
  const { parts, store, conductor } = openSmallWeb()
  t.after(async () => {
    await conductor.close()
    store.close()
  })
  const { task_id: taskId } = createTask(parts, { query: '銀葉茶は血圧を下げるか' })
  const stop = (...request: Parameters<typeof stopRequest>) => stopTask(parts, taskId, stopRequest(...request))

  const first = stop('user_cancelled')
  const row = store.tasks.get(taskId)
  const second = stop(undefined)
  const unchanged = store.tasks.get(taskId)
  await conductor.search(taskId, 'silverleaf tea', {}, {})
  const third = stop(undefined)

  assert.deepEqual(
    [first.final_status, second.final_status, third.final_status],
    ['cancelled', 'cancelled', 'completed'],
  )
  assert.deepEqual(unchanged, row)
  assert.equal(store.events.about([taskId]).filter(({ kind }) => kind === 'task_stopped').length, 2)
})

test('LYRA 3.7: work that does not hear of the stop is ended without it, and writes no end of its own', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const web = openSmallWeb()
  const { parts, store } = web
  const claims = {
    ...parts.claims,
    extract: async (...input: Parameters<typeof parts.claims.extract>) => {
      await gate
      return parts.claims.extract(...input)
    },
  }
  const conductor = new Conductor({ ...parts, claims })
  t.after(async () => {
    await conductor.close()
    store.close()
  })
  const { task_id: taskId } = createTask(parts, { query: 'Does silverleaf tea lower blood pressure?' })
  const running = await conductor.search(taskId, 'silverleaf tea', { wait_seconds: 0.5 }, {})

  const cut = await conductor.stop(taskId, stopRequest(undefined))
  const atStop = store.searches.get(running.search_id)
  open()
  await conductor.settle(taskId)

  assert.equal(running.status, 'running')
  assert.deepEqual(cut, { searches: ['silverleaf tea'], citations_of: [] })
  assert.deepEqual([atStop?.status, atStop?.error], ['exhausted', 'CANCELLED'])
  assert.deepEqual(store.searches.get(running.search_id), atStop)
})

test('CLI: task stop --cancel and --finish-first reach the application', async () => {
  const asked: unknown[] = []
  const world = fakeWorld({
    stopTask: (input) => {
      asked.push(input)
      const summary = {
        total_searches: 0,
        satisfied_searches: 0,
        total_claims: 0,
        primary_source_ratio: 0,
        unsatisfied_queries: [],
      }
      return {
        ok: true,
        task_id: input.task_id,
        final_status: 'cancelled',
        cut_off: { searches: ['銀葉茶'], citations_of: [] },
        summary,
      }
    },
  })

  assert.equal(await runCli(['task', 'stop', 'task_1', '--cancel', '--finish-first', '--reason', 'no time'], world), 0)

  assert.deepEqual(asked, [{ task_id: 'task_1', reason: 'no time', cancel: true, finish_first: true }])
  assert.equal(world.out().split('\n')[0], 'task_1: cancelled')
  assert.ok(world.out().includes('\nCut off: 銀葉茶\n'))
})
