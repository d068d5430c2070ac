import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuthItem } from '../../src/api/get-auth-queue.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool } from './demo-client.ts'
import { loopbackWeb } from './loopback-web.ts'

const WALL = '<html><head><title>Just a moment...</title></head><body>Checking your browser</body></html>'
const PAGE = `<!doctype html><html lang="en"><head><title>Silverleaf tea</title></head><body><main>
<h1>Silverleaf tea</h1>
<p>In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 4.1 mmHg after twelve weeks.</p>
</main></body></html>`

interface Queue {
  readonly queue: readonly AuthItem[]
  readonly total_pending: number
}

test('LYRA 11.1: a skip holds, a priority is kept, and passing a challenge opens site and engine again', async (t) => {
  let engineWall = false
  const walls = new Set(['library.example'])
  const web = await loopbackWeb(
    t,
    ['library.example', 'clinic.example'],
    (at, query) => {
      if (query.includes('shelf')) return [at('library.example', query.includes('second') ? '/b' : '/a')]
      return [at('clinic.example', '/tea')]
    },
    (_request, response, host) => {
      const walled = walls.has(host)
      const type = { 'content-type': 'text/html' }
      response.writeHead(walled ? 403 : 200, walled ? { ...type, 'cf-mitigated': 'challenge' } : type)
      response.end(walled ? WALL : PAGE)
    },
    '',
    { wall: () => (engineWall ? WALL : null) },
  )
  const client = await web.client()
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: 'Does silverleaf tea help?' })
  const search = (query: string, options: Record<string, unknown> = {}) =>
    callTool<SearchAnswer>(client, 'search', { task_id, query, options: { wait_seconds: 60, ...options } })
  const queue = () => callTool<Queue>(client, 'get_auth_queue', { task_id })
  const circuits = async () => {
    const { rows } = await callTool<QueryAnswer>(client, 'query_graph', { sql: 'SELECT state FROM engine_health' })
    return rows.map(({ state }) => state)
  }
  const settle = (domain: string, status: string) =>
    callTool(client, 'resolve_auth', { target: 'domain', data: { domain, status } })

  await search('silverleaf shelf', { auth_priority: 'low' })
  const first = await queue()
  await settle('library.example', 'skipped')
  const before = web.asked.filter((one) => one.includes('library.example')).length
  await search('silverleaf second shelf')
  await search('silverleaf shelf again')
  const afterSkip = await queue()
  const after = web.asked.filter((one) => one.includes('library.example')).length
  engineWall = true
  await search('silverleaf tea trial')
  const closed = await circuits()
  const engine = await queue()
  engineWall = false
  await settle(engine.queue[0]?.domain ?? '', 'resolved')
  const opened = await circuits()
  const found = await search('silverleaf tea trial', { fresh: true })

  assert.deepEqual(
    first.queue.map(({ domain, priority }) => [domain, priority]),
    [['library.example', 'low']],
  )
  assert.deepEqual([afterSkip.total_pending, after - before], [0, 0], 'neither queued nor asked for again')
  assert.deepEqual([closed, opened], [['open'], ['closed']])
  assert.equal(engine.queue[0]?.domain, 'engine.example')
  assert.ok(found.claims_found.length > 0)
})
