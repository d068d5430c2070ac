import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../src/domain/random.ts'
import { kthLargest, topHits } from '../../src/store/top-hits.ts'
import { openVectorBuffer } from '../../src/store/vector-buffer.ts'
import { unitVector } from '../../src/store/vector-codec.ts'
import { javascriptKernel, vectorKernel } from '../../src/store/vector-kernel.ts'
import { type VectorMatrix, vectorMatrix } from '../../src/store/vector-matrix.ts'
import { quantizeQuery, quantizeRow } from '../../src/store/vector-quantize.ts'
import { signed, unsigned } from '../../src/store/wasm-encoder.ts'
import { wasm } from '../../src/store/wasm-engine.ts'

const random = seededRandom(7)
const made = (dimension: number) => unitVector(Float32Array.from({ length: dimension }, () => random.next() - 0.5))
const idOf = (index: number) => `frag_${String(index).padStart(5, '0')}`

test('WebAssembly numbers: LEB128 as the specification gives it', () => {
  assert.deepEqual(unsigned(624485), [0xe5, 0x8e, 0x26])
  assert.deepEqual(unsigned(0), [0])
  assert.deepEqual(signed(-123456), [0xc0, 0xbb, 0x78])
  assert.deepEqual(signed(64), [0xc0, 0x00])
})

test('EXPLORE 4.4.8: the SIMD kernel runs here, and plain JavaScript gives the same bits', () => {
  assert.equal(vectorKernel(new wasm.Memory({ initial: 1, maximum: 1 })).kind, 'wasm-simd')
  for (const dimension of [2, 33, 384]) {
    const rows = Array.from({ length: 40 }, () => made(dimension))
    const query = made(dimension)
    const [simd, plain] = [vectorKernel, javascriptKernel].map((kernel) => {
      const floats = openVectorBuffer('float32', dimension, kernel)
      const bytes = openVectorBuffer('int8', dimension, kernel)
      const values = new Int8Array(bytes.width)
      rows.forEach((row, index) => {
        quantizeRow(row, values)
        floats.put(index, row)
        bytes.put(index, values)
      })
      floats.setQuery(Float32Array.from({ length: floats.width }, (_, i) => query[i] ?? 0))
      bytes.setQuery(quantizeQuery(query, bytes.width).values)
      return [...floats.dots(40, null), ...bytes.dots(40, null), ...bytes.dots(40, Int32Array.of(39, 0))]
    })
    assert.deepEqual(simd, plain)
    const exact = rows.map((row) => row.reduce((sum, value, i) => sum + value * (query[i] as number), 0).toFixed(5))
    assert.deepEqual(
      simd?.slice(0, 40).map((value) => value.toFixed(5)),
      exact,
    )
  }
})

test('int8 rows: no dot product is off by more than the bound kept with the row', () => {
  const values = new Int8Array(384)
  for (let round = 0; round < 200; round += 1) {
    const [row, query] = [made(384), made(384)]
    const { factor, error } = quantizeRow(row, values)
    const wide = quantizeQuery(query, 384)
    let [exact, rough] = [0, 0]
    row.forEach((value, i) => {
      exact += value * (query[i] as number)
      rough += (values[i] as number) * (wide.values[i] as number)
    })
    assert.equal(Math.abs(exact - rough * factor * wide.factor) <= error + wide.error, true)
  }
})

test('int8 query: the largest sum of products stays within int32', () => {
  const flat = new Float32Array(4096).fill(1 / 64)
  const wide = quantizeQuery(flat, 4096)
  const largest = wide.values.reduce((sum, value) => sum + Math.abs(value) * 127, 0)
  assert.equal(largest < 2 ** 31, true)
})

/** What a search has to give: all cosines, sorted, equal ones by id. */
function bruteForce(rows: ReadonlyMap<string, Float32Array>, query: Float32Array, topK: number): string[] {
  const scored = [...rows].map(([id, row]) => ({
    id,
    similarity: row.reduce((s, v, i) => s + v * (query[i] as number), 0),
  }))
  scored.sort((a, b) => b.similarity - a.similarity || (a.id < b.id ? -1 : 1))
  return scored.slice(0, topK).map(({ id }) => id)
}

const best = (matrix: VectorMatrix, vector: Float32Array, topK: number) =>
  matrix.search({ vector, topK, minSimilarity: -1, only: null }).hits.map(({ id }) => id)

test('EXPLORE 4.4.8: int8 with exact rescoring finds the same as all float32, from memory and from the store', () => {
  const rows = new Map(Array.from({ length: 3000 }, (_, index) => [idOf(index), made(48)]))
  const stored = (id: string) => rows.get(id) ?? null
  const direct = vectorMatrix({ dimension: 48, stored, directRows: 10_000 })
  const rescored = vectorMatrix({ dimension: 48, stored, directRows: 0 })
  const frugal = vectorMatrix({ dimension: 48, stored, directRows: 0, floatBytes: 1000 * 64 * 4 })
  for (const [id, row] of rows) for (const matrix of [direct, rescored, frugal]) matrix.set(id, row)
  for (let round = 0; round < 20; round += 1) {
    const query = made(48)
    const wanted = bruteForce(rows, query, 20)
    assert.deepEqual(best(direct, query, 20), wanted)
    assert.deepEqual(best(rescored, query, 20), wanted)
    assert.deepEqual(best(frugal, query, 20), wanted)
  }
  const [one, two] = [direct, frugal].map((matrix) =>
    matrix.search({ vector: made(48).fill(1), topK: 3, minSimilarity: 0.2, only: [idOf(5), idOf(9), 'frag_unknown'] }),
  )
  assert.deepEqual(one, two)
  assert.equal(one?.searched, 2)
})

test('EXPLORE 4.4.8: rows that are passed over leave their places to the next best, on every path', () => {
  const rows = new Map(Array.from({ length: 1000 }, (_, index) => [idOf(index), made(48)]))
  const stored = (id: string) => rows.get(id) ?? null
  const query = { vector: made(48), topK: 20, minSimilarity: -1 }
  const except = new Set([...bruteForce(rows, query.vector, 15), 'frag_unknown'])
  const wanted = bruteForce(rows, query.vector, 35).slice(15)
  for (const limits of [{ directRows: 10_000 }, { directRows: 0 }, { directRows: 0, floatBytes: 100 * 64 * 4 }]) {
    const matrix = vectorMatrix({ dimension: 48, stored, ...limits })
    for (const [id, row] of rows) matrix.set(id, row)
    for (const only of [null, rows.keys()]) {
      const { hits, searched } = matrix.search({ ...query, only, except })
      assert.deepEqual([hits.map(({ id }) => id), searched], [wanted, 985])
    }
  }
})

test('a matrix whose rows come, change and go one by one holds what a new one would', () => {
  const rows = new Map<string, Float32Array>()
  const matrix = vectorMatrix({ dimension: 24, stored: () => null, directRows: 50 })
  for (let step = 0; step < 3000; step += 1) {
    const id = idOf(Math.floor(random.next() * 400))
    if (random.next() < 0.3) {
      rows.delete(id)
      matrix.remove(id)
    } else {
      const row = made(24)
      rows.set(id, row)
      matrix.set(id, row)
    }
  }
  const query = made(24)
  assert.equal(matrix.size, rows.size)
  assert.deepEqual(best(matrix, query, 15), bruteForce(rows, query, 15))
})

test('equal vectors come in the order of their ids, on either path', () => {
  for (const directRows of [0, 100]) {
    const matrix = vectorMatrix({ dimension: 3, stored: () => null, directRows })
    for (const id of ['d', 'b', 'a', 'c']) matrix.set(id, Float32Array.of(1, 2, 3))
    assert.deepEqual(best(matrix, Float32Array.of(3, 2, 1), 3), ['a', 'b', 'c'])
  }
})

test('the best of many: a heap of k and the k-th largest', () => {
  const top = topHits(2)
  for (const [id, similarity] of [
    ['a', 0.1],
    ['b', 0.9],
    ['c', 0.5],
    ['d', 0.9],
  ] as const)
    top.offer(id, similarity)
  assert.deepEqual(top.hits(), [
    { id: 'b', similarity: 0.9 },
    { id: 'd', similarity: 0.9 },
  ])
  assert.equal(kthLargest(Float32Array.of(3, 1, 5, 5, 2), 3), 3)
  assert.equal(kthLargest(Float32Array.of(1), 2), Number.NEGATIVE_INFINITY)
})
