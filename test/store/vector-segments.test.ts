import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVectorSegments } from '../../src/store/vector-segments.ts'

/** Rows whose dot with the query below is their own number. */
const numbered = (number: number) => Float32Array.of(number, 0, 0, 0)

function filled(rows: number, each: number) {
  const segments = openVectorSegments('float32', 4, { rows: each })
  for (let row = 0; row < rows; row += 1) segments.put(row, numbered(row))
  segments.setQuery(Float32Array.of(1, 0, 0, 0))
  return segments
}

test('EXPLORE 4.4.8: rows beyond one memory lie in further ones; all and some are scored in the order asked for', () => {
  const segments = filled(10, 4)

  assert.deepEqual([...segments.dots(10, null)], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.deepEqual([...segments.dots(6, null)], [0, 1, 2, 3, 4, 5])
  assert.deepEqual([...segments.dots(10, Int32Array.of(9, 0, 4, 3, 8))], [9, 0, 4, 3, 8])
})

test('EXPLORE 4.4.8: the last row moves into a gap of another memory, or of its own', () => {
  const segments = filled(10, 4)
  segments.move(9, 1)
  segments.move(8, 8)
  segments.move(7, 5)

  assert.deepEqual([...segments.dots(7, null)], [0, 9, 2, 3, 4, 7, 6])
})

test('EXPLORE 4.4.8: a memory that is opened after the query was set knows it', () => {
  const segments = filled(4, 4)
  segments.put(4, numbered(4))

  assert.deepEqual([...segments.dots(5, null)], [0, 1, 2, 3, 4])
})
