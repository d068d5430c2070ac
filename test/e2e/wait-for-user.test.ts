import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { WaitAnswer } from '../../src/api/wait-for-user.ts'
import { callTool, ROOT } from './demo-client.ts'

const LYRA = join(ROOT, 'bin', 'lyra')
/** A short slice stands for the 25 s of the setting; no desktop, so that nobody is shown a notice. */
const ENV = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', LYRA_HUMAN__ANSWER_WAIT_SECONDS: '0.3' }
const CHOICES = { choices: ['open it', 'skip it'] }

function newHome(t: TestContext): string {
  const home = mkdtempSync(join(tmpdir(), 'lyra-e2e-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  return home
}

async function stdioClient(t: TestContext, home: string): Promise<Client> {
  const client = new Client({ name: 'plain', version: '1' })
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [LYRA, 'mcp', '--home', home], env: ENV }),
  )
  t.after(() => client.close())
  return client
}

/** `lyra serve` on a free port; its address, and what its clients send. */
async function serve(t: TestContext, home: string) {
  const args = [LYRA, 'serve', '--home', home, '--port', '0', '--json']
  const child = spawn(process.execPath, args, { env: ENV, stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => child.kill())
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, token_file: file } = JSON.parse(line)
    const headers = { authorization: `Bearer ${readFileSync(file, 'utf8').trim()}` }
    return { url: new URL(url).origin, headers }
  }
  throw new Error('The server did not start')
}

const ask = (client: Client, prompt: string, options: Record<string, unknown> = {}) =>
  callTool<WaitAnswer>(client, 'wait_for_user', { prompt, options })

test('LYRA 3.4: who cannot ask the user hears so at once, then waits in slices; a terminal answers', async (t) => {
  const home = newHome(t)
  const client = await stdioClient(t, home)

  const first = await ask(client, 'Which site?', CHOICES)
  const second = await ask(client, 'Which site?', CHOICES)
  const command = [LYRA, 'auth', 'answer', first.question_id, '2', '--home', home, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: ENV })
  const third = await ask(client, 'Which site?', CHOICES)

  assert.deepEqual([first.status, first.response], ['nobody', null])
  assert.equal(first.hint, `Answer with: lyra auth answer ${first.question_id} <answer>`)
  assert.deepEqual([second.status, second.question_id], ['waiting', first.question_id])
  assert.equal(JSON.parse(stdout).answer, 'skip it')
  assert.deepEqual([third.status, third.response, third.choice_index], ['answered', 'skip it', 1])
})

test('LYRA 3.4: over HTTP clients of both ages with elicitation are asked; without, the web page answers', async (t) => {
  const home = newHome(t)
  const { url, headers } = await serve(t, home)
  const asked: string[] = []
  const newClient = (mode: 'legacy' | 'auto', isAble: boolean) => {
    const capabilities = isAble ? { elicitation: { form: {} } } : {}
    return new Client({ name: mode, version: '1' }, { versionNegotiation: { mode }, capabilities })
  }
  const [able, modern, plain] = [newClient('legacy', true), newClient('auto', true), newClient('legacy', false)]
  for (const client of [able, modern])
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message)
      return { action: 'accept', content: { answer: 'open it' } }
    })
  for (const client of [able, modern, plain]) {
    t.after(() => client.close())
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  }

  const inClient = await ask(able, 'Open the page?', CHOICES)
  const inModern = await ask(modern, 'And the next one?', CHOICES)
  const waiting = await ask(plain, 'Which site?')
  const page = await (await fetch(`${url}/waiting`, { headers })).text()
  const body = new URLSearchParams({ question_id: waiting.question_id, answer: 'the second' })
  await fetch(`${url}/waiting/answer`, { method: 'POST', body, headers })
  const onPage = await ask(plain, 'Which site?')

  assert.deepEqual(asked, ['Open the page?', 'And the next one?'])
  assert.deepEqual([inModern.status, inModern.response, inModern.choice_index], ['answered', 'open it', 0])
  assert.deepEqual([inClient.status, inClient.response, inClient.choice_index], ['answered', 'open it', 0])
  assert.equal(waiting.status, 'waiting')
  assert.ok(waiting.hint?.startsWith(`Answer at ${url}/waiting or with: `), waiting.hint)
  assert.match(page, /<p>Which site\?<\/p>/)
  assert.deepEqual([onPage.status, onPage.response], ['answered', 'the second'])
})

test('LYRA 3.4: an answer between two calls reaches the next one', async (t) => {
  const home = newHome(t)
  const { url, headers } = await serve(t, home)
  const { promise: person, resolve } = Promise.withResolvers<string>()
  const asked: string[] = []
  const client = new Client(
    { name: 'old', version: '1' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
  )
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { answer: await person } }
  })
  t.after(() => client.close())
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))

  const slow = await ask(client, 'Take your time')
  const slower = await ask(client, 'Take your time')
  resolve('now')
  const last = await ask(client, 'Take your time')

  assert.deepEqual([slow.status, slower.status], ['waiting', 'waiting'])
  assert.deepEqual([last.status, last.response], ['answered', 'now'])
  assert.deepEqual(asked, ['Take your time'], 'one question, asked once')
})
