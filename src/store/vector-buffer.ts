import { LANES, type VectorKernel, vectorKernel } from './vector-kernel.ts'
import { type WasmMemory, wasm } from './wasm-engine.ts'

/** Bytes of a WebAssembly memory page. */
const PAGE = 65_536
/** The query lies at 0, the results of one block behind it, the rows behind both. */
const OUT = PAGE
const ROWS = 2 * PAGE
const BLOCK = PAGE / 4
const LARGEST = 65_535 * PAGE
/** Pages a memory grows by at the least: a mebibyte, some hundreds of vectors. */
const LEAST_GROWTH = 16

/** Rows of equal width in one growing WebAssembly memory: growing moves nothing, so adding a row stays cheap. */
export interface VectorBuffer {
  readonly width: number
  /** Most rows this kind of memory can hold. */
  readonly capacity: number
  put(row: number, values: Float32Array | Int8Array | Uint8Array): void
  /** The bytes of a row, for another buffer of the same kind; good until the next change. */
  bytesOf(row: number): Uint8Array
  move(from: number, to: number): void
  setQuery(values: Float32Array | Int16Array): void
  /** Dot of the query set with each row wanted, all first rows up to `count` when none are named. */
  dots(count: number, rows: Int32Array | null): Float32Array
}

type MakeKernel = (memory: WasmMemory) => VectorKernel

export function openVectorBuffer(
  kind: 'float32' | 'int8',
  dimension: number,
  makeKernel: MakeKernel = vectorKernel,
): VectorBuffer {
  const memory = new wasm.Memory({ initial: 2 + LEAST_GROWTH, maximum: 65_536 })
  const kernel = makeKernel(memory)
  const width = Math.ceil(dimension / LANES) * LANES
  const rowBytes = kind === 'float32' ? width * 4 : width
  const scan = kernel[kind]
  let bytes = new Uint8Array(memory.buffer)

  function reach(end: number): void {
    if (end <= bytes.length) return
    const wanted = Math.max(Math.ceil((end - bytes.length) / PAGE), LEAST_GROWTH, (bytes.length / PAGE) >> 3)
    memory.grow(Math.min(wanted, 65_536 - bytes.length / PAGE))
    bytes = new Uint8Array(memory.buffer)
  }
  const copy = (to: number, values: Float32Array | Int8Array | Int16Array | Uint8Array) =>
    bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), to)

  return {
    width,
    capacity: Math.floor((LARGEST - ROWS) / rowBytes),
    put: (row, values) => {
      const at = ROWS + row * rowBytes
      reach(at + rowBytes)
      copy(at, values)
    },
    bytesOf: (row) => bytes.subarray(ROWS + row * rowBytes, ROWS + (row + 1) * rowBytes),
    move: (from, to) => {
      const at = ROWS + from * rowBytes
      bytes.copyWithin(ROWS + to * rowBytes, at, at + rowBytes)
    },
    setQuery: (values) => copy(0, values),
    dots: (count, rows) => {
      const results = new Float32Array(rows?.length ?? count)
      const block = new Float32Array(memory.buffer, OUT, BLOCK)
      if (rows !== null) {
        rows.forEach((row, index) => {
          const at = ROWS + row * rowBytes
          scan(0, at, rowBytes, at + rowBytes, OUT)
          results[index] = block[0] as number
        })
        return results
      }
      for (let from = 0; from < count; from += BLOCK) {
        const size = Math.min(BLOCK, count - from)
        const at = ROWS + from * rowBytes
        scan(0, at, rowBytes, at + size * rowBytes, OUT)
        results.set(block.subarray(0, size), from)
      }
      return results
    },
  }
}
