import { PriorityHeap, type Ranked } from './priority-heap.ts'

export interface Waiting extends Ranked {
  /** At most one of a domain runs at a time. */
  readonly domain: string | null
  /** False once it was cancelled: it is then passed over. */
  readonly wanted: boolean
}

type Token<T> = Ranked & ({ readonly entry: T } | { readonly domain: string })

/**
 * The queue of one slot: a ceiling on what runs at once, one at a time per domain. Entries of a busy domain wait apart, so that
 * looking for the next never walks over them.
 */
export class SlotQueue<T extends Waiting> {
  readonly capacity: number
  readonly #ready = new PriorityHeap<Token<T>>()
  readonly #byDomain = new Map<string, PriorityHeap<T>>()
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
    if (entry.domain === null) {
      this.#ready.push({ priority: entry.priority, order: entry.order, entry })
      return
    }
    const lane = this.#byDomain.get(entry.domain) ?? new PriorityHeap<T>()
    this.#byDomain.set(entry.domain, lane)
    lane.push(entry)
    if (lane.peek() === entry) this.#offer(entry.domain)
  }

  /** The next that may start now, already counted as running; undefined when there is none. */
  next(): T | undefined {
    while (this.#running < this.capacity) {
      const token = this.#ready.pop()
      if (token === undefined) return undefined
      const entry = 'entry' in token ? token.entry : this.#fromLane(token.domain)
      if (entry === undefined) continue
      this.#queued -= 1
      if (!entry.wanted) {
        if (entry.domain !== null) this.#offer(entry.domain)
        continue
      }
      if (entry.domain !== null) this.#busy.add(entry.domain)
      this.#running += 1
      return entry
    }
    return undefined
  }

  finished(entry: T): void {
    this.#running -= 1
    if (entry.domain === null) return
    this.#busy.delete(entry.domain)
    this.#offer(entry.domain)
  }

  /** Several offers of one domain may stand in the heap; the later ones find it busy or empty and are dropped. */
  #offer(domain: string): void {
    const best = this.#byDomain.get(domain)?.peek()
    if (best !== undefined) this.#ready.push({ priority: best.priority, order: best.order, domain })
  }

  #fromLane(domain: string): T | undefined {
    if (this.#busy.has(domain)) return undefined
    const lane = this.#byDomain.get(domain)
    const entry = lane?.pop()
    if (lane?.size === 0) this.#byDomain.delete(domain)
    return entry
  }
}
