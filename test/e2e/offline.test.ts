import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { ErrorAnswer } from '../../src/api/error-answer.ts'
import type { QueryAnswer } from '../../src/api/query-graph.ts'
import type { SearchAnswer } from '../../src/api/search.ts'
import { callTool, ROOT } from './demo-client.ts'

const PAGE = `<!doctype html><html lang="en"><head><title>Silverleaf tea and blood pressure</title></head><body><main>
<h1>Silverleaf tea and blood pressure</h1>
<p>In a trial with 240 adults silverleaf tea lowered systolic blood pressure by 4.1 mmHg after twelve weeks.</p>
<p>Silverleaf tea did not change the heart rate of the participants during the trial.</p></main></body></html>`

/** One engine and one page on loopback; the machine is online from the moment `connect` is called. */
async function loopbackWorld(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-offline-'))
  const web = createServer((request, response) => {
    const found = request.url?.startsWith('/search') === true
    if (request.url === '/robots.txt') response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(found ? `<article><a href="http://clinic.example:${port}/tea">Silverleaf tea</a></article>` : PAGE)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const { port } = web.address() as AddressInfo
  t.after(() => {
    web.closeAllConnections()
    web.close()
    rmSync(home, { recursive: true, force: true })
  })
  writeFileSync(
    join(home, 'engines.yaml'),
    `engines:
  - name: nearby
    url: http://engine.example:${port}/search?q={query}
    layouts: [{ result: article, title: { selector: a }, url: { selector: a, attribute: href } }]
`,
  )
  writeFileSync(
    join(home, 'config.yaml'),
    `engines: { default: [nearby], site_search: [] }
net:
  allow_private: [engine.example, clinic.example]
  domain_interval_min: 0
  domain_jitter_min: 0
  domain_jitter_max: 0
`,
  )
  const online = join(home, 'online')
  const env = {
    ...process.env,
    NAMES_RESOLVE_WHEN: online,
    NODE_OPTIONS: `--import ${join(ROOT, 'test/e2e/names-by-file.ts')}`,
  }
  return { home, env, connect: () => writeFileSync(online, '') }
}

test('LYRA 4.6: without internet search says OFFLINE, no engine rests, and back online it works at once', async (t) => {
  const { home, env, connect } = await loopbackWorld(t)
  const client = new Client({ name: 'offline-test', version: '1' })
  t.after(() => client.close())
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', home]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }))
  const { task_id } = await callTool<{ task_id: string }>(client, 'create_task', { query: 'Does silverleaf tea help?' })
  const input = { task_id, query: 'silverleaf tea', options: { wait_seconds: 60 } }

  const lost = []
  for (let time = 0; time < 3; time += 1) lost.push(await callTool<ErrorAnswer>(client, 'search', input))
  const resting = await callTool<QueryAnswer>(client, 'query_graph', { sql: 'SELECT engine, state FROM engine_health' })
  connect()
  const back = await callTool<SearchAnswer>(client, 'search', input)

  assert.deepEqual(
    lost.map((answer) => [answer.ok, answer.error?.code, answer.error?.retry]),
    Array(3).fill([false, 'OFFLINE', 'later']),
  )
  assert.deepEqual(resting.rows, [])
  assert.equal(back.ok, true)
  assert.equal(back.pages_fetched, 1)
  assert.ok(back.claims_found.length > 0)
})

test('LYRA 4.6: the command line ends with the exit code of OFFLINE, and doctor names it', async (t) => {
  const { home, env } = await loopbackWorld(t)
  const lyra = (...args: readonly string[]) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      execFile(
        process.execPath,
        [join(ROOT, 'bin', 'lyra'), ...args, '--home', home, '--json'],
        { env },
        (error, out) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
      )
    })
  const created = await lyra('task', 'new', 'Does silverleaf tea help?')

  const search = await lyra('search', JSON.parse(created.out).task_id, 'silverleaf tea')
  const doctor = await lyra('doctor')

  assert.equal(search.code, 18)
  assert.equal(JSON.parse(search.out).error.code, 'OFFLINE')
  const internet = JSON.parse(doctor.out).checks.find((check: { part: string }) => check.part === 'internet')
  assert.deepEqual([internet.ok, internet.code], [false, 'OFFLINE'])
})
