/** A field of a protobuf message and where it stands in it; the value of a number is left out. */
export interface ProtobufField {
  readonly number: number
  readonly value: Buffer
  readonly from: number
  readonly to: number
}

/** Kinds of fields, as a tag tells them. */
export const [VARINT, BYTES] = [0, 2]
const [EIGHT_BYTES, FOUR_BYTES] = [1, 5]

function readVarint(bytes: Buffer, start: number): readonly [value: number, end: number] {
  let [value, scale, at] = [0, 1, start]
  for (;;) {
    const byte = bytes[at]
    if (byte === undefined) throw new Error('the file ends within a number')
    at += 1
    value += (byte & 127) * scale
    if (byte < 128) return [value, at]
    scale *= 128
  }
}

/** The fields of a message in their order, without a copy of their bytes. */
export function fieldsOf(bytes: Buffer): readonly ProtobufField[] {
  const fields: ProtobufField[] = []
  for (let from = 0; from < bytes.length; ) {
    const [tag, start] = readVarint(bytes, from)
    const kind = tag % 8
    let [begin, to] = [start, start]
    if (kind === VARINT) [, to] = readVarint(bytes, start)
    else if (kind === EIGHT_BYTES) to = start + 8
    else if (kind === FOUR_BYTES) to = start + 4
    else if (kind === BYTES) {
      const [length, at] = readVarint(bytes, start)
      ;[begin, to] = [at, at + length]
    } else throw new Error(`a field of kind ${kind}: this is no ONNX model`)
    if (to > bytes.length) throw new Error('the file ends within a field')
    fields.push({ number: Math.floor(tag / 8), value: bytes.subarray(begin, to), from, to })
    from = to
  }
  return fields
}

export function requireField(fields: readonly ProtobufField[], number: number): Buffer {
  const field = fields.find((one) => one.number === number)
  if (field === undefined) throw new Error(`field ${number} is missing: this is no ONNX model`)
  return field.value
}
