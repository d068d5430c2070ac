/** A field of a protobuf message; the value of a number is left out. */
export interface ProtobufField {
  readonly number: number
  readonly value: Buffer
}

const [VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES] = [0, 1, 2, 5]

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
  for (let at = 0; at < bytes.length; ) {
    const [tag, start] = readVarint(bytes, at)
    const kind = tag % 8
    let [begin, end] = [start, start]
    if (kind === VARINT) [, end] = readVarint(bytes, start)
    else if (kind === EIGHT_BYTES) end = start + 8
    else if (kind === FOUR_BYTES) end = start + 4
    else if (kind === BYTES) {
      const [length, from] = readVarint(bytes, start)
      ;[begin, end] = [from, from + length]
    } else throw new Error(`a field of kind ${kind}: this is no ONNX model`)
    if (end > bytes.length) throw new Error('the file ends within a field')
    fields.push({ number: Math.floor(tag / 8), value: bytes.subarray(begin, end) })
    at = end
  }
  return fields
}

export function requireField(fields: readonly ProtobufField[], number: number): Buffer {
  const field = fields.find((one) => one.number === number)
  if (field === undefined) throw new Error(`field ${number} is missing: this is no ONNX model`)
  return field.value
}
