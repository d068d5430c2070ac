import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf } from '../../src/models/protobuf-fields.ts'
import { openWordTable } from '../../src/models/word-table.ts'

const table = await openWordTable()

test('the pieces of a text stand where their words do, a kanji and a sign by itself', () => {
  const text = '富士山 is 3776 m, Mt. Fuji.'
  const words = table.pieces(text).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual([...new Set(words)], ['富', '士', '山', 'is', '3776', 'm', ',', 'Mt', '.', 'Fuji'])
  for (const { vector } of table.pieces(text)) assert.equal(vector.length, table.width)
})

test('a word has one vector whatever stands around it and however it is written; other words have others', () => {
  const [small] = table.pieces('company')
  const [, large] = table.pieces('A Company.')
  const [other] = table.pieces('hospital')
  assert.ok(small && large && other)
  assert.deepEqual(small.vector, large.vector)
  assert.notDeepEqual(small.vector, other.vector)
  assert.notDeepEqual(table.opening, table.closing)
  assert.ok(small.vector.some((value) => value !== 0))
})

test('a file that ends too early, or is no model, is told so', () => {
  assert.throws(() => fieldsOf(Buffer.from([0x3a, 0x20, 0x01])), /ends within a field/)
  assert.throws(() => fieldsOf(Buffer.from([0x80])), /ends within a number/)
  assert.throws(() => fieldsOf(Buffer.from('<html>')), /no ONNX model|ends within/)
})
