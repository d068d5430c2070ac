import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { withHiddenOutput } from '../../models/lyra-reader-mini/recipe/hidden-output.ts'
import { readBaseExamples } from '../../src/human/learning/replayed-examples.ts'
import { openInference } from '../../src/models/inference.ts'
import { createReader } from '../../src/models/reader.ts'

const FOLDER = new URL('../../models/lyra-reader-mini/', import.meta.url)

const varint = (value: number): Buffer =>
  value < 128 ? Buffer.from([value]) : Buffer.concat([Buffer.from([(value % 128) + 128]), varint(value >> 7)])
const field = (number: number, value: Buffer | string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])
}
const whole = (number: number, value: number): Buffer => Buffer.concat([varint(number * 8), varint(value)])

function node(op: string, input: string, output: string): Buffer {
  return field(1, Buffer.concat([field(1, input), field(2, output), field(4, op)]))
}

function value(place: number, name: string, type: number): Buffer {
  const shape = Buffer.concat([field(1, field(2, 'batch')), field(1, field(2, 'tokens'))])
  const tensor = field(1, Buffer.concat([whole(1, type), field(2, shape)]))
  return field(place, Buffer.concat([field(1, name), field(2, tensor)]))
}

/** input_ids, as floats, squashed, and without sign as the answer of the head. */
function smallModel(): Buffer {
  const toFloat = Buffer.concat([field(1, 'to'), whole(3, 1), whole(20, 2)])
  const cast = Buffer.concat([field(1, 'input_ids'), field(2, 'x'), field(4, 'Cast'), field(5, toFloat)])
  const graph = Buffer.concat([
    ...[field(1, cast), node('Tanh', 'x', 'h'), node('Abs', 'h', 'stance'), field(2, 'small')],
    ...[value(11, 'input_ids', 7), value(12, 'stance', 1)],
  ])
  return Buffer.concat([whole(1, 8), field(7, graph), field(8, whole(2, 17))])
}

test('23.4: the hidden layer is given out beside the answer, which stays the same; a second time changes nothing', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'lyra-hidden-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const widened = withHiddenOutput(smallModel())
  writeFileSync(join(folder, 'model.onnx'), widened)

  const model = await openInference({ modelPath: join(folder, 'model.onnx'), provider: 'cpu', threads: 1 })
  const [answer, hidden = ''] = model.outputNames
  const feeds = [{ name: 'input_ids', values: BigInt64Array.of(-1n, 0n, 2n) }]
  const asked = { feeds, rows: 1, width: 3, output: 'stance' }
  const { data, beside = [] } = await model.run({ ...asked, beside: hidden })
  const alone = await model.run(asked)

  assert.deepEqual([answer, /^hidden:[0-9a-f]{12}$/u.test(hidden)], ['stance', true])
  assert.deepEqual([...data], [...alone.data])
  assert.deepEqual(
    [...beside].map((one) => one.toFixed(3)),
    [-1, 0, 2].map((one) => Math.tanh(one).toFixed(3)),
  )
  assert.equal(alone.beside, undefined)
  assert.deepEqual(withHiddenOutput(widened), widened)
})

test('a file that is no model, or has no such head, is refused by name', () => {
  assert.throws(() => withHiddenOutput(Buffer.from('no model at all')), /no ONNX model|ends within/)
  const graph = Buffer.concat([node('Abs', 'x', 'stance')])
  assert.throws(() => withHiddenOutput(field(7, graph)), /no hidden layer before its output "stance"/)
})

test('the shipped reader gives its hidden layer out, and its base examples are of that layer', async () => {
  const reader = createReader({ home: tmpdir(), threads: 1, model: 'lyra-reader-mini' })
  const [reading] = await reader.judge([{ evidence: 'The kiln is cold.', claim: 'The kiln is hot.' }])
  const base = readBaseExamples(readFileSync(new URL('base-examples.json', FOLDER), 'utf8'))

  assert.equal(reading?.hidden?.values.length, 384)
  assert.equal(base.layer, reading?.hidden?.layer)
  assert.ok(base.stance.every(({ hidden }) => hidden?.length === 384))
})
