import { createHash } from 'node:crypto'
import { BYTES, fieldsOf, VARINT } from '../../../src/models/protobuf-fields.ts'

/*
 * Gives the hidden layer of a reader's stance head out of its graph, as an output more: learning from corrections reads
 * it. What the graph computes stays as it is. ONNX is a protobuf; reader.py does the same when it writes a model.
 */

const MODEL_GRAPH = 7
const GRAPH = { node: 1, output: 12 } as const
const NODE = { input: 1, output: 2, op: 4 } as const
const NAME = 1
const HEAD = 'stance'
export const HIDDEN = 'hidden:'
const DIGITS = 12
/** float32, one row a pair, as wide as the layer. */
const FLOAT = 1
const WIDTH = 384

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return Buffer.from([...bytes, left])
}

function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(number * 8 + BYTES), varint(bytes.length), bytes])
}

function number(place: number, value: number): Buffer {
  return Buffer.concat([varint(place * 8 + VARINT), varint(value)])
}

interface Node {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
}

function nodeOf(bytes: Buffer): Node {
  const fields = fieldsOf(bytes)
  const texts = (wanted: number) => fields.filter((one) => one.number === wanted).map(({ value }) => value.toString())
  return { op: texts(NODE.op)[0] ?? '', inputs: texts(NODE.input), outputs: texts(NODE.output) }
}

/** The last tensor before the answer of the head that a squashing function made: its hidden layer. */
function hiddenTensor(nodes: readonly Node[]): string {
  const madeBy = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)))
  for (let names: readonly string[] = [HEAD]; names.length > 0; ) {
    const makers = names.flatMap((name) => madeBy.get(name) ?? [])
    const squashed = makers.find(({ op }) => op === 'Tanh')
    if (squashed?.outputs[0] !== undefined) return squashed.outputs[0]
    names = makers.flatMap(({ inputs }) => inputs)
  }
  throw new Error(`the graph has no hidden layer before its output "${HEAD}"`)
}

/** The model with the output; the same bytes where it has one. */
export function withHiddenOutput(model: Buffer): Buffer {
  const parts = fieldsOf(model)
  const graph = parts.find((one) => one.number === MODEL_GRAPH)
  if (graph === undefined) throw new Error('this is no ONNX model: it has no graph')
  const fields = fieldsOf(graph.value)
  const of = (wanted: number) => fields.filter((one) => one.number === wanted)
  const outputs = of(GRAPH.output).map(({ value }) => fieldsOf(value).find((one) => one.number === NAME))
  if (outputs.some((name) => name?.value.toString().startsWith(HIDDEN))) return model
  const name = `${HIDDEN}${createHash('sha256').update(model).digest('hex').slice(0, DIGITS)}`
  const tensor = hiddenTensor(of(GRAPH.node).map(({ value }) => nodeOf(value)))
  const copy = Buffer.concat([field(NODE.input, tensor), field(NODE.output, name), field(NODE.op, 'Identity')])
  const shape = Buffer.concat([field(1, field(2, 'batch')), field(1, number(1, WIDTH))])
  const type = field(1, Buffer.concat([number(1, FLOAT), field(2, shape)]))
  const output = Buffer.concat([field(NAME, name), field(2, type)])
  const widened = Buffer.concat([graph.value, field(GRAPH.node, copy), field(GRAPH.output, output)])
  return Buffer.concat([model.subarray(0, graph.from), field(MODEL_GRAPH, widened), model.subarray(graph.to)])
}
