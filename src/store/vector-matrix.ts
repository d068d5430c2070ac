import { endianness } from 'node:os'
import type { VectorHit } from './types.ts'
import { smallRow, wideQuery } from './vector-int8.ts'
import type { VectorKernel } from './vector-kernel.ts'
import { openShelf, type Shelf } from './vector-shelf.ts'
import { kthLargest, topHits } from './vector-top.ts'
import type { WasmMemory } from './wasm-engine.ts'

/** Little-endian float32, whatever the machine. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(vector.slice().buffer)
  return endianness() === 'LE' ? bytes : bytes.swap32()
}

export function decodeVector(blob: Uint8Array): Float32Array {
  // SQLite hands over bytes of its own for every row: where they lie right, they are the vector.
  if (endianness() === 'LE' && blob.byteOffset % 4 === 0 && blob.buffer.byteLength === blob.byteLength)
    return new Float32Array(blob.buffer, 0, blob.byteLength / 4) as Float32Array<ArrayBuffer>
  const vector = new Float32Array(blob.byteLength / 4)
  const bytes = Buffer.from(vector.buffer)
  bytes.set(blob)
  if (endianness() !== 'LE') bytes.swap32()
  return vector
}

/** Length 1, so that a dot product is a cosine; a zero vector stays zero. */
export function unitVector(vector: Float32Array): Float32Array {
  let sum = 0
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] as number) ** 2
  const length = Math.sqrt(sum)
  const unit = new Float32Array(vector.length)
  for (let i = 0; i < vector.length; i += 1) unit[i] = length === 0 ? 0 : (vector[i] as number) / length
  return unit
}

export interface MatrixOptions {
  readonly dimension: number
  /** The stored vector, for exact scores once the matrix is too large to keep float32 in memory. */
  readonly stored: (id: string) => Float32Array | null
  /** Up to this many rows every score is computed in float32 at once. */
  readonly directRows?: number
  /** float32 rows are kept in memory up to this many bytes, int8 ones always. */
  readonly floatBytes?: number
  readonly kernel?: (memory: WasmMemory) => VectorKernel
}

export interface MatrixQuery {
  readonly vector: Float32Array
  readonly topK: number
  readonly minSimilarity: number
  /** Only these ids; null for all. */
  readonly only: Iterable<string> | null
  /** None of these; a few, as a person calls them irrelevant one by one. */
  readonly except?: ReadonlySet<string>
}

/** Unit vectors of one model and target, packed; rows come and go one by one. */
export interface VectorMatrix {
  readonly dimension: number
  readonly size: number
  ids(): Iterable<string>
  set(id: string, vector: Float32Array): void
  remove(id: string): void
  /** The exact best, whatever path found them. */
  search(query: MatrixQuery): { readonly hits: readonly VectorHit[]; readonly searched: number }
}

export const DIRECT_ROWS = 8192
const FLOAT_BYTES = 512 * 1024 * 1024

export function vectorMatrix(options: MatrixOptions): VectorMatrix {
  const { dimension, stored, directRows = DIRECT_ROWS, floatBytes = FLOAT_BYTES, kernel } = options
  const small = openShelf('int8', dimension, kernel)
  const scratch = openShelf('float32', dimension, kernel)
  let floats: Shelf | null = openShelf('float32', dimension, kernel)
  const values = new Int8Array(small.width)
  const ids: string[] = []
  const rowOf = new Map<string, number>()
  let factors = new Float32Array(1024)
  let errors = new Float32Array(1024)

  function room(rows: number): void {
    if (rows <= factors.length) return
    const [oldFactors, oldErrors] = [factors, errors]
    factors = new Float32Array(rows * 2)
    errors = new Float32Array(rows * 2)
    factors.set(oldFactors)
    errors.set(oldErrors)
  }

  /** Scores of the rows in float32; those no longer in memory are read from the store. */
  function exactScores(unit: Float32Array, rows: Int32Array | null): Float32Array {
    const shelf = floats ?? scratch
    shelf.setQuery(padded(unit, shelf.width))
    if (floats !== null) return floats.dots(ids.length, rows)
    const wanted = rows ?? Int32Array.from(ids.keys())
    return Float32Array.from(wanted, (row) => {
      const vector = stored(ids[row] as string)
      if (vector === null) return Number.NEGATIVE_INFINITY
      scratch.put(0, unitVector(vector))
      return scratch.dots(1, null)[0] as number
    })
  }

  /** Every row that can be among the best `topK` by the bounds of the int8 scores; nearly always a few dozen. */
  function candidates(unit: Float32Array, rows: Int32Array | null, query: MatrixQuery): Int32Array {
    const wide = wideQuery(unit, small.width)
    small.setQuery(wide.values)
    const scores = small.dots(ids.length, rows)
    const lower = new Float32Array(scores.length)
    const upper = scores
    for (let index = 0; index < scores.length; index += 1) {
      const row = rows === null ? index : (rows[index] as number)
      const score = (scores[index] as number) * wide.factor * (factors[row] as number)
      const error = (errors[row] as number) + wide.error
      lower[index] = score - error
      upper[index] = score + error
    }
    const least = Math.max(kthLargest(lower, query.topK), query.minSimilarity)
    const found: number[] = []
    for (let index = 0; index < upper.length; index += 1)
      if ((upper[index] as number) >= least) found.push(rows === null ? index : (rows[index] as number))
    return Int32Array.from(found)
  }

  return {
    dimension,
    get size() {
      return ids.length
    },
    ids: () => ids,
    set: (id, vector) => {
      const row = rowOf.get(id) ?? ids.length
      const unit = unitVector(vector)
      const made = smallRow(unit, values)
      room(row + 1)
      small.put(row, values)
      factors[row] = made.factor
      errors[row] = made.error
      if (floats !== null && (row + 1) * floats.width * 4 > floatBytes) floats = null
      floats?.put(row, unit)
      if (row < ids.length) return
      ids.push(id)
      rowOf.set(id, row)
    },
    remove: (id) => {
      const row = rowOf.get(id)
      if (row === undefined) return
      const last = ids.length - 1
      const moved = ids[last] as string
      small.move(last, row)
      floats?.move(last, row)
      factors[row] = factors[last] as number
      errors[row] = errors[last] as number
      ids[row] = moved
      rowOf.set(moved, row)
      rowOf.delete(id)
      ids.pop()
    },
    search: (query) => {
      const { except = NOTHING } = query
      const rows = query.only === null ? null : Int32Array.from(rowsOf(query.only, rowOf, except))
      // Among all rows they are passed over at the end, so as many more are looked at.
      const barred = rows === null ? [...rowsOf(except, rowOf, NOTHING)].length : 0
      const searched = rows?.length ?? ids.length - barred
      if (searched === 0) return { hits: [], searched }
      const unit = unitVector(query.vector)
      const direct = floats !== null && searched <= directRows
      const chosen = direct ? rows : candidates(unit, rows, { ...query, topK: query.topK + barred })
      const scores = exactScores(unit, chosen)
      const best = topHits(query.topK)
      scores.forEach((similarity, index) => {
        const row = chosen === null ? index : (chosen[index] as number)
        const id = ids[row] as string
        if (similarity >= query.minSimilarity && !except.has(id)) best.offer(id, similarity)
      })
      return { hits: best.hits(), searched }
    },
  }
}

const NOTHING: ReadonlySet<string> = new Set()

function* rowsOf(
  ids: Iterable<string>,
  rowOf: ReadonlyMap<string, number>,
  except: ReadonlySet<string>,
): Generator<number> {
  for (const id of ids) {
    const row = rowOf.get(id)
    if (row !== undefined && !except.has(id)) yield row
  }
}

function padded(unit: Float32Array, width: number): Float32Array {
  const wide = new Float32Array(width)
  wide.set(unit)
  return wide
}
