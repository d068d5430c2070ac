import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createLyra } from '../../src/app/create-lyra.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { defaultSettings } from '../../src/domain/settings.ts'
import { startHttpServer } from '../../src/web/serve.ts'
import { askUser } from '../mcp/ask-user.ts'
import { fakeLyra, TASK_ID } from '../mcp/fake-lyra.ts'

const TOKEN = 'a-token-of-28-characters-xyz'
const BEARER = { authorization: `Bearer ${TOKEN}` }
const ACCEPT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'

async function serve(t: TestContext, changes: Parameters<typeof fakeLyra>[0] = {}) {
  const server = await startHttpServer(
    createLyra(async () => fakeLyra({ waitForUser: askUser, ...changes })),
    { ...defaultSettings.server, port: 0, token: TOKEN },
    { version: '0.0.0-test', log: silentLogger },
  )
  t.after(() => server.close())
  return `${server.url}/mcp`
}

const envelope = (abilities: object = {}, version = '2026-07-28') => ({
  [VERSION_KEY]: version,
  'io.modelcontextprotocol/clientCapabilities': abilities,
})

/** A request of the revision 2026-07-28, with the headers that repeat what its body says. */
function post(url: string, method: string, params: Record<string, unknown>, headers: Record<string, string> = {}) {
  const name = params.name === undefined ? {} : { 'mcp-name': String(params.name) }
  return fetch(url, {
    method: 'POST',
    headers: { ...BEARER, ...ACCEPT, 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
}

/** What a client up to 2025-11-25 sends. */
function postOld(url: string, body: object, headers: Record<string, string> = {}) {
  const message = JSON.stringify({ jsonrpc: '2.0', ...body })
  return fetch(url, { method: 'POST', headers: { ...BEARER, ...ACCEPT, ...headers }, body: message })
}

const bodyOf = async (response: Response) => Object(await response.json())

test('LYRA 3.4: since 2026-07-28 a session header means nothing: the request is served, and no session is made', async (t) => {
  const url = await serve(t)

  const response = await post(url, 'tools/list', { _meta: envelope() }, { 'mcp-session-id': 'of-a-forgotten-time' })
  const [got, deleted] = await Promise.all(
    ['GET', 'DELETE'].map((method) => fetch(url, { method, headers: { ...BEARER, ...ACCEPT } })),
  )

  assert.equal(response.status, 200)
  assert.equal(response.headers.get('mcp-session-id'), null)
  assert.equal((await bodyOf(response)).result.tools.length, 14)
  assert.deepEqual([got?.status, deleted?.status], [405, 405])
})

const REFUSED: readonly (readonly [string, object, Record<string, string>, number, number])[] = [
  ['without what every request carries', {}, {}, 400, -32_602],
  ['without its abilities', { _meta: { [VERSION_KEY]: '2026-07-28' } }, {}, 400, -32_602],
  ['whose header names another version', { _meta: envelope() }, { 'mcp-protocol-version': '2025-11-25' }, 400, -32_020],
  ['whose header names another method', { _meta: envelope() }, { 'mcp-method': 'prompts/list' }, 400, -32_020],
]

for (const [what, params, headers, status, code] of REFUSED)
  test(`LYRA 3.4: since 2026-07-28 a request ${what} is refused with ${code}, under its id`, async (t) => {
    const url = await serve(t)

    const response = await post(url, 'tools/list', { ...params }, headers)

    const { id, error } = await bodyOf(response)
    assert.deepEqual([response.status, id, error.code], [status, 7, code])
  })

test('LYRA 3.4: a version that nobody knows is refused with those that are served', async (t) => {
  const url = await serve(t)
  const later = '2031-01-01'

  const response = await post(url, 'tools/list', { _meta: envelope({}, later) }, { 'mcp-protocol-version': later })

  const { error } = await bodyOf(response)
  assert.deepEqual([response.status, error.code, error.data.requested], [400, -32_022, later])
  assert.equal(error.data.supported.includes('2026-07-28'), true)
})

test('LYRA 3.4: since 2026-07-28 a question over HTTP ends the call, and the answer comes with the next one', async (t) => {
  const url = await serve(t)
  const call = {
    name: 'wait_for_user',
    arguments: { prompt: '開きますか?' },
    _meta: envelope({ elicitation: {} }),
  }
  const inputResponses = { answer: { action: 'accept', content: { answer: 'はい' } } }

  const first = await bodyOf(await post(url, 'tools/call', call))
  const second = await bodyOf(await post(url, 'tools/call', { ...call, inputResponses }))

  assert.equal(first.result.resultType, 'input_required')
  assert.equal(first.result.inputRequests.answer.params.message, '開きますか?')
  assert.deepEqual([second.result.resultType, second.result.structuredContent.response], ['complete', 'はい'])
})

test('LYRA 3.2: since 2026-07-28 a closed connection cancels its call', async (t) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const url = await serve(t, {
    search: (_input, hooks) =>
      new Promise((_resolve, reject) => {
        hooks.signal?.addEventListener('abort', () => {
          end('aborted')
          reject(new LyraError('CANCELLED', 'stopped'))
        })
        begin()
      }),
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: BEARER } }))
  t.after(() => client.close())
  const leave = new AbortController()

  const call = client.callTool(
    { name: 'search', arguments: { task_id: TASK_ID, query: '鎮静' } },
    { signal: leave.signal },
  )
  const refused = assert.rejects(call)
  await begun
  leave.abort()

  await refused
  assert.equal(await ended, 'aborted')
})

test('LYRA 3.4: a client of 2025-11-25 that can be asked has a session, until it ends it', async (t) => {
  const url = await serve(t)
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'old', version: '1' },
  }

  const hello = await postOld(url, { id: 1, method: 'initialize', params })
  const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '', 'mcp-protocol-version': '2025-11-25' }
  await hello.text()
  const noted = await postOld(url, { method: 'notifications/initialized' }, session)
  const listed = await postOld(url, { id: 2, method: 'tools/list' }, session)
  await listed.text()
  const deleted = await fetch(url, { method: 'DELETE', headers: { ...BEARER, ...session } })
  const late = await postOld(url, { id: 3, method: 'tools/list' }, session)

  assert.match(session['mcp-session-id'], /^[0-9a-f-]{36}$/)
  assert.deepEqual(
    [hello, noted, listed, deleted, late].map(({ status }) => status),
    [200, 202, 200, 200, 404],
  )
})
