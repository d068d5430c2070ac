import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../../src/domain/settings.ts'
import { exchangeRecord, provenanceOf } from '../../src/net/exchange-record.ts'
import type { HttpMessage } from '../../src/net/http-client.ts'
import { judgedResult } from '../../src/net/net-result.ts'
import { liveTransport, messageOf, replayTransport } from '../../src/net/transport.ts'
import { ask } from './loopback.ts'

const { net: settings } = defaultSettings
const url = 'https://a.example/x'
const ref = { file: 'task_1/a.warc.gz', recordId: '<urn:uuid:1>' }

test('REQ 3.2.2: a result page has a shorter deadline than a page; what a request asks for comes before both', () => {
  const timeouts = [
    ask(url),
    ask(url, { purpose: 'serp' }),
    ask(url, { purpose: 'serp', timeoutMs: 700, maxBytes: 99 }),
  ].map((hop) => {
    const { timeoutMs, maxBytes } = messageOf(hop, {}, settings, null)
    return [timeoutMs, maxBytes]
  })
  assert.deepEqual(timeouts, [
    [60_000, 20_000_000],
    [30_000, 20_000_000],
    [700, 99],
  ])
})

test('REQ 4.3: APIs are asked by one client, everything else by the one with a handshake of a browser', async () => {
  const sent: string[] = []
  const client = (name: string) => ({
    send: async ({ socks }: HttpMessage) => {
      sent.push(`${name} ${socks === null ? 'directly' : socks.host}`)
      return { ok: false, outcome: 'timeout', reason: '' } as const
    },
    close: async () => {},
  })
  const circuit = { user: 'a.example', password: 'lyra-1' }
  const transport = liveTransport({
    settings,
    clients: { pages: client('pages'), apis: client('apis') },
    socksFor: (_hop, route) => (route === 'tor' ? { host: '127.0.0.1', port: 9050, circuit } : null),
  })

  await transport(ask(url), {}, 'http')
  await transport(ask(url, { purpose: 'robots' }), {}, 'tor')
  await transport(ask(url, { purpose: 'api' }), {}, 'http')

  assert.deepEqual(sent, ['pages directly', 'pages 127.0.0.1', 'apis directly'])
})

test('REQ 4.6: a replay looks for the address without its key, and what it has not is a replay miss', async () => {
  const asked: unknown[] = []
  const transport = replayTransport({
    find: async (...call) => {
      asked.push(call)
      return null
    },
  })

  const answer = await transport(ask(`${url}?api_key=s&q=1#top`, { method: 'POST', body: 'b' }), {}, 'http')

  assert.deepEqual(asked, [['POST', `${url}?q=1`, 'b']])
  assert.equal(answer.ok === false && answer.outcome, 'replay_miss')
})

test('REQ 4.4.1: an exchange is archived without credentials, in its headers or its address', () => {
  const answer = { status: 200, statusText: 'OK', headers: { server: 'x' }, body: new Uint8Array([1]) }
  const hop = ask(`${url}?api_key=s`, { body: 'q=1', method: 'POST' })
  const headers = { cookie: 'sid=1', accept: '*/*', authorization: 'Bearer t' }

  assert.deepEqual(exchangeRecord(hop, headers, answer, '2026-03-01T00:00:00.000Z'), {
    url,
    method: 'POST',
    requestHeaders: { accept: '*/*' },
    requestBody: 'q=1',
    status: 200,
    statusText: 'OK',
    responseHeaders: { server: 'x' },
    body: new Uint8Array([1]),
    time: '2026-03-01T00:00:00.000Z',
  })
})

test('REQ 5.1.2: only a 304 to a copy that is held confirms it', () => {
  const copy = { conditions: {}, response: { status: 200, headers: {}, body: new Uint8Array(), finalUrl: url }, ref }
  assert.deepEqual(provenanceOf('http', 304, copy), { route: 'http', confirmed: ref })
  assert.deepEqual(provenanceOf('http', 200, copy), { route: 'http' })
  assert.deepEqual(provenanceOf('browser', 304, null), { route: 'browser' })
})

test('REQ 4.3.5: a refusal comes with how long the server asks to wait', () => {
  const response = { status: 429, headers: { 'retry-after': '30' }, body: new Uint8Array(), finalUrl: url }
  const received = { response, archive: ref, route: 'http', elapsedMs: 5 } as const
  assert.deepEqual(judgedResult({ outcome: 'rate_limited', reason: 'no' }, received, 0), {
    outcome: 'rate_limited',
    reason: 'no',
    ...received,
    retryAfterMs: 30_000,
  })
  assert.deepEqual(judgedResult({ outcome: 'ok' }, received, 0), { outcome: 'ok', ...received })
})
