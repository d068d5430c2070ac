import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pullHubModel } from '../../src/app/pull-model.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { type HubFetch, openHub } from '../../src/models/embed-hub.ts'
import { pullModel } from '../../src/models/embed-pull.ts'
import { findEmbeddingModel, SHIPPED_MODELS } from '../../src/models/model-folder.ts'

const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'
const REPOSITORY = 'intfloat/multilingual-e5-tiny'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const home = mkdtempSync(join(tmpdir(), 'lyra-pull-'))
after(() => rmSync(home, { recursive: true }))

const text = (value: unknown) => Buffer.from(JSON.stringify(value))
const WEIGHTS = Buffer.alloc(40_000, 7)
const FILES: Readonly<Record<string, Buffer>> = {
  'config.json': text({ model_type: 'xlm-roberta', hidden_size: 384, max_position_embeddings: 514 }),
  '1_Pooling/config.json': text({ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }),
  'sentence_bert_config.json': text({ max_seq_length: 512 }),
  'tokenizer.json': text({ version: '1.0' }),
  'onnx/model.onnx': WEIGHTS,
  'onnx/model.onnx_data': Buffer.alloc(20_000, 3),
  'onnx/model_O4.onnx': Buffer.alloc(10, 1),
  'README.md': Buffer.from('# model'),
}

function hubEntry(path: string, body: Buffer): object {
  const oid = createHash('sha1').update(`blob ${body.length}\0`).update(body).digest('hex')
  if (!path.includes('.onnx')) return { type: 'file', oid, size: body.length, path }
  const lfs = { oid: createHash('sha256').update(body).digest('hex'), size: body.length, pointerSize: 134 }
  return { type: 'file', oid: 'a'.repeat(40), size: body.length, lfs, path }
}

/** The hub's layout: card, tree, and large files by way of a redirect to another path that honours Range. */
async function fakeHub(files: Readonly<Record<string, Buffer>>) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://hub').pathname)
    asked.push(`${path} ${request.headers.range ?? ''}`.trim())
    const send = (body: Buffer) => response.end(body)
    if (path === `/api/models/${REPOSITORY}/revision/main`) return send(text({ id: REPOSITORY, sha: COMMIT }))
    if (path === `/api/models/${REPOSITORY}/tree/${COMMIT}`)
      return send(
        text([
          { type: 'directory', oid: 'd', size: 0, path: 'onnx' },
          ...Object.entries(files).map(([name, body]) => hubEntry(name, body)),
        ]),
      )
    const name = path.replace(`/${REPOSITORY}/resolve/${COMMIT}/`, '').replace('/cdn/', '')
    const body = FILES[name]
    if (body === undefined) return response.writeHead(404).end()
    if (name.includes('.onnx') && !path.startsWith('/cdn/'))
      return response.writeHead(302, { location: `/cdn/${name}` }).end()
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (range === null) return send(body)
    const [from, to] = [Number(range[1]), Number(range[2])]
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${body.length}` })
    return send(body.subarray(from, to + 1))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, asked, host: `127.0.0.1:${port}`, close: () => server.close() }
}

const settingsFor = (host: string) =>
  settingsSchema.parse({ home, net: { allow_private: [host], api_interval: 0, backoff_attempts: 1 } })

test('LYRA 7: a graph that does not load leaves nothing behind in the models folder', async () => {
  const hub = await fakeHub(FILES)
  await assert.rejects(
    pullHubModel({ settings: settingsFor(hub.host), repository: REPOSITORY, endpoint: hub.endpoint, log: silent }),
    (error: unknown) =>
      error instanceof LyraError && error.code === 'MODEL_NOT_READY' && /does not load/.test(error.message),
  )
  hub.close()
  assert.deepEqual(readdirSync(join(home, 'models')), [])
  assert.equal(hub.asked.includes(`/cdn/onnx/model.onnx bytes=0-${WEIGHTS.length - 1}`), true)
  assert.equal(
    hub.asked.some((line) => line.includes('model_O4')),
    false,
  )
})

const plainFetch =
  (fetched: string[] = []): HubFetch =>
  async ({ url, headers }) => {
    fetched.push(new URL(url).pathname)
    const answer = await fetch(url, { headers })
    return answer.ok
      ? { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) }
      : { reason: `The server answered ${answer.status}` }
  }

test("LYRA 7: the hub's files become one model folder with the config Lyra reads", async () => {
  const hub = await fakeHub(FILES)
  const inspect = async () => ({ inputs: ['input_ids', 'attention_mask'], outputs: ['last_hidden_state'] })
  const shelf = join(home, 'pulled', 'models')
  const pulled = await pullModel({
    repository: REPOSITORY,
    endpoint: hub.endpoint,
    shelf,
    fetch: plainFetch(),
    inspect,
  })
  hub.close()

  const model = findEmbeddingModel('multilingual-e5-tiny', { home: join(home, 'pulled') })
  assert.equal(pulled.commit, COMMIT)
  assert.deepEqual(readdirSync(pulled.folder).sort(), [
    'config.json',
    'model.onnx',
    'model.onnx_data',
    'tokenizer.json',
  ])
  assert.deepEqual(readFileSync(model.modelPath), WEIGHTS)
  assert.deepEqual(model.config, {
    name: REPOSITORY,
    task: 'sentence-embedding',
    languages: [],
    dimension: 384,
    max_length: 512,
    inputs: ['input_ids', 'attention_mask'],
    output: 'last_hidden_state',
    pooled_in_graph: false,
    pooling: 'mean',
    prefix: 'query: ',
  })
})

test('LYRA 7: a file whose bytes are not those the hub lists is refused', async () => {
  const hub = await fakeHub({ ...FILES, 'onnx/model.onnx': Buffer.alloc(WEIGHTS.length, 8) })
  const shelf = join(home, 'forged')
  await assert.rejects(
    pullModel({ repository: REPOSITORY, endpoint: hub.endpoint, shelf, fetch: plainFetch() }),
    (error: unknown) =>
      error instanceof LyraError && error.code === 'MODEL_NOT_READY' && error.message.includes('hash'),
  )
  hub.close()
  assert.deepEqual(readdirSync(shelf), [])
})

test('LYRA 7: a repository without ONNX weights and a name that is no repository are refused by name', async () => {
  const hub = await fakeHub({ 'config.json': FILES['config.json'] as Buffer })
  const base = { endpoint: hub.endpoint, shelf: join(home, 'none'), fetch: plainFetch() }
  await assert.rejects(pullModel({ ...base, repository: REPOSITORY }), /holds no ONNX weights/)
  await assert.rejects(pullModel({ ...base, repository: '../etc' }), /owner\/name/)
  hub.close()
  assert.equal(existsSync(join(home, 'none')), false)
})

test('LYRA 7: a large file comes in pieces and is the same file', async () => {
  const weights = readFileSync(join(SHIPPED_MODELS, 'lyra-embed-mini', 'model.onnx'))
  const pieces: number[] = []
  const fetch: HubFetch = async ({ headers }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const body = weights.subarray(Number(from), Number(to) + 1)
    pieces.push(body.length)
    return { status: 206, body }
  }
  const hub = openHub({ repository: REPOSITORY, revision: 'main', endpoint: 'http://hub', fetch })
  const lfs = { oid: createHash('sha256').update(weights).digest('hex'), size: weights.length }
  const to = join(home, 'large.onnx')
  await hub.download(COMMIT, { type: 'file', path: 'model.onnx', size: weights.length, oid: 'x', lfs }, to, () => {})
  assert.deepEqual(pieces, [16_777_216, weights.length - 16_777_216])
  assert.equal(Buffer.compare(readFileSync(to), weights), 0)
})
