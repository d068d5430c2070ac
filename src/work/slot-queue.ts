import { FifoQueue } from './fifo-queue.ts'
import { PriorityHeap, type Ranked } from './priority-heap.ts'

export interface Waiting extends Ranked {
  /** At most one of a domain runs at a time. */
  readonly domain: string | null
  /** False once it was cancelled: it is then passed over. */
  readonly wanted: boolean
}

/** All that waits with one priority: in the order it came, and before that what had to step back. */
interface Level<T extends Ranked> {
  readonly priority: number
  readonly fresh: FifoQueue<T>
  readonly back: PriorityHeap<T>
  last: number
}

/**
 * The queue of one slot: a limit on concurrency, and one at a time per domain. One FIFO queue per priority keeps every
 * operation O(1); an entry that reaches the front while its domain is busy is set aside for that domain.
 */
export class SlotQueue<T extends Waiting> {
  readonly capacity: number
  /** Highest priority first. */
  readonly #levels: Level<T>[] = []
  readonly #apart = new Map<string, PriorityHeap<T>>()
  readonly #busy = new Set<string>()
  #running = 0
  #queued = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get running(): number {
    return this.#running
  }

  get queued(): number {
    return this.#queued
  }

  push(entry: T): void {
    this.#queued += 1
    this.#enter(entry)
  }

  /** The next that may start now, already counted as running; undefined when there is none. */
  next(): T | undefined {
    while (this.#running < this.capacity) {
      const entry = this.#front()
      if (entry === undefined) return undefined
      const { domain } = entry
      if (!entry.wanted) {
        this.#queued -= 1
        if (domain !== null && !this.#busy.has(domain)) this.#callBack(domain)
      } else if (domain !== null && this.#busy.has(domain)) {
        this.#setApart(domain, entry)
      } else {
        this.#queued -= 1
        this.#running += 1
        if (domain !== null) this.#busy.add(domain)
        return entry
      }
    }
    return undefined
  }

  finished(entry: T): void {
    this.#running -= 1
    if (entry.domain === null) return
    this.#busy.delete(entry.domain)
    this.#callBack(entry.domain)
  }

  /** What waits, in no order. */
  waiting(): T[] {
    const apart = [...this.#apart.values()].flatMap((heap) => heap.all())
    return [...apart, ...this.#levels.flatMap(({ fresh, back }) => [...back.all(), ...fresh.all()])]
  }

  #enter(entry: T): void {
    const level = this.#levelOf(entry.priority)
    if (entry.order < level.last) level.back.push(entry)
    else {
      level.last = entry.order
      level.fresh.push(entry)
    }
  }

  #front(): T | undefined {
    for (const { fresh, back } of this.#levels) {
      const [first, older] = [fresh.peek(), back.peek()]
      if (older !== undefined && (first === undefined || older.order < first.order)) return back.pop()
      if (first !== undefined) return fresh.shift()
    }
    return undefined
  }

  #setApart(domain: string, entry: T): void {
    const heap = this.#apart.get(domain) ?? new PriorityHeap<T>()
    this.#apart.set(domain, heap)
    heap.push(entry)
  }

  /** The domain is free: the best entry set aside for it returns to the front. */
  #callBack(domain: string): void {
    const heap = this.#apart.get(domain)
    const best = heap?.pop()
    if (heap?.size === 0) this.#apart.delete(domain)
    if (best !== undefined) this.#levelOf(best.priority).back.push(best)
  }

  #levelOf(priority: number): Level<T> {
    const at = this.#levels.findIndex((level) => level.priority <= priority)
    const found = this.#levels[at]
    if (found?.priority === priority) return found
    const level = { priority, fresh: new FifoQueue<T>(), back: new PriorityHeap<T>(), last: 0 }
    this.#levels.splice(at < 0 ? this.#levels.length : at, 0, level)
    return level
  }
}
