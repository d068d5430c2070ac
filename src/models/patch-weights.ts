import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BYTES, fieldsOf, requireField } from './protobuf-fields.ts'

/*
 * A model that was taught on top of another one is shipped as what changed: products of thin matrices that are added to
 * its int8 matrices, short vectors put in the place of others, and what its graph has more (nodes, an output).
 * models/lyra-fidelity-mini/recipe/export.py writes such a file.
 */

const partSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    tensor: z.string(),
    rows: z.int().positive(),
    columns: z.int().positive(),
    /** One for each pair of a column and a row of which a product is made. */
    scales: z.array(z.number()),
    at: z.int().nonnegative(),
  }),
  z.object({
    kind: z.literal('bytes'),
    tensor: z.string(),
    length: z.int().positive(),
    at: z.int().nonnegative(),
  }),
  z.object({ kind: z.literal('graph'), length: z.int().positive(), at: z.int().nonnegative() }),
])
const headSchema = z.object({ base_sha256: z.string(), parts: z.array(partSchema) })
type Part = z.infer<typeof partSchema>
type Product = Extract<Part, { kind: 'product' }>

/** Fields of an ONNX file: the graph of a model, the tensors of a graph, name, numbers and bytes of a tensor. */
const [PARTS, TENSOR, NAME, NUMBERS, RAW] = [7, 5, 8, 4, 9]
const HEAD_BYTES = 4
const FLOAT_BYTES = 4
const MOST = 127

/** The bytes of the model that `patch` makes of `base`; whose weights it was not taught on is refused. */
export function patchedWeights(base: Buffer, patch: Buffer): Buffer {
  const size = patch.readUInt32LE(0)
  const head = headSchema.parse(JSON.parse(patch.subarray(HEAD_BYTES, HEAD_BYTES + size).toString('utf8')))
  const payload = patch.subarray(HEAD_BYTES + size)
  if (createHash('sha256').update(base).digest('hex') !== head.base_sha256)
    throw new Error('the model that these weights are added to is another one')
  const model = Buffer.from(base)
  const tensors = tensorsOf(model)
  const bytesOf = (name: string) => {
    const bytes = tensors.get(name)
    if (bytes === undefined) throw new Error(`the model has no tensor ${name}`)
    return bytes
  }
  for (const part of head.parts) {
    if (part.kind === 'bytes') {
      const own = bytesOf(part.tensor)
      if (own.length !== part.length) throw new Error(`${part.tensor} has another size`)
      payload.copy(own, 0, part.at, part.at + part.length)
    } else if (part.kind === 'product')
      addProduct(part, payload, bytesOf(`${part.tensor}_quantized`), bytesOf(`${part.tensor}_scale`))
  }
  const more = head.parts.flatMap((part) =>
    part.kind === 'graph' ? [payload.subarray(part.at, part.at + part.length)] : [],
  )
  return withMore(model, Buffer.concat(more))
}

/** Fields of a graph behind those it has: protobuf takes them as its own. */
function withMore(model: Buffer, more: Buffer): Buffer {
  const graph = fieldsOf(model).find(({ number }) => number === PARTS)
  if (graph === undefined) throw new Error('this is no ONNX model: it has no graph')
  const length = varint(graph.value.length + more.length)
  const head = Buffer.concat([varint(PARTS * WIDTH_OF_KIND + BYTES), length])
  return Buffer.concat([model.subarray(0, graph.from), head, graph.value, more, model.subarray(graph.to)])
}

const WIDTH_OF_KIND = 8

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128)
  return Buffer.from([...bytes, left])
}

/** The bytes of each tensor where they stand in the file; numbers stand there one after the other, too. */
function tensorsOf(model: Buffer): ReadonlyMap<string, Buffer> {
  const graph = requireField(fieldsOf(model), PARTS)
  return new Map(
    fieldsOf(graph).flatMap(({ number, value }) => {
      if (number !== TENSOR) return []
      const fields = fieldsOf(value)
      const raw = fields.find((one) => one.number === RAW || one.number === NUMBERS)
      return raw === undefined ? [] : [[requireField(fields, NAME).toString(), raw.value] as const]
    }),
  )
}

/** The matrix as numbers, the products added to it, and as int8 again with a scale for each column. */
function addProduct({ tensor, rows, columns, scales, at }: Product, payload: Buffer, whole: Buffer, scale: Buffer) {
  const rank = scales.length
  const fits = whole.length === rows * columns && scale.length === columns * FLOAT_BYTES
  if (!fits || payload.length < at + rank * (rows + columns)) throw new Error(`${tensor} has another size`)
  const before = Array.from({ length: columns }, (_, column) => scale.readFloatLE(column * FLOAT_BYTES))
  const values = new Float32Array(rows * columns)
  const most = new Float32Array(columns)
  for (let row = 0; row < rows; row += 1) {
    const own = values.subarray(row * columns, (row + 1) * columns)
    for (let column = 0; column < columns; column += 1)
      own[column] = whole.readInt8(row * columns + column) * (before[column] ?? 0)
    for (let k = 0; k < rank; k += 1) {
      const from = at + k * (rows + columns)
      const factor = payload.readInt8(from + row) * (scales[k] ?? 0)
      if (factor === 0) continue
      for (let column = 0; column < columns; column += 1)
        own[column] = (own[column] ?? 0) + factor * payload.readInt8(from + rows + column)
    }
    for (let column = 0; column < columns; column += 1)
      most[column] = Math.max(most[column] ?? 0, Math.abs(own[column] ?? 0))
  }
  for (let column = 0; column < columns; column += 1) {
    const next = Math.fround(Math.max(most[column] ?? 0, 1e-8) / MOST)
    scale.writeFloatLE(next, column * FLOAT_BYTES)
    for (let row = 0; row < rows; row += 1) {
      const place = row * columns + column
      const rounded = Math.round((values[place] ?? 0) / next)
      whole.writeInt8(Math.max(-MOST, Math.min(MOST, rounded)), place)
    }
  }
}
