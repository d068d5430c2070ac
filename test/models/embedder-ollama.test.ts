import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { localHttpClients } from '../../src/app/local-http-client.ts'
import { openEmbedder } from '../../src/app/open-embedder.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { createOllamaEmbedder, type PostJson } from '../../src/models/embed-ollama.ts'

const answer = (...numbers: number[]) => ({
  status: 200,
  text: JSON.stringify({ model: 'bge-m3', embeddings: [numbers] }),
})

function recorded(reply: () => { status: number; text: string }): { post: PostJson; sent: [string, unknown][] } {
  const sent: [string, unknown][] = []
  return {
    sent,
    post: async (url, body) => {
      sent.push([url, JSON.parse(body)])
      return reply()
    },
  }
}

test('EXPLORE 4.4: Ollama is asked for one text a request, and its vectors get unit length', async () => {
  const { post, sent } = recorded(() => answer(3, 4))
  const embedder = createOllamaEmbedder({ model: 'ollama:bge-m3', endpoint: 'http://127.0.0.1:11434', post })
  const vectors = await embedder.embed(['血糖値への影響', 'blood sugar', '血糖値への影響'])
  assert.deepEqual(sent, [
    ['http://127.0.0.1:11434/api/embed', { model: 'bge-m3', input: '血糖値への影響', truncate: true }],
    ['http://127.0.0.1:11434/api/embed', { model: 'bge-m3', input: 'blood sugar', truncate: true }],
  ])
  assert.deepEqual(vectors[2], Float32Array.from([0.6, 0.8]))
  assert.equal(embedder.modelId, 'ollama:bge-m3')
  assert.equal(embedder.dimension, 2)
})

test('REQ 4.4.1 L1: only what L1 takes for a loopback or private address is accepted', () => {
  const { post } = recorded(() => answer(1))
  const at = (endpoint: string) => createOllamaEmbedder({ model: 'ollama:bge-m3', endpoint, post })
  for (const local of [
    'http://localhost:11434',
    'http://192.168.1.5:11434',
    'http://10.0.0.2/',
    'http://[::1]:11434',
    'http://a.localhost',
  ])
    assert.equal(at(local).modelId, 'ollama:bge-m3')
  for (const other of [
    'https://ollama.example.com',
    'http://8.8.8.8:11434',
    'http://10.example.com',
    'ftp://127.0.0.1',
    'nonsense',
  ])
    assert.throws(
      () => at(other),
      (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG',
    )
})

test('REQ 3.2.1: a missing model, a strange answer and a changed dimension are MODEL_NOT_READY', async () => {
  const replies = [
    { status: 404, text: '{"error":"model not found"}' },
    { status: 200, text: '<html>' },
    answer(1, 0),
    answer(1, 0, 0),
  ]
  const { post } = recorded(() => replies.shift() as { status: number; text: string })
  const embedder = createOllamaEmbedder({ model: 'ollama:bge-m3', endpoint: 'http://127.0.0.1:11434', post })
  const notReady = (part: string) => (error: unknown) =>
    error instanceof LyraError && error.code === 'MODEL_NOT_READY' && error.message.includes(part)
  await assert.rejects(embedder.embed(['a']), notReady('answered 404'))
  await assert.rejects(embedder.embed(['a']), notReady('no embedding'))
  assert.deepEqual(await embedder.embed(['a']), [Float32Array.from([1, 0])])
  await assert.rejects(embedder.embed(['b']), notReady('3 dimensions after 2'))
})

test('LYRA 4.1: the local Ollama is reached through the gateway, and named when it is not there', async () => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      asked.push([request.method, request.url, JSON.parse(body)])
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ embeddings: [[0, 2]] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = settingsSchema.parse({
    models: { embedding: 'ollama:bge-m3' },
    llm: { endpoint },
    net: { backoff_attempts: 1 },
  })
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

  const posts = localHttpClients(settings, log)
  const vectors = await openEmbedder({ settings, home: 'no-home', log, posts }).embed(['血糖値'])
  // A connection that is kept would keep the server open.
  await posts.close()
  await new Promise((resolve) => server.close(resolve))

  assert.deepEqual(vectors, [Float32Array.of(0, 1)])
  assert.deepEqual(asked, [['POST', '/api/embed', { model: 'bge-m3', input: '血糖値', truncate: true }]])
  await assert.rejects(
    openEmbedder({ settings, home: 'no-home', log, posts }).embed(['血糖値']),
    (error: unknown) =>
      error instanceof LyraError && error.code === 'MODEL_NOT_READY' && error.message.includes(endpoint),
  )
  await posts.close()
  assert.throws(
    () => openEmbedder({ settings: { ...settings, replay: 'some.warc' }, home: 'no-home', log, posts }),
    (error: unknown) => error instanceof LyraError && error.code === 'INVALID_CONFIG',
  )
})
