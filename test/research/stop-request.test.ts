import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run-cli.ts'
import { createTask, stopRequest, stopTask } from '../../src/research/tasks.ts'
import { fakeWorld } from '../cli/fake-world.ts'
import { openSmallWeb } from './small-web.ts'

test('REQ 3.2.1: a task is cancelled by the flag or by exactly the reason user_cancelled, not by words like it', (t) => {
  const { parts, store } = openSmallWeb({ path: ':memory:' })
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

test('CLI: task stop --cancel reaches the application', async () => {
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
      return { ok: true, task_id: input.task_id, final_status: 'cancelled', summary }
    },
  })

  assert.equal(await runCli(['task', 'stop', 'task_1', '--cancel', '--reason', 'no time'], world), 0)

  assert.deepEqual(asked, [{ task_id: 'task_1', reason: 'no time', cancel: true }])
  assert.equal(world.out().split('\n')[0], 'task_1: cancelled')
})
