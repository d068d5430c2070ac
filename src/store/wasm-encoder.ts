/**
 * The few WebAssembly encodings the vector kernel needs, so that its source is text and no binary lies in the
 * repository.
 */
export type Code = readonly number[]

const I32 = 0x7f
const F32 = 0x7d
const V128 = 0x7b
const VALUE_TYPES = { i32: I32, f32: F32, v128: V128 } as const
type ValueType = keyof typeof VALUE_TYPES

/** Unsigned LEB128. */
export function unsigned(value: number): Code {
  const bytes: number[] = []
  let rest = value
  do {
    const low = rest & 0x7f
    rest >>>= 7
    bytes.push(rest === 0 ? low : low | 0x80)
  } while (rest !== 0)
  return bytes
}

/** Signed LEB128. */
export function signed(value: number): Code {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const low = rest & 0x7f
    rest >>= 7
    const done = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
    bytes.push(done ? low : low | 0x80)
    if (done) return bytes
  }
}

const simd = (opcode: number, ...rest: Code): Code => [0xfd, ...unsigned(opcode), ...rest]
const memory = (offset: number): Code => [0, ...unsigned(offset)]

const code = (...bytes: Code): Code => bytes

export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  constant: (value: number): Code => [0x41, ...signed(value)],
  add: code(0x6a),
  ltUnsigned: code(0x49),
  /** `do { body } while (the i32 left on the stack)`. */
  repeatWhile: (...body: readonly Code[]): Code => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b],
  f32Store: code(0x38, ...memory(0)),
  f32Add: code(0x92),
  f32FromI32: code(0xb2),
  v128Load: (offset: number): Code => simd(0x00, ...memory(offset)),
  /** Eight int8 widened to int16. */
  v128Load8x8: (offset: number): Code => simd(0x01, ...memory(offset)),
  v128Zero: simd(0x0c, ...Array<number>(16).fill(0)),
  f32x4Lane: (lane: number): Code => simd(0x1f, lane),
  i32x4Lane: (lane: number): Code => simd(0x1b, lane),
  f32x4Add: simd(0xe4),
  f32x4Multiply: simd(0xe6),
  i32x4Add: simd(0xae),
  /** Products of eight int16 pairs, added two by two into four int32. */
  i32x4Dot: simd(0xba),
} as const

export interface WasmFunction {
  readonly name: string
  /** All i32; none returns a value. */
  readonly parameters: number
  readonly locals: readonly ValueType[]
  readonly body: readonly Code[]
}

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content]
const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const name = (text: string): Code => {
  const bytes = [...Buffer.from(text, 'utf8')]
  return [...unsigned(bytes.length), ...bytes]
}

/** A module that imports one memory as `env.memory` and exports the functions. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, ...vector(Array<Code>(parameters).fill([I32])), 0])
  const code = functions.map(({ locals, body }) => {
    const content = [...vector(locals.map((type) => [1, VALUE_TYPES[type]])), ...body.flat(), 0x0b]
    return [...unsigned(content.length), ...content]
  })
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector([[...name('env'), ...name('memory'), 0x02, 0x00, ...unsigned(1)]])),
    ...section(3, vector(functions.map((_, index) => unsigned(index)))),
    ...section(7, vector(functions.map((each, index) => [...name(each.name), 0x00, ...unsigned(index)]))),
    ...section(10, vector(code)),
  ])
}
