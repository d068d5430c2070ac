export interface Ranked {
  readonly priority: number
  readonly order: number
}

/** Highest priority first, then first come. Push and pop in logarithmic time. */
export class PriorityHeap<T extends Ranked> {
  readonly #items: T[] = []

  get size(): number {
    return this.#items.length
  }

  all(): readonly T[] {
    return this.#items
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(item, items[parent] as T)) break
      items[at] = items[parent] as T
      at = parent
    }
    items[at] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (first === undefined || last === undefined || items.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && isBefore(items[child + 1] as T, items[child] as T)) child += 1
      if (!isBefore(items[child] as T, last)) break
      items[at] = items[child] as T
      at = child
    }
    items[at] = last
    return first
  }
}

function isBefore(a: Ranked, b: Ranked): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.order < b.order)
}
