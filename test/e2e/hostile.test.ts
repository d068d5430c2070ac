import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { WARC_BOMBS } from '../../bench/hostile/warc-bombs.ts'
import { callTool, ROOT } from './demo-client.ts'

interface Answer {
  readonly ok: boolean
  readonly error?: { readonly code: string; readonly message: string }
}

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n'

/** A client of a server over an archive of that name in a folder of its own. */
async function clientOver(t: TestContext, archive: Buffer): Promise<Client> {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-hostile-'))
  const path = join(folder, 'replay.warc')
  writeFileSync(path, archive)
  const client = new Client({ name: 'hostile-test', version: '1.0.0' })
  const args = [join(ROOT, 'bin', 'lyra'), 'mcp', '--home', join(folder, 'home'), '--replay', path]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  t.after(async () => {
    await client.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return client
}

const PAGE = Buffer.from(
  'WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: 2026-03-01T00:00:00Z\r\n' +
    'Content-Type: text/plain\r\nContent-Length: 7\r\n\r\nA page.\r\n\r\n',
)

test('SECURITY: a query behind thirty that never end is given up at its own deadline', async (t) => {
  const client = await clientOver(t, PAGE)
  const query = (sql: string, timeout_ms: number) =>
    callTool<Answer>(client, 'query_graph', { sql, options: { timeout_ms } })
  assert.equal((await query('SELECT 1 AS one', 2000)).ok, true)
  const slow = Array.from({ length: 30 }, () => query(ENDLESS, 2000))
  const short = await query('SELECT 1 AS one', 300)
  assert.equal(short.error?.code, 'TIMEOUT')
  assert.match(short.error?.message ?? '', /waited 300 ms behind others/)
  assert.ok((await Promise.all(slow)).every(({ error }) => error?.code === 'TIMEOUT'))
  assert.equal((await query('SELECT 1 AS one', 2000)).ok, true)
})

test('SECURITY: an archive of false records is an error with a name, not a server that never answers', async (t) => {
  const client = await clientOver(t, WARC_BOMBS.record_starts?.(1_000_000) ?? Buffer.alloc(0))
  const answer = await callTool<Answer>(client, 'create_task', { query: 'Does tea lower blood pressure?' })
  assert.equal(answer.error?.code, 'ARCHIVE_UNREADABLE')
})
