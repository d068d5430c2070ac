import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { callTool, ROOT } from './demo-client.ts'

const QUESTION = '緑茶は高齢者の血圧を下げるか。Does green tea lower blood pressure?'

/** `lyra serve` on a free port of a home of its own. */
async function serve(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-e2e-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const args = [join(ROOT, 'bin', 'lyra'), 'serve', '--home', home, '--port', '0', '--json']
  const env = { ...process.env, LYRA_SERVER__TOKEN: '' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill())
  for await (const line of createInterface({ input: child.stdout }))
    return { home, child, ...(JSON.parse(line) as { readonly url: string; readonly token_file: string }) }
  throw new Error('The server did not start')
}

test('LYRA 3.5: another user of the machine reads nothing; the owner, handed the token of the home, does; LYRA 6.8: told to stop, it ends in order', async (t) => {
  const { url, home, token_file: file, child } = await serve(t)
  const headers = { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` }
  const owner = new Client({ name: 'owner', version: '1' })
  const stranger = new Client({ name: 'stranger', version: '1' })
  t.after(() => owner.close())
  await owner.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  const { task_id: taskId } = await callTool<{ task_id: string }>(owner, 'create_task', { query: QUESTION })

  const refused = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 7, method: 'tools/call' },
      params: { name: 'query_graph', arguments: { sql: 'SELECT id, query FROM tasks' } },
    }),
  })
  const answer = (await refused.json()) as { jsonrpc: string; id: null; error: { code: number; data: object } }
  const connecting = stranger.connect(new StreamableHTTPClientTransport(new URL(url)))

  await assert.rejects(connecting, /token/i)
  assert.equal(refused.status, 401)
  assert.deepEqual([answer.jsonrpc, answer.id, answer.error.code], ['2.0', null, -32_000])
  assert.equal(JSON.stringify(answer).includes(taskId), false)
  assert.match(JSON.stringify(answer.error.data), /"AUTH_REQUIRED".*LYRA_HOME\/server-token/)
  assert.equal(file, join(home, 'server-token'))
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(await endedInOrder(child, home), { code: 0, signal: null, soon: true, notices: [], wal: false })
})

/** LYRA 6.8: what a service manager does to stop a service, and what it finds. */
async function endedInOrder(child: ChildProcess, home: string) {
  const asked = performance.now()
  child.kill('SIGTERM')
  const [code, signal] = await once(child, 'exit')
  return {
    code,
    signal,
    // Of the thirty seconds that the service gives it.
    soon: performance.now() - asked < 15_000,
    notices: readdirSync(join(home, 'servers')),
    wal: existsSync(join(home, 'lyra.db-wal')),
  }
}
