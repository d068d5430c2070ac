import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { cutoff, kneeIndex } from '../../src/rank/kneedle.ts'

const root = join(import.meta.dirname, '..', '..')
const reference = resolve(root, process.env.LYRA_DATA ?? '../shared/data', 'kneedle', 'reference.json')
const curves = z.array(z.object({ scores: z.array(z.number()), knee: z.record(z.string(), z.number().nullable()) }))
const settings = { min_results: 3, max_results: 50, kneedle_sensitivity: 1 }

test('Kneedle (EXPLORE 4.3.2): all reference curves at S = 0.5, 1 and 2', {
  skip: existsSync(reference) ? false : 'kneedle/reference.json is not here (set LYRA_DATA)',
}, () => {
  const wanted = curves.parse(JSON.parse(readFileSync(reference, 'utf8')))
  const answers = wanted.map(({ scores, knee }) => ({
    knee: Object.fromEntries(Object.keys(knee).map((s) => [s, kneeIndex(scores, Number(s))])),
  }))
  assert.equal(wanted.length, 160)
  assert.deepEqual(
    answers,
    wanted.map(({ knee }) => ({ knee })),
  )
})

test('Kneedle (EXPLORE 4.3.2): the knee of a curve that falls and then creeps', () => {
  const scores = [1, 0.92, 0.85, 0.3, 0.28, 0.26, 0.25, 0.24, 0.23, 0.22]
  assert.equal(kneeIndex(scores, 1), 3)
  assert.equal(cutoff(scores, settings), 3)
})

test('Kneedle (EXPLORE 4.3.2): a straight, a flat, a short and an empty curve have no knee', () => {
  assert.equal(kneeIndex([1, 0.75, 0.5, 0.25, 0], 1), null)
  assert.equal(kneeIndex([0.5, 0.5, 0.5, 0.5], 1), null)
  assert.equal(kneeIndex([0.9], 1), null)
  assert.equal(kneeIndex([], 1), null)
})

test('cutoff (EXPLORE 4.3.2): without a knee all results up to the maximum are kept', () => {
  const straight = Array.from({ length: 65 }, (_, index) => 1 - index / 64)
  assert.equal(cutoff(straight.slice(0, 9), settings), 9)
  assert.equal(cutoff(straight, settings), 50)
})

test('cutoff (EXPLORE 4.3.2): a knee at the first result counts as none', () => {
  const scores = [
    0.9, 0.9, 0.9, 0.8, 0.8, 0.8, 0.7, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.4, 0.4, 0.3, 0.3, 0.2,
    0.2, 0.2, 0.2, 0.1, 0.1, 0, 0,
  ]
  assert.equal(kneeIndex(scores, 1), 0)
  assert.equal(cutoff(scores, settings), 30)
})

test('cutoff (EXPLORE 4.3.2): never fewer than the minimum, never more than there are', () => {
  const steep = [1, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05]
  assert.equal(kneeIndex(steep, 1), 1)
  assert.equal(cutoff(steep, settings), 3)
  assert.equal(cutoff([0.9, 0.1], settings), 2)
  assert.equal(cutoff([], settings), 0)
})
