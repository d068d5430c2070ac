import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { TOOLS } from '../../src/app/use-cases.ts'
import { SEARCH_ANSWER, TASK_ID } from './fake-lyra.ts'

const SERVER = fileURLToPath(new URL('stdio-server.ts', import.meta.url))

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: Record<string, unknown>
  readonly params?: { readonly progress: number }
}

/** Speaks the wire format by hand, as a client of any age would. */
function rawServer(t: TestContext) {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'pipe'] })
  t.after(() => child.kill())
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  const messages: Message[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => messages.push(JSON.parse(line)))
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const answerTo = async (id: number): Promise<Message> => {
    for (;;) {
      const found = messages.find((message) => message.id === id)
      if (found !== undefined) return found
      await once(lines, 'line')
    }
  }
  return { child, said, messages, send, answerTo }
}

for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])
  test(`LYRA 3.4: a client of protocol ${version} is answered in its version`, async (t) => {
    const { send, answerTo, said } = rawServer(t)
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } }

    send({ id: 1, method: 'initialize', params })
    const hello = await answerTo(1)
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/list' })
    const list = await answerTo(2)

    assert.equal(hello.result?.protocolVersion, version)
    assert.equal((list.result as { tools: unknown[] }).tools.length, TOOLS.length)
    assert.deepEqual(said, [], 'neither initialize nor tools/list opens the application')
  })

test('REQ 3.2.1: on stdio all progress leaves before the result, stdout carries only the protocol, and closing stdin ends it', async (t) => {
  const { child, said, messages, send, answerTo } = rawServer(t)
  const exited = once(child, 'exit')
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  })
  await answerTo(1)
  send({ method: 'notifications/initialized' })

  send({
    id: 2,
    method: 'tools/call',
    params: { name: 'search', arguments: { task_id: TASK_ID, query: '鎮静' }, _meta: { progressToken: 'p1' } },
  })
  await answerTo(2)
  child.stdin.end()
  const [code] = await exited

  assert.deepEqual(
    messages.map((message) => message.params?.progress ?? `answer ${message.id}`),
    ['answer 1', 1, 2, 3, 4, 5, 'answer 2'],
  )
  assert.equal(code, 0)
  assert.deepEqual(said, ['opened', 'noise', 'closed'])
})

for (const mode of ['legacy', 'auto'] as const)
  test(`LYRA 3.4: the official client over stdio (${mode}) gets every progress step, the result, and can be asked`, async (t) => {
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode }, capabilities: { elicitation: { form: {} } } },
    )
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { answer: '開く' } }))
    t.after(() => client.close())
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER], stderr: 'ignore' }))
    const seen: number[] = []

    const found = await client.callTool(
      { name: 'search', arguments: { task_id: TASK_ID, query: '鎮静' } },
      { onprogress: ({ progress }) => seen.push(progress) },
    )
    const asked = await client.callTool({ name: 'wait_for_user', arguments: { prompt: '開きますか?' } })

    assert.deepEqual(seen, [1, 2, 3, 4, 5])
    assert.equal((found.structuredContent as Record<string, unknown>).search_id, SEARCH_ANSWER.search_id)
    assert.equal((asked.structuredContent as Record<string, unknown>).response, '開く')
  })
