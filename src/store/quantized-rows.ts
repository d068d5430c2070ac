import type { VectorKernel } from './vector-kernel.ts'
import { quantizeQuery, quantizeRow } from './vector-quantize.ts'
import { openVectorSegments } from './vector-segments.ts'
import type { WasmMemory } from './wasm-engine.ts'

/** Unit vectors as int8: a quarter of the memory of float32, with a bound on how far each score may be off. */
export interface QuantizedRows {
  put(row: number, unit: Float32Array): void
  move(from: number, to: number): void
  /** The exact score of each row lies between its two bounds; of all rows up to `count`, or of those named. */
  bounds(
    unit: Float32Array,
    count: number,
    rows: Int32Array | null,
  ): { readonly lower: Float32Array; readonly upper: Float32Array }
}

/** A small home fits without growing; from then on the lists double. */
const FIRST_ROWS = 1024

export function openQuantizedRows(
  dimension: number,
  kernel: ((memory: WasmMemory) => VectorKernel) | undefined,
): QuantizedRows {
  const buffer = openVectorSegments('int8', dimension, { kernel })
  const values = new Int8Array(buffer.width)
  let factors = new Float32Array(FIRST_ROWS)
  let errors = new Float32Array(FIRST_ROWS)

  function reserve(rows: number): void {
    if (rows <= factors.length) return
    factors = grown(factors, rows * 2)
    errors = grown(errors, rows * 2)
  }

  return {
    put: (row, unit) => {
      const { factor, error } = quantizeRow(unit, values)
      reserve(row + 1)
      buffer.put(row, values)
      factors[row] = factor
      errors[row] = error
    },
    move: (from, to) => {
      buffer.move(from, to)
      factors[to] = factors[from] as number
      errors[to] = errors[from] as number
    },
    bounds: (unit, count, rows) => {
      const query = quantizeQuery(unit, buffer.width)
      buffer.setQuery(query.values)
      const scores = buffer.dots(count, rows)
      const lower = new Float32Array(scores.length)
      const upper = scores
      for (let index = 0; index < scores.length; index += 1) {
        const row = rows === null ? index : (rows[index] as number)
        const score = (scores[index] as number) * query.factor * (factors[row] as number)
        const error = (errors[row] as number) + query.error
        lower[index] = score - error
        upper[index] = score + error
      }
      return { lower, upper }
    },
  }
}

function grown(values: Float32Array, length: number): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(length)
  larger.set(values)
  return larger
}
