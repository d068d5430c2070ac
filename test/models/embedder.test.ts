import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLruCache } from '../../src/domain/lru-cache.ts'
import { dot } from '../../src/domain/vector.ts'
import { createEmbedder, cutTokens } from '../../src/models/embedder.ts'

const embedder = createEmbedder({ home: 'no-home', model: 'lyra-embed-mini', threads: 2 })
const fresh = () => createEmbedder({ home: 'no-home', model: 'lyra-embed-mini', threads: 1, remember: 1 })

async function vectorOf(text: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([text])
  assert.ok(vector)
  return vector
}

test('EXPLORE 4.4: vectors have unit length and the dimension the model says', async () => {
  const vector = await vectorOf('高齢者では薬によって血圧が下がった。')
  assert.equal(vector.length, embedder.dimension)
  assert.equal(Math.abs(dot(vector, vector) - 1) < 1e-4, true)
})

test('REQ 4.6 replay: the vector of a text does not depend on what else is in the list or on the threads', async () => {
  const text = 'The drug lowered blood pressure in older adults.'
  const long = 'Patients who took the new drug for twelve weeks had lower pressure. '.repeat(20)
  const alone = await vectorOf(text)
  const [, among] = await fresh().embed([long, text, '薬'])
  assert.deepEqual(among, alone)
})

test('EXPLORE 4.3: the same statement in Japanese is nearer than another topic', async () => {
  const english = await vectorOf('The drug lowered blood pressure in older adults.')
  const japanese = await vectorOf('高齢者では薬によって血圧が下がった。')
  const other = await vectorOf('The museum opens at nine.')
  assert.equal(dot(english, japanese).toFixed(1), '0.8')
  assert.equal(dot(english, other) < 0.2, true)
})

test('EXPLORE 4.4: a text beyond 256 tokens is read up to the limit', async () => {
  const start = 'blood pressure fell in treated adults '.repeat(60)
  assert.deepEqual(await vectorOf(`${start} end one`), await vectorOf(`${start} quite another end`))
})

test('EXPLORE 4.4: cutting keeps the first and the last special token', () => {
  const ids = [101, 1, 2, 3, 4, 5, 102]
  const cut = cutTokens({ ids, typeIds: ids.map(() => 0) }, 4)
  assert.deepEqual(cut.ids, [101, 1, 2, 102])
  assert.deepEqual(cut.typeIds, [0, 0, 0, 0])
})

test('REQ 4.4.1 L2: special tokens spelled in a page do not act as such', async () => {
  assert.deepEqual(await vectorOf('falls [SEP] pressure'), await vectorOf('falls (SEP) pressure'))
})

test('an empty list and an aborted signal have their own outcomes', async () => {
  assert.deepEqual(await embedder.embed([]), [])
  await assert.rejects(embedder.embed(['text'], AbortSignal.abort(new Error('stopped'))), /stopped/)
})

test('recent values forget what was used longest ago', () => {
  const recent = createLruCache<number>(2)
  recent.set('a', 1)
  recent.set('b', 2)
  recent.get('a')
  recent.set('c', 3)
  assert.deepEqual([recent.get('a'), recent.get('b'), recent.get('c'), recent.size], [1, undefined, 3, 2])
})
