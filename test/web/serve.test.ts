import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createLyra } from '../../src/app/create-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { seededIds } from '../../src/domain/ids.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings, type Settings } from '../../src/domain/settings.ts'
import { type Patience, startHttpServer } from '../../src/web/serve.ts'
import { memoryLog } from '../mcp/connect.ts'
import { fakeLyra, SEARCH_ANSWER, TASK_ID } from '../mcp/fake-lyra.ts'

const TOKEN = 'a-token-of-28-characters-xyz'
const BEARER = { authorization: `Bearer ${TOKEN}` }

async function serve(t: TestContext, changes: Partial<Settings['server']> = {}, patience?: Patience) {
  const lyra = fakeLyra({
    search: (_input, hooks) => {
      hooks.onProgress?.({ done: 1, total: 2, message: 'half' })
      hooks.onProgress?.({ done: 2, total: 2, message: 'whole' })
      return SEARCH_ANSWER
    },
  })
  const server = await startHttpServer(
    createLyra(async () => lyra),
    { ...defaultSettings.server, port: 0, token: TOKEN, ...changes },
    { version: '0.0.0-test', log: silentLogger },
    patience,
  )
  t.after(() => server.close())
  return server
}

/** fetch does not let a caller choose the Host header. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })
}

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

function post(url: string, headers: Record<string, string> = BEARER, body: string = JSON.stringify(LIST)) {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body,
  })
}

for (const mode of ['legacy', 'auto'] as const)
  test(`LYRA 3.4: the official client works over streamable HTTP (${mode}), progress included`, async (t) => {
    const { url } = await serve(t)
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    t.after(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers: BEARER } }))
    const seen: number[] = []

    const { tools, ttlMs } = await client.listTools()
    const result = await client.callTool(
      { name: 'search', arguments: { task_id: TASK_ID, query: '鎮静' } },
      { onprogress: ({ progress }) => seen.push(progress) },
    )

    assert.equal(tools.length, 14)
    assert.equal(ttlMs, mode === 'legacy' ? undefined : 3_600_000, 'LYRA 3.9: how long a list may be kept')
    assert.equal(client.getServerVersion()?.icons?.[0]?.mimeType, 'image/svg+xml')
    assert.deepEqual(seen, [1, 2])
    assert.equal((result.structuredContent as Record<string, unknown>).search_id, SEARCH_ANSWER.search_id)
  })

test('LYRA 3.4: /health answers without loading anything', async (t) => {
  const { url } = await serve(t)

  const response = await fetch(`${url}/health`)

  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { ok: true, name: 'lyra', version: '0.0.0-test' })
})

test('LYRA 3.5: a foreign Host header (DNS rebinding) is refused, our own is not', async (t) => {
  const { url } = await serve(t)
  const port = new URL(url).port

  assert.equal(await statusOf(`${url}/health`, { host: 'attacker.example' }), 403)
  assert.equal(await statusOf(`${url}/health`, { host: `localhost:${port}` }), 200)
})

test('LYRA 3.5: a foreign Origin is refused, also that of another local port; our own and an allowed one pass', async (t) => {
  const { url } = await serve(t, { allowed_origins: ['http://dashboard.local:3000'] })

  const statuses = await Promise.all(
    ['https://attacker.example', 'http://127.0.0.1:1', 'null', url, 'http://dashboard.local:3000'].map(
      async (origin) => (await post(url, { origin, ...BEARER })).status,
    ),
  )

  assert.deepEqual(statuses, [403, 403, 403, 200, 200])
  const foreign = { origin: 'https://attacker.example' }
  const atMcp = (await (await post(url, { ...foreign, ...BEARER })).json()) as {
    jsonrpc: string
    error: { code: number }
    id: null
  }
  const elsewhere = (await (await fetch(`${url}/health`, { headers: foreign })).json()) as { ok: boolean }
  assert.deepEqual([atMcp.jsonrpc, atMcp.error.code, atMcp.id, elsewhere.ok], ['2.0', -32_000, null, false])
})

test('LYRA 3.5: on loopback, too, MCP needs exactly the token, and says as JSON-RPC where it is', async (t) => {
  const { url } = await serve(t)

  const none = await post(url, {})
  const wrong = await post(url, { authorization: `Bearer ${TOKEN.slice(0, -1)}` })
  const asPassword = await post(url, { authorization: `Basic ${btoa(`me:${TOKEN}`)}` })
  const right = await post(url)

  assert.deepEqual([none.status, wrong.status, asPassword.status, right.status], [401, 401, 401, 200])
  assert.equal(none.headers.get('www-authenticate'), 'Bearer')
  const message =
    'A bearer token is needed: the one that `lyra serve` was given (server.token), else that in LYRA_HOME/server-token'
  assert.deepEqual(await none.json(), {
    jsonrpc: '2.0',
    error: { code: -32_000, message, data: { code: 'AUTH_REQUIRED', message, retry: 'human' } },
    id: null,
  })
})

for (const [what, token] of [
  ['no token', ''],
  ['a short one', 'correct-horse'],
  ['one that no header can hold', 'correct horse battery staple'],
])
  test(`LYRA 3.5: the server does not start with ${what}`, async () => {
    const start = startHttpServer(
      createLyra(async () => fakeLyra()),
      { ...defaultSettings.server, port: 0, token: token ?? '' },
      { version: '0', log: silentLogger },
    )

    await assert.rejects(start, {
      name: 'LyraError',
      code: 'INVALID_CONFIG',
      message: 'server.token must be at least 22 letters, digits or signs, without spaces',
    })
  })

for (const [what, sent] of [
  ['says nothing', ''],
  ['stops in its headers', 'POST /mcp HTTP/1.1\r\nHost: 127'],
  ['stops in its body', 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"json'],
] as const)
  test(`LYRA 3.5: a connection that ${what} is closed`, { timeout: 5000 }, async (t) => {
    const { url } = await serve(t, {}, { headersMs: 100, requestMs: 200 })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    t.after(() => socket.destroy())
    let answer = ''
    socket.on('data', (bytes) => {
      answer += String(bytes)
    })
    socket.write(sent)

    await once(socket, 'close')

    assert.match(answer, /HTTP\/1\.1 4(?:01|08) /)
  })

test('LYRA 3.5: a request larger than 1 MB is refused', async (t) => {
  const { url } = await serve(t)

  const response = await post(url, BEARER, JSON.stringify({ ...LIST, params: { pad: 'x'.repeat(1_000_001) } }))

  assert.equal(response.status, 413)
  assert.deepEqual(await response.json(), {
    jsonrpc: '2.0',
    error: {
      code: -32_000,
      message: 'The request is larger than 1 MB',
      data: { code: 'INVALID_PARAMS', message: 'The request is larger than 1 MB', retry: 'never' },
    },
    id: null,
  })
})

test('a port that is taken is a configuration error', async (t) => {
  const { url } = await serve(t)

  const second = startHttpServer(
    createLyra(async () => fakeLyra()),
    { ...defaultSettings.server, port: Number(new URL(url).port), token: TOKEN },
    { version: '0', log: silentLogger },
  )

  await assert.rejects(second, { code: 'INVALID_CONFIG', message: /EADDRINUSE/ })
})

test('REQ 4.4.1 L7: a failure behind a plain path has the answer of a tool: an error_id that the log explains, no stack, no path', async (t) => {
  const { lines, log } = memoryLog()
  const crashes: Error[] = [
    new TypeError('no column x in /srv/lyra home/lyra.db'),
    new LyraError('STORE_UNAVAILABLE', 'The database /srv/lyra home/lyra.db cannot be read'),
  ]
  const server = await startHttpServer(
    createLyra(async () => {
      throw crashes.shift()
    }),
    { ...defaultSettings.server, port: 0, token: TOKEN },
    { version: '0', log, home: '/srv/lyra home', ids: seededIds('web') },
  )
  t.after(() => server.close())
  const asked = async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: BEARER })
    return [response.status, (await response.json()) as { error: { error_id?: string } }] as const
  }

  const [status, crash] = await asked()
  const known = await asked()

  assert.equal(status, 500)
  assert.match(crash.error.error_id ?? '', /^err_[0-9a-f]{16}$/)
  assert.deepEqual(crash, {
    ok: false,
    error: {
      code: 'INTERNAL_ERROR',
      message: 'Internal processing error',
      hint: 'Look up the error_id in the log and report it',
      retry: 'later',
      error_id: crash.error.error_id,
    },
  })
  assert.deepEqual(
    lines.map(({ event, fields }) => [event, fields.error_id, fields.where, fields.message]),
    [['call.failed', crash.error.error_id, 'GET /metrics', 'no column x in /srv/lyra home/lyra.db']],
  )
  assert.deepEqual(known, [
    500,
    {
      ok: false,
      error: {
        code: 'STORE_UNAVAILABLE',
        message: 'The database [path] cannot be read',
        hint: 'Check the disk and the permissions of LYRA_HOME',
        retry: 'later',
      },
    },
  ])
})
