/** The consumed front part is dropped once it is the larger part; smaller parts are not worth the copy. */
const LET_GO = 1024

/** First in, first out, in constant time. */
export class FifoQueue<T> {
  #items: T[] = []
  #next = 0

  peek(): T | undefined {
    return this.#items[this.#next]
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#next]
    if (item === undefined) return undefined
    this.#next += 1
    if (this.#next === this.#items.length || (this.#next >= LET_GO && this.#next * 2 > this.#items.length)) {
      this.#items = this.#items.slice(this.#next)
      this.#next = 0
    }
    return item
  }

  all(): readonly T[] {
    return this.#items.slice(this.#next)
  }
}
