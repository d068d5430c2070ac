import { openVectorBuffer, type VectorBuffer } from './vector-buffer.ts'
import type { VectorKernel } from './vector-kernel.ts'
import type { WasmMemory } from './wasm-engine.ts'

interface SegmentOptions {
  readonly kernel?: ((memory: WasmMemory) => VectorKernel) | undefined
  /** Rows of one memory; by itself as many as it can hold. */
  readonly rows?: number
}

/**
 * A WebAssembly memory ends at 4 GiB: 11 million int8 vectors of 384 numbers, half as many of 768. Further rows go into
 * further memories.
 */
export function openVectorSegments(
  kind: 'float32' | 'int8',
  dimension: number,
  { kernel, rows: limit }: SegmentOptions = {},
): Pick<VectorBuffer, 'width' | 'put' | 'move' | 'setQuery' | 'dots'> {
  const first = openVectorBuffer(kind, dimension, kernel)
  const each = Math.min(limit ?? first.capacity, first.capacity)
  const segments = [first]
  let query: Parameters<VectorBuffer['setQuery']>[0] | null = null

  function segmentOf(row: number): VectorBuffer {
    const at = Math.floor(row / each)
    while (segments.length <= at) {
      const next = openVectorBuffer(kind, dimension, kernel)
      if (query !== null) next.setQuery(query)
      segments.push(next)
    }
    return segments[at] as VectorBuffer
  }

  /** In the order they were asked for, each memory's own together. */
  function dotsOf(rows: Int32Array): Float32Array {
    const results = new Float32Array(rows.length)
    for (const [at, segment] of segments.entries()) {
      const places: number[] = []
      rows.forEach((row, place) => {
        if (Math.floor(row / each) === at) places.push(place)
      })
      const own = Int32Array.from(places, (place) => (rows[place] as number) - at * each)
      segment.dots(own.length, own).forEach((dot, index) => {
        results[places[index] as number] = dot
      })
    }
    return results
  }

  return {
    width: first.width,
    put: (row, values) => segmentOf(row).put(row % each, values),
    move: (from, to) => {
      const [source, target] = [segmentOf(from), segmentOf(to)]
      if (source === target) source.move(from % each, to % each)
      else target.put(to % each, source.bytesOf(from % each))
    },
    setQuery: (values) => {
      query = values
      for (const segment of segments) segment.setQuery(values)
    },
    dots: (count, rows) => {
      if (segments.length === 1) return first.dots(count, rows)
      if (rows !== null) return dotsOf(rows)
      const results = new Float32Array(count)
      for (const [at, segment] of segments.entries()) {
        const own = Math.min(each, count - at * each)
        if (own > 0) results.set(segment.dots(own, null), at * each)
      }
      return results
    },
  }
}
