import type { VectorHit } from './index-types.ts'

export function betterHit(a: VectorHit, b: VectorHit): number {
  return b.similarity - a.similarity || (a.id < b.id ? -1 : 1)
}

/** The best `limit` hits offered, best first, equal ones by id; the worst kept lies at the root of the heap. */
export function topHits(limit: number): { offer(id: string, similarity: number): void; hits(): VectorHit[] } {
  const heap: VectorHit[] = []
  const worse = (a: number, b: number) => betterHit(heap[a] as VectorHit, heap[b] as VectorHit) > 0
  const swap = (a: number, b: number) => {
    const held = heap[a] as VectorHit
    heap[a] = heap[b] as VectorHit
    heap[b] = held
  }
  function sink(from: number): void {
    for (let at = from; ; ) {
      let lowest = at
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < heap.length && worse(child, lowest)) lowest = child
      if (lowest === at) return
      swap(at, lowest)
      at = lowest
    }
  }
  return {
    offer: (id, similarity) => {
      const hit = { id, similarity }
      if (heap.length < limit) {
        heap.push(hit)
        for (let at = heap.length - 1; at > 0 && worse(at, (at - 1) >> 1); at = (at - 1) >> 1) swap(at, (at - 1) >> 1)
      } else if (limit > 0 && betterHit(hit, heap[0] as VectorHit) < 0) {
        heap[0] = hit
        sink(0)
      }
    },
    hits: () => heap.toSorted(betterHit),
  }
}

/** The k-th largest value, or minus infinity when there are fewer. */
export function kthLargest(values: Float32Array, k: number): number {
  if (k < 1 || values.length < k) return Number.NEGATIVE_INFINITY
  const kept = values.slice(0, k).sort()
  for (let index = k; index < values.length; index += 1) {
    const value = values[index] as number
    if (value <= (kept[0] as number)) continue
    let at = 0
    while (at + 1 < k && (kept[at + 1] as number) < value) {
      kept[at] = kept[at + 1] as number
      at += 1
    }
    kept[at] = value
  }
  return kept[0] as number
}
