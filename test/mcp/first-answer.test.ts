import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { answerFirst } from '../../src/mcp/first-answer.ts'
import { GREETED_VERSIONS, greeting } from '../../src/mcp/identity.ts'
import { rawClient } from './raw-client.ts'

const IDENTITY = { version: '0.0.0-test' }

function greet(params: object = {}, id: unknown = 1): string {
  const plain = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params: { ...plain, ...params } })}\n`
}

const LIST = `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`
const INITIALIZED = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`

function opened() {
  const input = new PassThrough()
  const output = new PassThrough()
  const stop = new AbortController()
  const first = answerFirst(input, output, IDENTITY, stop.signal)
  const said = async () => {
    output.end()
    return (await text(output)).split('\n').filter((line) => line !== '')
  }
  return { input, first, stop, said }
}

for (const version of GREETED_VERSIONS)
  test(`LYRA 8: the first answer to a client of ${version} is the one of the whole server`, async (t) => {
    const { send, answerTo } = await rawClient(t)
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
    await send({ id: 1, method: 'initialize', params })

    assert.deepEqual(greeting(IDENTITY, version), (await answerTo(1)).result)
  })

test('LYRA 8: every revision of the library that begins with a greeting is answered at once', () => {
  assert.deepEqual([...GREETED_VERSIONS].sort(), SUPPORTED_PROTOCOL_VERSIONS.filter((one) => one < '2026').sort())
})

test('LYRA 8: a greeting is answered once, and all that came is handed on when more is asked', async () => {
  const { input, first, said } = opened()

  input.write(greet())
  await first.greeted
  input.write(INITIALIZED + LIST.slice(0, 9))
  input.write(LIST.slice(9))
  const opening = await first.asked

  assert.equal(opening?.answered, 1)
  assert.equal(String(opening?.bytes), greet() + INITIALIZED + LIST)
  assert.equal((await said()).length, 1)
})

const LEFT = {
  'of an unknown revision': greet({ protocolVersion: '1999-01-01' }),
  'without a client': greet({ clientInfo: null }),
  'with abilities that are none': greet({ capabilities: { sampling: 3 } }),
  'without an id': greet({}, null),
  'that is no message': 'hello\n',
  'that is another question': LIST,
  'that never ends': 'x'.repeat(70_000),
}
for (const [what, line] of Object.entries(LEFT))
  test(`LYRA 8: a beginning ${what} is left to the whole server`, async () => {
    const { input, first, said } = opened()

    input.write(line)
    const opening = await first.asked

    assert.equal(opening?.answered, null)
    assert.equal(String(opening?.bytes), line)
    assert.deepEqual(await said(), [])
  })

test('LYRA 8: a client that leaves, and a signal, end the waiting', async () => {
  const gone = opened()
  gone.input.end(greet())
  assert.equal(await gone.first.asked, null)

  const stopped = opened()
  stopped.stop.abort()
  assert.equal(await stopped.first.asked, null)
})

function program(t: TestContext, ...flags: string[]) {
  const home = mkdtempSync(join(tmpdir(), 'lyra-first-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const bin = join(import.meta.dirname, '..', '..', 'bin', 'lyra')
  const child = spawn(process.execPath, [bin, 'mcp', '--home', home, ...flags], { stdio: 'pipe' })
  t.after(() => child.kill())
  return { child, ended: once(child, 'exit'), out: text(child.stdout), errors: text(child.stderr) }
}

test('LYRA 8: the program greets once, lists its tools, and ends with its client', async (t) => {
  const { child, ended, out } = program(t)
  let heard = ''
  child.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString('utf8')
    if (heard.trim().split('\n').length === 2) child.stdin.end()
  })

  child.stdin.write(greet() + INITIALIZED + LIST)
  const [code] = await ended

  const messages = (await out).trim().split('\n')
  assert.equal(code, 0)
  assert.deepEqual(
    messages.map((line) => (JSON.parse(line) as { id: number }).id),
    [1, 2],
  )
})

test('LYRA 8: wrong settings end the server after its greeting, without being asked', {
  timeout: 20_000,
}, async (t) => {
  const { child, ended, errors } = program(t, '--set', 'task.max_pages=many')

  child.stdin.write(greet())
  const [code] = await ended

  assert.notEqual(code, 0)
  assert.match(await errors, /task\.max_pages/)
})

test('LYRA 8: a server that nobody asked anything ends by a signal', async (t) => {
  const { child, ended } = program(t)

  child.stdin.write(greet())
  await once(child.stdout, 'data')
  child.kill('SIGTERM')

  assert.deepEqual(await ended, [0, null])
})
