import type { VectorHit } from './index-types.ts'
import { openQuantizedRows, type QuantizedRows } from './quantized-rows.ts'
import { kthLargest, topHits } from './top-hits.ts'
import { openVectorBuffer, type VectorBuffer } from './vector-buffer.ts'
import { unitVector } from './vector-codec.ts'
import type { VectorKernel } from './vector-kernel.ts'
import type { WasmMemory } from './wasm-engine.ts'

interface MatrixOptions {
  readonly dimension: number
  /** The stored vector, for exact scores once the matrix is too large to keep float32 in memory. */
  readonly stored: (id: string) => Float32Array | null
  /** Up to this many rows every score is computed in float32 at once. */
  readonly directRows?: number
  /** float32 rows are kept in memory up to this many bytes, int8 ones always. */
  readonly floatBytes?: number
  readonly kernel?: (memory: WasmMemory) => VectorKernel
}

interface MatrixQuery {
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

/** ADR 0007: up to this many rows one float32 pass is the whole search; above, int8 chooses candidates first. */
const DIRECT_ROWS = 8192
/** 512 MiB: about 350,000 vectors of 384 numbers (ADR 0007). */
const FLOAT_BYTES = 512 * 1024 * 1024

export function vectorMatrix(options: MatrixOptions): VectorMatrix {
  const { dimension, directRows = DIRECT_ROWS } = options
  const index = openRowIndex()
  const small = openQuantizedRows(dimension, options.kernel)
  const exact = openExactRows(options, index.idAt)

  return {
    dimension,
    get size() {
      return index.size()
    },
    ids: index.ids,
    set: (id, vector) => {
      const row = index.rowFor(id)
      const unit = unitVector(vector)
      small.put(row, unit)
      exact.put(row, unit)
      index.claim(row, id)
    },
    remove: (id) => {
      const moved = index.remove(id)
      if (moved === null) return
      small.move(moved.from, moved.to)
      exact.move(moved.from, moved.to)
    },
    search: (query) => {
      const { except = NOTHING } = query
      const rows = query.only === null ? null : Int32Array.from(index.rowsOf(query.only, except))
      // Among all rows they are passed over at the end, so as many more are looked at.
      const barred = rows === null ? [...index.rowsOf(except, NOTHING)].length : 0
      const searched = rows?.length ?? index.size() - barred
      if (searched === 0) return { hits: [], searched }
      const unit = unitVector(query.vector)
      const direct = exact.inMemory() && searched <= directRows
      const wanted = { topK: query.topK + barred, minSimilarity: query.minSimilarity }
      const chosen = direct ? rows : candidates(small, unit, { count: index.size(), rows }, wanted)
      const best = topHits(query.topK)
      exact.scores(unit, index.size(), chosen).forEach((similarity, place) => {
        const id = index.idAt(chosen === null ? place : (chosen[place] as number))
        if (similarity >= query.minSimilarity && !except.has(id)) best.offer(id, similarity)
      })
      return { hits: best.hits(), searched }
    },
  }
}

/** Every row that can be among the best `topK` by the bounds of the int8 scores; nearly always a few dozen. */
function candidates(
  small: QuantizedRows,
  unit: Float32Array,
  { count, rows }: { readonly count: number; readonly rows: Int32Array | null },
  wanted: { readonly topK: number; readonly minSimilarity: number },
): Int32Array {
  const { lower, upper } = small.bounds(unit, count, rows)
  const least = Math.max(kthLargest(lower, wanted.topK), wanted.minSimilarity)
  const found: number[] = []
  for (let place = 0; place < upper.length; place += 1)
    if ((upper[place] as number) >= least) found.push(rows === null ? place : (rows[place] as number))
  return Int32Array.from(found)
}

/** float32 rows while they fit into memory; from then on the exact vectors are read from the store, row by row. */
function openExactRows({ dimension, stored, kernel, floatBytes = FLOAT_BYTES }: MatrixOptions, idAt: RowIndex['idAt']) {
  const scratch = openVectorBuffer('float32', dimension, kernel)
  let floats: VectorBuffer | null = openVectorBuffer('float32', dimension, kernel)
  return {
    inMemory: () => floats !== null,
    put: (row: number, unit: Float32Array) => {
      if (floats !== null && (row + 1) * floats.width * 4 > floatBytes) floats = null
      floats?.put(row, unit)
    },
    move: (from: number, to: number) => floats?.move(from, to),
    scores: (unit: Float32Array, count: number, rows: Int32Array | null): Float32Array => {
      const buffer = floats ?? scratch
      buffer.setQuery(padded(unit, buffer.width))
      if (floats !== null) return floats.dots(count, rows)
      const wanted = rows ?? Int32Array.from({ length: count }, (_, row) => row)
      return Float32Array.from(wanted, (row) => {
        const vector = stored(idAt(row))
        if (vector === null) return Number.NEGATIVE_INFINITY
        scratch.put(0, unitVector(vector))
        return scratch.dots(1, null)[0] as number
      })
    },
  }
}

type RowIndex = ReturnType<typeof openRowIndex>

/** Which id lies in which row. Rows stay without gaps: the last one moves into the place of a removed one. */
function openRowIndex() {
  const ids: string[] = []
  const rowOf = new Map<string, number>()
  return {
    size: () => ids.length,
    ids: (): Iterable<string> => ids,
    idAt: (row: number) => ids[row] as string,
    /** The id's row, or the next free one. */
    rowFor: (id: string) => rowOf.get(id) ?? ids.length,
    claim: (row: number, id: string) => {
      if (row < ids.length) return
      ids.push(id)
      rowOf.set(id, row)
    },
    /** The row whose content has to move to the gap; null when the id is not there. */
    remove: (id: string): { readonly from: number; readonly to: number } | null => {
      const row = rowOf.get(id)
      if (row === undefined) return null
      const last = ids.length - 1
      const moved = ids[last] as string
      ids[row] = moved
      rowOf.set(moved, row)
      rowOf.delete(id)
      ids.pop()
      return { from: last, to: row }
    },
    *rowsOf(wanted: Iterable<string>, except: ReadonlySet<string>): Generator<number> {
      for (const id of wanted) {
        const row = rowOf.get(id)
        if (row !== undefined && !except.has(id)) yield row
      }
    },
  }
}

const NOTHING: ReadonlySet<string> = new Set()

function padded(unit: Float32Array, width: number): Float32Array {
  const wide = new Float32Array(width)
  wide.set(unit)
  return wide
}
