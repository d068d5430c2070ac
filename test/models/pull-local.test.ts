import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pullFromOllama, useOpenAiModel } from '../../src/app/pulling/pull-local.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { readCheckSet } from '../../src/models/check/check-set.ts'
import { createLocalLlm } from '../../src/models/local-llm.ts'

const place = mkdtempSync(join(tmpdir(), 'lyra-ollama-'))
after(() => rmSync(place, { recursive: true }))

interface Answers {
  readonly pull?: readonly object[]
  readonly capabilities?: readonly string[]
}

/** A local server as Ollama answers, and as an OpenAI-compatible one does under /v1. */
async function startServer({ pull = [], capabilities = ['completion'] }: Answers = {}) {
  const asked: { readonly path: string; readonly body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const path = request.url ?? ''
      asked.push({ path, body: text === '' ? null : JSON.parse(text) })
      const json = (value: unknown) => response.end(JSON.stringify(value))
      if (path === '/api/pull') {
        for (const line of pull) response.write(`${JSON.stringify(line)}\n`)
        return response.end()
      }
      if (path === '/api/tags') return json({ models: [{ name: 'qwen2.5:7b', digest: 'sha256:845dbda0ea48' }] })
      if (path === '/api/show') return json({ capabilities })
      if (path === '/api/embed') return json({ embeddings: [[1, 0.5]] })
      if (path === '/v1/models') return json({ data: [{ id: 'qwen2.5-7b-instruct' }] })
      if (path === '/v1/chat/completions') return json({ choices: [{ message: { content: '{"claims":[]}' } }] })
      return response.writeHead(404).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, asked, close: () => server.close() }
}

function inputFor(home: string, endpoint: string, model: string) {
  const told: string[] = []
  const settings = settingsSchema.parse({ home: join(place, home), llm: { endpoint } })
  const onProgress = (message: string) => told.push(message)
  const input = { settings, model, log: silentLogger, anyway: false, fetchOnly: false, now: () => 0, onProgress }
  return { input, told }
}

const SUCCESS = [
  { status: 'pulling manifest' },
  { status: 'pulling 2bada8a74506', digest: 'sha256:2bada8a74506', total: 4_683_073_184, completed: 2_341_536_592 },
  { status: 'verifying sha256 digest' },
  { status: 'success' },
]

test('LYRA 7: `ollama:name` has the local Ollama fetch the model, tells its progress, and names it in the settings', async () => {
  const server = await startServer({ pull: SUCCESS })
  const { input, told } = inputFor('pulled', server.endpoint, 'qwen2.5:7b')

  const { pulled, digest } = await pullFromOllama(input)
  server.close()

  const file = join(place, 'pulled', 'config.yaml')
  const set = { 'llm.model': 'qwen2.5:7b', 'llm.api': 'ollama' }
  assert.deepEqual(pulled, { outcome: 'in use', set, saved_in: file })
  assert.equal(digest, 'sha256:845dbda0ea48')
  assert.deepEqual(told, [
    'pulling manifest',
    'pulling 2bada8a74506: 50 % of 4683073184 bytes',
    'verifying sha256 digest',
    'success',
  ])
  assert.deepEqual(server.asked[0], { path: '/api/pull', body: { model: 'qwen2.5:7b', stream: true } })
  assert.equal(readFileSync(file, 'utf8'), 'llm:\n  model: qwen2.5:7b\n  api: ollama\n')
})

test('LYRA 7: a pull that Ollama reports as failed, or does not finish, is an error and sets nothing', async () => {
  const missing = await startServer({ pull: [{ error: 'pull model manifest: file does not exist' }] })
  await assert.rejects(pullFromOllama(inputFor('failed', missing.endpoint, 'qwen9').input), {
    code: 'MODEL_NOT_READY',
    message: 'Ollama did not fetch qwen9: pull model manifest: file does not exist',
  })
  missing.close()
  const cut = await startServer({ pull: SUCCESS.slice(0, 2) })
  await assert.rejects(pullFromOllama(inputFor('failed', cut.endpoint, 'qwen2.5:7b').input), {
    code: 'MODEL_NOT_READY',
    message: 'Ollama did not fetch qwen2.5:7b: it ended with "pulling 2bada8a74506"',
  })
  cut.close()
  assert.equal(existsSync(join(place, 'failed', 'config.yaml')), false)
})

test('LYRA 7: a model of vectors that Ollama fetched is measured, and not taken where it does worse', async () => {
  const server = await startServer({ pull: SUCCESS, capabilities: ['embedding'] })
  const { input } = inputFor('vectors', server.endpoint, 'flat')

  const whole = readCheckSet()
  const { pulled, candidate } = await pullFromOllama({
    ...input,
    set: { ...whole, triples: whole.triples.slice(0, 8) },
  })
  server.close()

  assert.deepEqual([pulled.outcome, 'reason' in pulled && pulled.reason], ['not taken', 'worse than embedded'])
  assert.deepEqual([candidate?.model, candidate?.task], ['ollama:flat', 'vectors'])
  assert.equal(existsSync(join(place, 'vectors', 'config.yaml')), false)
})

test('REQ 4.4.1 L1: no server outside this machine and its network is asked to fetch a model', async () => {
  await assert.rejects(pullFromOllama(inputFor('public', 'http://192.0.2.7:11434', 'qwen2.5:7b').input), {
    code: 'INVALID_CONFIG',
  })
})

test('LYRA 7: `openai:name` takes a model that the local server serves, and no other', async () => {
  const server = await startServer()
  const { pulled } = await useOpenAiModel(inputFor('openai', server.endpoint, 'qwen2.5-7b-instruct').input)
  assert.deepEqual('set' in pulled && pulled.set, {
    'llm.model': 'qwen2.5-7b-instruct',
    'llm.api': 'openai',
    'llm.endpoint': server.endpoint,
  })
  await assert.rejects(useOpenAiModel(inputFor('openai', server.endpoint, 'llama').input), {
    code: 'NOT_FOUND',
    hint: 'It serves qwen2.5-7b-instruct',
  })
  server.close()
})

test('REQ 3.3.1: an OpenAI-compatible server is asked for an answer of the schema, and is not told to unload', async () => {
  const server = await startServer()
  const llm = createLocalLlm({
    ...{ endpoint: server.endpoint, model: 'qwen2.5-7b-instruct', api: 'openai', timeoutMs: 2000, log: silentLogger },
    post: async ({ url, body }) => {
      const reply = await fetch(url, { method: 'POST', body })
      return { ok: true, status: reply.status, text: await reply.text() }
    },
  })
  const schema = { type: 'object', properties: { claims: { type: 'array' } } }
  const answer = await llm.ask({ instruction: 'List the claims.', data: 'Tea.', schema, expectedLength: 100 })
  await llm.unload()
  server.close()

  assert.deepEqual(answer, { ok: true, text: '{"claims":[]}', findings: [] })
  assert.deepEqual(
    server.asked.map(({ path }) => path),
    ['/v1/chat/completions'],
  )
  const [sent] = server.asked.map(({ body }) => body as { response_format: object; temperature: number })
  assert.deepEqual(sent?.response_format, {
    type: 'json_schema',
    json_schema: { name: 'answer', strict: true, schema },
  })
  assert.equal(sent?.temperature, 0)
})
