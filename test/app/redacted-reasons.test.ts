import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withRedactedReasons } from '../../src/app/redacted-reasons.ts'
import { readPrompt } from '../../src/app/system-prompts.ts'
import { task, testStore } from '../store/graph-fixture.ts'

test('REQ 4.4.1 L8: the reason of an event is cleaned like a line of the log; nothing else of it is changed', () => {
  using opened = testStore()
  const { events, tasks } = withRedactedReasons(opened.store)
  tasks.insert(task('task_1'))
  const prompt = readPrompt('extract-claims').slice(0, 60)
  const data = { reason: `parked: password=hunter2hunter2 ${prompt}`, query: 'password=hunter2hunter2' }
  events.append({ kind: 'search_parked', taskId: 'task_1', data, causeId: 'cause_1' })
  events.append({ kind: 'search_started', taskId: 'task_1', causeId: 'cause_1' })

  assert.deepEqual(
    events.ofTask('task_1', 10).map((event) => event.data),
    [{ reason: 'parked: [REDACTED] [REDACTED]', query: 'password=hunter2hunter2' }, {}],
  )
})
