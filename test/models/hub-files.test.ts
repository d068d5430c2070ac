import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planFiles } from '../../src/models/hub-files.ts'

const row = (path: string) => ({ type: 'file', path, size: 1, oid: 'a' })

test('LYRA 7: weights beside the graph are fetched by plain names only', () => {
  const beside = ['model.onnx_data', 'model.onnx_data\u0000', 'Constant_..\\..\\x', 'Constant_\u001b[2J', 'Constant_7']
  const files = ['tokenizer.json', ...['model.onnx', ...beside].map((name) => `onnx/${name}`)].map(row)

  assert.deepEqual(
    planFiles('ann/tea', files, 'x64').map(({ as }) => as),
    ['tokenizer.json', 'model.onnx', 'model.onnx_data', 'Constant_7'],
  )
})
