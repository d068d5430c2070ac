/** Events in the order of their times; of equal times the one that was added first. */
export interface EventQueue {
  add(at: number, act: (now: number) => void): void
  /** Until nothing is left, or past `end`. */
  run(end: number): void
}

interface Event {
  readonly at: number
  readonly order: number
  readonly act: (now: number) => void
}

/** A binary heap. */
export function createEventQueue(): EventQueue {
  const heap: Event[] = []
  let added = 0
  const isBefore = (a: number, b: number) => {
    const [one, two] = [heap[a] as Event, heap[b] as Event]
    return one.at < two.at || (one.at === two.at && one.order < two.order)
  }
  const swap = (a: number, b: number) => {
    const one = heap[a] as Event
    heap[a] = heap[b] as Event
    heap[b] = one
  }
  function sink(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < heap.length && isBefore(left, least)) least = left
      if (right < heap.length && isBefore(right, least)) least = right
      if (least === at) return
      swap(at, least)
      at = least
    }
  }
  return {
    add: (at, act) => {
      heap.push({ at, order: added, act })
      added += 1
      for (let n = heap.length - 1; n > 0 && isBefore(n, (n - 1) >> 1); n = (n - 1) >> 1) swap(n, (n - 1) >> 1)
    },
    run: (end) => {
      for (let next = heap[0]; next !== undefined && next.at <= end; next = heap[0]) {
        swap(0, heap.length - 1)
        heap.pop()
        sink()
        next.act(next.at)
      }
    },
  }
}
