import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fetchFromHub } from '../../src/app/pulling/fetch-from-hub.ts'
import { shelveModel } from '../../src/app/pulling/shelve-model.ts'
import { LyraError } from '../../src/domain/errors.ts'
import { silentLogger } from '../../src/domain/log.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { readCheckSet } from '../../src/models/check/check-set.ts'
import { type HubFetch, openHub } from '../../src/models/hub.ts'
import { fetchModel } from '../../src/models/hub-pull.ts'
import { SHIPPED_MODELS } from '../../src/models/model-folder.ts'
import { COMMIT, type HubDouble, startHub, startProxy } from './hub-double.ts'
import { asJson, tinyGraph, tinyTokenizer } from './tiny-model.ts'

const REPOSITORY = 'intfloat/multilingual-e5-tiny'
const place = mkdtempSync(join(tmpdir(), 'lyra-pull-'))
after(() => rmSync(place, { recursive: true }))

const tokenizer = tinyTokenizer('Unigram')
const INPUTS = ['input_ids', 'attention_mask']
const WEIGHTS = tinyGraph({ inputs: INPUTS, vocabulary: tokenizer.vocabulary, output: 'last_hidden_state' })
const FILES = {
  'config.json': asJson({ model_type: 'xlm-roberta', hidden_size: 8, max_position_embeddings: 514 }),
  '1_Pooling/config.json': asJson({ pooling_mode_cls_token: false, pooling_mode_mean_tokens: true }),
  'sentence_bert_config.json': asJson({ max_seq_length: 512 }),
  'tokenizer.json': tokenizer.json,
  'onnx/model.onnx': WEIGHTS,
  'onnx/model_O4.onnx': Buffer.alloc(10, 1),
  'README.md': Buffer.from('# model'),
}

function settingsFor(home: string, hub: HubDouble, models: Record<string, string> = {}) {
  return settingsSchema.parse({
    home: join(place, home),
    net: { allow_private: hub.hosts, api_interval: 0, backoff_attempts: 1, online_hosts: [] },
    models: { hub: hub.endpoint, ...models },
  })
}

const isRefusal = (words: RegExp) => (error: unknown) =>
  error instanceof LyraError && error.code === 'MODEL_NOT_READY' && words.test(error.message)

test("LYRA 7: the hub's files become one model folder with the config Lyra reads, of one recorded commit", async () => {
  const hub = await startHub({ repository: REPOSITORY, files: FILES })

  const settings = settingsFor('whole', hub)
  const fetched = await fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger })
  hub.close()

  assert.deepEqual(readdirSync(fetched.folder).sort(), ['config.json', 'model.onnx', 'tokenizer.json'])
  assert.deepEqual(readFileSync(join(fetched.folder, 'model.onnx')), WEIGHTS)
  assert.deepEqual(JSON.parse(readFileSync(join(fetched.folder, 'config.json'), 'utf8')), {
    name: `${REPOSITORY}@c0ffee0`,
    task: 'sentence-embedding',
    languages: [],
    dimension: 8,
    max_length: 512,
    inputs: INPUTS,
    output: 'last_hidden_state',
    pooled_in_graph: false,
    pooling: 'mean',
    prefix: 'query: ',
    source: REPOSITORY,
    commit: COMMIT,
  })
  assert.equal(hub.asked.includes(`cdn onnx/model.onnx bytes=0-${WEIGHTS.length - 1}`), true)
  assert.equal(hub.asked.includes('cdn onnx/model_O4.onnx'), false)
})

test('LYRA 7: a revision is asked for by name, and its commit is the one that is fetched', async () => {
  const other = 'beef'.repeat(10)
  const hub = await startHub({ repository: REPOSITORY, files: FILES, revisions: { main: COMMIT, 'v1.1': other } })

  const settings = settingsFor('revision', hub)
  const fetched = await fetchFromHub({ settings, repository: REPOSITORY, revision: 'v1.1', log: silentLogger })
  hub.close()

  assert.equal(fetched.commit, other)
  assert.equal(hub.asked.includes(`hub /${REPOSITORY}/resolve/${other}/config.json`), true)
})

test('LYRA 7: a pull that was cut short goes on where it was', async () => {
  const files = { ...FILES, 'onnx/model.onnx_data': Buffer.alloc(20 * 1024 * 1024, 3) }
  // The tokenizer, the graph and the first piece come; the second piece breaks off three times.
  const broken = await startHub({ repository: REPOSITORY, files, breakAt: [4, 5, 6] })
  const settings = settingsFor('resumed', broken)
  await assert.rejects(
    fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger }),
    isRefusal(/onnx\/model\.onnx_data .* could not be fetched/),
  )
  broken.close()
  const room = join(settings.home, 'models', '.part', 'intfloat--multilingual-e5-tiny', COMMIT)
  assert.equal(statSync(join(room, 'model.onnx_data.part')).size, 16 * 1024 * 1024)

  const whole = await startHub({ repository: REPOSITORY, files })
  const again = settingsFor('resumed', whole)
  const fetched = await fetchFromHub({ settings: again, repository: REPOSITORY, log: silentLogger })
  whole.close()

  assert.deepEqual(
    whole.asked.filter((line) => line.startsWith('cdn')),
    ['cdn onnx/model.onnx_data bytes=16777216-20971519'],
  )
  assert.equal(readFileSync(join(fetched.folder, 'model.onnx_data')).equals(files['onnx/model.onnx_data']), true)
})

test('LYRA 7: a model that was kept aside is not fetched again when it is taken all the same', async () => {
  const hub = await startHub({ repository: REPOSITORY, files: FILES })
  const settings = settingsFor('aside', hub)
  const { home } = settings
  const whole = readCheckSet()
  const set = { ...whole, triples: whole.triples.slice(0, 8) }
  const options = { home, shelf: join(home, 'models'), threads: 2, now: () => 0, set, fetchOnly: true }
  const pull = () => fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger })
  const first = await shelveModel(await pull(), { ...options, anyway: false })
  const before = hub.asked.length

  const second = await shelveModel(await pull(), { ...options, anyway: true })
  hub.close()

  assert.deepEqual(first.shelved, { outcome: 'kept aside', reason: 'worse than embedded' })
  assert.deepEqual(second.shelved, { outcome: 'on the shelf', setting: 'models.embedding' })
  assert.deepEqual(
    hub.asked.slice(before).filter((line) => line.startsWith('cdn')),
    [],
  )
  assert.deepEqual(readdirSync(join(home, 'models', 'multilingual-e5-tiny')).sort(), [
    'config.json',
    'model.onnx',
    'tokenizer.json',
  ])
})

test('LYRA 7: a model that loads and cannot be run is an error by name, and leaves nothing', async () => {
  const narrow = asJson({ model_type: 'xlm-roberta', hidden_size: 5, max_position_embeddings: 514 })
  const hub = await startHub({ repository: REPOSITORY, files: { ...FILES, 'config.json': narrow } })
  const settings = settingsFor('narrow', hub)
  const shelf = join(settings.home, 'models')
  const fetched = await fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger })
  hub.close()
  const options = { home: settings.home, shelf, threads: 2, now: () => 0, anyway: true, fetchOnly: false }
  await assert.rejects(shelveModel(fetched, options), isRefusal(/no multiple of 5/))
  assert.deepEqual(readdirSync(join(shelf, '.part')), [])
})

test('LYRA 7: a file whose bytes are not those the hub lists is refused, and nothing of it is kept', async () => {
  const forged = { 'onnx/model.onnx': Buffer.alloc(WEIGHTS.length, 8) }
  const hub = await startHub({ repository: REPOSITORY, files: FILES, forged })

  const settings = settingsFor('forged', hub)
  await assert.rejects(
    fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger }),
    isRefusal(/its hash is not the hub’s/),
  )
  hub.close()

  const room = join(settings.home, 'models', '.part', 'intfloat--multilingual-e5-tiny', COMMIT)
  assert.deepEqual(readdirSync(room), ['tokenizer.json'])
  assert.deepEqual(readdirSync(join(settings.home, 'models')), ['.part'])
})

test('LYRA 7: a file of another commit than the one asked for is refused', async () => {
  const hub = await startHub({ repository: REPOSITORY, files: FILES, servedCommit: 'f'.repeat(40) })
  const settings = settingsFor('moved', hub)
  await assert.rejects(
    fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger }),
    isRefusal(/it is of commit f{40}, not c0ffee00/),
  )
  hub.close()
})

test('LYRA 7: a pull goes through the proxy of models.proxy, hub and CDN alike, with its password', async () => {
  const hub = await startHub({ repository: REPOSITORY, files: FILES })
  const basic = `Basic ${Buffer.from('ada:se:cret').toString('base64')}`
  const proxy = await startProxy(basic)

  const settings = settingsFor('proxied', hub, { proxy: `http://ada:se%3Acret@${proxy.host}` })
  const fetched = await fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger })

  assert.equal(existsSync(join(fetched.folder, 'model.onnx')), true)
  assert.deepEqual([...new Set(proxy.targets)].sort(), [...hub.hosts].sort())
  const refused = settingsFor('refused', hub, { proxy: `http://${proxy.host}` })
  await assert.rejects(
    fetchFromHub({ settings: refused, repository: REPOSITORY, log: silentLogger }),
    isRefusal(/The connection failed \(PROXY_407\)/),
  )
  hub.close()
  proxy.close()
})

test('LYRA 4.1: a hub on a private address that no setting allows is not asked', async () => {
  const hub = await startHub({ repository: REPOSITORY, files: FILES })
  const settings = settingsSchema.parse({ home: join(place, 'guarded'), models: { hub: hub.endpoint } })
  await assert.rejects(
    fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger }),
    isRefusal(/private or reserved/),
  )
  hub.close()
  assert.deepEqual(hub.asked, [])
})

test('LYRA 4.6: a pull on a machine without internet says so, by code, and names the hub', async () => {
  const settings = settingsSchema.parse({
    home: join(place, 'offline'),
    net: { online_hosts: ['nobody.invalid'], backoff_attempts: 1 },
    models: { hub: 'https://hub.invalid' },
  })
  await assert.rejects(fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger }), {
    code: 'OFFLINE',
    message: 'https://hub.invalid cannot be reached: this machine has no connection to the internet',
  })
})

test('LYRA 7: what cannot be used is named and leaves nothing behind', async () => {
  const unusable = async (name: string, files: Readonly<Record<string, Buffer>>) => {
    const hub = await startHub({ repository: REPOSITORY, files })
    const settings = settingsFor(name, hub)
    const error = await fetchFromHub({ settings, repository: REPOSITORY, log: silentLogger }).catch((cause) => cause)
    hub.close()
    const room = join(settings.home, 'models', '.part')
    return [error.code, error.message, existsSync(room) ? readdirSync(room) : []]
  }
  const logits = tinyGraph({ inputs: INPUTS, vocabulary: tokenizer.vocabulary, output: 'logits' })
  const labels = (...names: string[]) => asJson({ hidden_size: 8, id2label: Object.fromEntries(names.entries()) })

  assert.deepEqual(
    [
      await unusable('no-weights', { 'config.json': FILES['config.json'] }),
      await unusable('no-graph', { ...FILES, 'onnx/model.onnx': Buffer.alloc(40_000, 7) }),
      await unusable('two-labels', { ...FILES, 'onnx/model.onnx': logits, 'config.json': labels('no', 'yes') }),
      await unusable('moods', { ...FILES, 'onnx/model.onnx': logits, 'config.json': labels('sad', 'glad', 'neutral') }),
    ].map(([code, message, left]) => [code, String(message).replace(/ \(looked for .*/, ''), left]),
    [
      ['MODEL_NOT_READY', `${REPOSITORY} holds no ONNX weights`, []],
      ['MODEL_NOT_READY', 'The graph that was fetched does not load', []],
      ['MODEL_NOT_READY', `${REPOSITORY} cannot be used: it has 2 labels (no, yes), and a stance has three`, []],
      [
        'MODEL_NOT_READY',
        `${REPOSITORY} cannot be used: its labels (sad, glad, neutral) are not those of a stance model`,
        [],
      ],
    ],
  )
})

test('LYRA 7: a name that is no repository is refused before anything is asked', async () => {
  const fetch: HubFetch = async () => ({ reason: 'asked' })
  for (const repository of ['../etc', 'a/..', 'a/.part', 'bert'])
    await assert.rejects(fetchModel({ repository, endpoint: 'http://hub', shelf: place, fetch }), /owner\/name/)
})

test('LYRA 7: a large file comes in pieces and is the same file', async () => {
  const weights = readFileSync(join(SHIPPED_MODELS, 'lyra-embed-mini', 'model.onnx'))
  const pieces: number[] = []
  const fetch: HubFetch = async ({ headers }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const body = weights.subarray(Number(from), Number(to) + 1)
    pieces.push(body.length)
    return { status: 206, headers: {}, body }
  }
  const hub = openHub({ repository: REPOSITORY, revision: 'main', endpoint: 'http://hub', fetch })
  const lfs = { oid: createHash('sha256').update(weights).digest('hex'), size: weights.length }
  const to = join(place, 'large.onnx')
  await hub.download(COMMIT, { type: 'file', path: 'model.onnx', size: weights.length, oid: 'x', lfs }, to, () => {})
  assert.deepEqual(pieces, [16_777_216, weights.length - 16_777_216])
  assert.equal(Buffer.compare(readFileSync(to), weights), 0)
})
