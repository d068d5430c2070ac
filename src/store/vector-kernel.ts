import { type Code, op, type WasmFunction, wasmModule } from './wasm-encoder.ts'
import { type WasmMemory, wasm } from './wasm-engine.ts'

/** Rows are padded with zeros to whole steps of the kernel. */
export const LANES = 32

/** Dot products of one query with `count` packed rows, all of it inside one memory; addresses are byte offsets. */
export interface VectorKernel {
  readonly kind: 'wasm-simd' | 'javascript'
  float32: Scan
  /** int8 rows, an int16 query; the exact int32 sum, written as float32. */
  int8: Scan
}

type Scan = (query: number, rows: number, rowBytes: number, end: number, out: number) => void

const [QUERY, ROWS, ROW_BYTES, END, OUT] = [0, 1, 2, 3, 4]
const Q = 5
const ROW_END = 6
const FIRST_SUM = 7

/** `while (rows < end) { sums = 0; for (one row) steps; *out++ = reduce }` over five parameters and six locals. */
function scan(name: string, parts: { steps: Code; bytes: number; queryBytes: number; reduce: Code }): WasmFunction {
  return {
    name,
    parameters: 5,
    locals: ['i32', 'i32', 'v128', 'v128', 'v128', 'v128'],
    body: [
      op.repeatWhile(
        [...op.get(QUERY), ...op.set(Q), ...op.get(ROWS), ...op.get(ROW_BYTES), ...op.add, ...op.set(ROW_END)],
        [0, 1, 2, 3].flatMap((sum) => [...op.v128Zero, ...op.set(FIRST_SUM + sum)]),
        op.repeatWhile(
          parts.steps,
          [...op.get(Q), ...op.constant(parts.queryBytes), ...op.add, ...op.set(Q)],
          [...op.get(ROWS), ...op.constant(parts.bytes), ...op.add, ...op.set(ROWS)],
          [...op.get(ROWS), ...op.get(ROW_END), ...op.ltUnsigned],
        ),
        [...op.get(OUT), ...parts.reduce, ...op.f32Store],
        [...op.get(OUT), ...op.constant(4), ...op.add, ...op.set(OUT)],
        [...op.get(ROWS), ...op.get(END), ...op.ltUnsigned],
      ),
    ],
  }
}

const sumOf = (index: number) => FIRST_SUM + (index % 4)
const sum = (index: number) => op.get(sumOf(index))
const added = (add: Code) => [
  ...[...sum(0), ...sum(1), ...add],
  ...[...sum(2), ...sum(3), ...add],
  ...[...add, ...op.set(FIRST_SUM)],
]
const lanes = (lane: (index: number) => Code, add: Code) => [
  ...[...sum(0), ...lane(0), ...sum(0), ...lane(1), ...add],
  ...[...sum(0), ...lane(2), ...sum(0), ...lane(3), ...add, ...add],
]
const steps = (step: (index: number) => Code, count: number) =>
  Array.from({ length: count }, (_, index) => step(index)).flat()

const FLOAT32 = scan('float32', {
  steps: steps(
    (index) => [
      ...[...sum(index), ...op.get(ROWS), ...op.v128Load(16 * index)],
      ...[...op.get(Q), ...op.v128Load(16 * index), ...op.f32x4Multiply, ...op.f32x4Add, ...op.set(sumOf(index))],
    ],
    LANES / 4,
  ),
  bytes: LANES * 4,
  queryBytes: LANES * 4,
  reduce: [...added(op.f32x4Add), ...lanes(op.f32x4Lane, op.f32Add)],
})

const INT8 = scan('int8', {
  steps: steps(
    (index) => [
      ...[...sum(index), ...op.get(ROWS), ...op.v128Load8x8(8 * index)],
      ...[...op.get(Q), ...op.v128Load(16 * index), ...op.i32x4Dot, ...op.i32x4Add, ...op.set(sumOf(index))],
    ],
    LANES / 8,
  ),
  bytes: LANES,
  queryBytes: LANES * 2,
  reduce: [...added(op.i32x4Add), ...lanes(op.i32x4Lane, op.add), ...op.f32FromI32],
})

/** The SIMD kernel, or the same sums in plain JavaScript where this machine has no WebAssembly SIMD. */
export function vectorKernel(memory: WasmMemory): VectorKernel {
  const bytes = wasmModule([FLOAT32, INT8])
  if (!wasm.validate(bytes)) return javascriptKernel(memory)
  const { exports } = new wasm.Instance(new wasm.Module(bytes), { env: { memory } })
  const guarded = (scanRows: Scan): Scan => {
    return (query, rows, rowBytes, end, out) => {
      if (rows < end) scanRows(query, rows, rowBytes, end, out)
    }
  }
  return { kind: 'wasm-simd', float32: guarded(exports.float32 as Scan), int8: guarded(exports.int8 as Scan) }
}

/** Adds in the order of the SIMD lanes, so that both kernels give the same bits. */
export function javascriptKernel(memory: WasmMemory): VectorKernel {
  const floats = () => new Float32Array(memory.buffer)
  const sums = new Float32Array(16)
  const at = (values: Float32Array | Int8Array | Int16Array, index: number) => values[index] as number
  return {
    kind: 'javascript',
    float32: (query, rows, rowBytes, end, out) => {
      const values = floats()
      const width = rowBytes / 4
      for (let row = rows / 4, to = out / 4; row < end / 4; row += width, to += 1) {
        sums.fill(0)
        for (let i = 0; i < width; i += 1)
          sums[i % 16] = at(sums, i % 16) + Math.fround(at(values, row + i) * at(values, query / 4 + i))
        values[to] = reduced(sums)
      }
    },
    int8: (query, rows, rowBytes, end, out) => {
      const values = floats()
      const small = new Int8Array(memory.buffer)
      const wide = new Int16Array(memory.buffer)
      for (let row = rows, index = 0; row < end; row += rowBytes, index += 1) {
        let sum = 0
        for (let i = 0; i < rowBytes; i += 1) sum += at(small, row + i) * at(wide, query / 2 + i)
        values[out / 4 + index] = sum
      }
    },
  }
}

function reduced(sums: Float32Array): number {
  const lane = (index: number) => {
    const at = (sum: number) => sums[sum * 4 + index] as number
    return Math.fround(Math.fround(at(0) + at(1)) + Math.fround(at(2) + at(3)))
  }
  return Math.fround(Math.fround(lane(0) + lane(1)) + Math.fround(lane(2) + lane(3)))
}
