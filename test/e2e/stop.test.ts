import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { test } from 'node:test'
import type { StatusAnswer } from '../../src/api/get-status.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import type { StopAnswer } from '../../src/api/stop-task.ts'
import { startServer } from './crash-world.ts'
import { callTool, demoHome, demoScript } from './demo-client.ts'

const [FIRST = '', SECOND = ''] = demoScript.steps.map((step) => step.search)
/** About a second; the rest is for a machine under load. A search of the demo takes several times that. */
const SOON_MS = 3000

test('LYRA 3.7: stop_task ends running and queued searches at once, names them, keeps what they read', async (t) => {
  const home = demoHome()
  const { client } = await startServer(home, [])
  t.after(async () => {
    await client.close()
    rmSync(home, { recursive: true, force: true })
  })
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: demoScript.question })
  const { promise: judging, resolve } = Promise.withResolvers<void>()
  const options = { max_pages: 3, wait_seconds: 280 }
  const search = (query: string) =>
    callTool<SearchAnswer>(client, 'search', { task_id, query, options }, ({ message = '' }) => {
      if (message.startsWith('Judging claim')) resolve()
    })
  const calls = [search(FIRST), search(SECOND)]
  await Promise.race([judging, ...calls])

  const asked = performance.now()
  const stopped = await callTool<StopAnswer>(client, 'stop_task', { task_id })
  const tookMs = performance.now() - asked
  const answers = await Promise.all(calls)
  const again = await callTool<StopAnswer>(client, 'stop_task', { task_id, reason: 'user_cancelled' })
  const status = await callTool<StatusAnswer>(client, 'get_status', { task_id })

  assert.ok(tookMs < SOON_MS, `${tookMs} ms`)
  assert.equal(stopped.final_status, 'partial')
  assert.deepEqual(stopped.cut_off, { searches: [FIRST, SECOND], citations_of: [] })
  assert.deepEqual(
    answers.map((answer) => 'error' in answer && (answer.error as { code: string }).code),
    ['CANCELLED', 'CANCELLED'],
  )
  assert.deepEqual([again.final_status, again.cut_off], [stopped.final_status, stopped.cut_off])
  assert.equal(status.status, 'completed')
  assert.ok((status.searches[0]?.pages_fetched ?? 0) > 0, 'what was read is still counted')
  assert.ok(status.metrics.total_claims > 0)
})
