import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFidelity } from '../../src/models/fidelity.ts'
import { findFidelityModel, SHIPPED_MODELS } from '../../src/models/model-folder.ts'
import { patchedWeights } from '../../src/models/patch-weights.ts'

const model = createFidelity({ threads: 1 })
const altered = async (evidence: string, claims: readonly string[]) =>
  (await model?.altered(claims.map((claim) => ({ evidence, claim })))) ?? []

test('an altered year, name and number are heard, and what the source says is not', async () => {
  const evidence = 'Pier works | Port office : Sailor Jonas Brandt repaired 48 boats at Tarnmouth in 2019.'
  const [faithful, ...others] = await altered(evidence, [
    'Jonas Brandt repaired 48 boats at Tarnmouth in 2019.',
    'Jonas Brandt repaired 48 boats at Tarnmouth in 2016.',
    'Jonas Brandt repaired 84 boats at Tarnmouth in 2019.',
    'Emil Larsen repaired 48 boats at Tarnmouth in 2019.',
  ])
  assert.ok((faithful?.word ?? 9) < 0, JSON.stringify(faithful))
  assert.deepEqual(
    others.map(({ word }) => word > 0),
    [true, true, true],
  )
})

test('a turned direction is more altered than what the Japanese source says', async () => {
  const [faithful, turned] = await altered('港の利用｜港湾課 : 昨年の港の利用者は前の年より増えた。', [
    '港の利用者は昨年増えた。',
    '港の利用者は昨年減った。',
  ])
  assert.ok((turned?.statement ?? 0) > (faithful?.statement ?? 9) + 1, JSON.stringify([faithful, turned]))
})

test('without its weights there is no such model, and nothing fails', () => {
  assert.equal(createFidelity({ threads: 1, shipped: mkdtempSync(join(tmpdir(), 'models-')) }), null)
})

test('its weights are added to the reader they were taught on, and to no other', () => {
  const found = findFidelityModel()
  const reader = readFileSync(join(SHIPPED_MODELS, 'lyra-reader-mini', 'model.onnx'))
  const patch = readFileSync(found?.patchPath ?? '')
  const other = Buffer.from(reader)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  assert.throws(() => patchedWeights(other, patch), /is another one/)
  const made = patchedWeights(reader, patch)
  assert.ok(made.length > reader.length)
  assert.equal(made.includes('words.weight'), true)
})
