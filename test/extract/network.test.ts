import assert from 'node:assert/strict'
import { test } from 'node:test'
import { probability } from '../../src/extract/forest.ts'
import { judgeAmong } from '../../src/extract/network.ts'
import type { Layer, Network } from '../../src/extract/network-weights.ts'
import type { UnitPlace } from '../../src/extract/unit-features.ts'

const one = Float64Array.of(1)
const none = Float64Array.of(0)

/** Units of one number that say what they are; all they may hear is silent but for what a test turns on. */
function network(heard: Partial<Layer>): Network {
  const layer: Layer = {
    say: one,
    sayBias: none,
    gate: new Float64Array(7),
    gateBias: new Float64Array(7),
    own: none,
    ownBias: none,
    groups: Array.from({ length: 7 }, () => none),
    heading: none,
    around: new Float64Array(4),
    ...heard,
  }
  return {
    features: 3,
    width: 1,
    said: 1,
    reach: 2,
    columns: Int32Array.of(0, 2),
    logged: Uint8Array.of(0, 1),
    center: [1, 0],
    factor: [0.5, 1],
    enter: Float64Array.of(1, 1),
    enterBias: none,
    layers: [layer],
    judge: one,
    judgeBias: none,
  }
}

/** Four units that enter as 1, 2, 0 and 3: the first column less one, by half, and nothing of the page. */
const rows = {
  values: Float32Array.of(3, 9, 0, 5, 9, 0, -7, 9, 0, 7, 9, 0),
  stride: 3,
  count: 4,
  shared: [2, 3] as const,
}
const place = (above: number, heading: number): UnitPlace => ({ above: [above, -1, -1, -1], signature: 0, heading })
const places = [place(0, -1), place(0, 0), place(1, 0), place(1, 1)]
const words = [1, 1, 1, 4]
const judged = (heard: Partial<Layer>) => [...judgeAmong(network(heard), rows, places, words)]
const shares = (levels: readonly number[]) => levels.map(probability)
const rounded = (values: readonly number[]) => values.map((value) => Math.round(value * 1000) / 1000)

test('network: a unit that hears nothing is judged by its own columns', () => {
  assert.deepEqual(judged({}), shares([1, 2, 0, 3]))
})

test('network: a unit hears those before and behind it, and the mean of several', () => {
  assert.deepEqual(judged({ around: Float64Array.of(1, 0, 0, 0) }), shares([1, 3, 2, 3]))
  assert.deepEqual(judged({ around: Float64Array.of(0, 1, 0, 0) }), shares([3, 2, 3, 3]))
  assert.deepEqual(judged({ around: Float64Array.of(0, 0, 1, 0) }), shares([1, 2.5, 1.5, 4]))
  assert.deepEqual(judged({ around: Float64Array.of(0, 0, 0, 1) }), shares([2, 3.5, 1.5, 3]))
})

test('network: a unit hears its heading', () => {
  assert.deepEqual(judged({ heading: one }), shares([1, 3, 1, 5]))
})

test('network: a unit hears the mean of its group, longer units more', () => {
  const groups = Array.from({ length: 7 }, (_, way) => (way === 0 ? one : none))
  // Half open to all: (1 + 2) / 2 under one element, (0 * 1 + 3 * 2) / 3 under the other.
  assert.deepEqual(rounded(judged({ groups })), rounded(shares([2.498, 3.498, 1.999, 4.999])))
})

test('network: a column of the page counts for every unit', () => {
  const values = rows.values.map((value, at) => (at % 3 === 2 ? Math.E - 1 : value))
  assert.deepEqual(
    rounded([...judgeAmong(network({}), { ...rows, values }, places, words)]),
    rounded(shares([2, 3, 0, 4])),
  )
})

test('network: a page without units', () => {
  assert.deepEqual([...judgeAmong(network({}), { ...rows, count: 0 }, [], [])], [])
})
