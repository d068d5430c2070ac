import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli } from '../../src/cli/run-cli.ts'
import { fakeWorld } from './fake-world.ts'

const world = (paused: number) => fakeWorld({ pauseTask: ({ task_id }) => ({ ok: true, task_id, paused }) })

test('REQ 3.2.2: `lyra task pause` says how to go on, or that there is nothing to pause', async () => {
  const [some, none] = [world(2), world(0)]

  assert.equal(await runCli(['task', 'pause', 'task_1'], some), 0)
  assert.equal(await runCli(['task', 'pause', 'task_1'], none), 0)

  assert.equal(some.out(), 'Paused; go on with `lyra task resume task_1`\n')
  assert.equal(none.out(), 'Nothing is under way.\n')
})

test('REQ 3.2.2: a task to pause has to be named', async () => {
  assert.equal(await runCli(['task', 'pause'], world(0)), 2)
})
