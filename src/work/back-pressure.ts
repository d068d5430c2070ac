import { FifoQueue } from './fifo-queue.ts'

/** Who asked for room while the queue was full. */
interface Producer {
  readonly goOn: () => void
  /** False once it gave up: it is then passed over. */
  waiting: boolean
}

/** Holds producers back while a queue is too long: each waits for room, then adds its work. */
export class BackPressure {
  readonly #queue: { readonly queued: number }
  readonly #limit: number
  readonly #line = new FifoQueue<Producer>()
  /** Producers that were let go on and have not added their work yet. */
  #granted = 0

  constructor(queue: { readonly queued: number }, limit: number) {
    this.#queue = queue
    this.#limit = limit
  }

  /** Resolves when there is room for one more; rejects as soon as the signal is aborted. */
  room(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#queue.queued < this.#limit) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        producer.waiting = false
        reject(signal?.reason)
      }
      const goOn = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const producer: Producer = { goOn, waiting: true }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#line.push(producer)
    })
  }

  /** A producer is back, with work or without: its grant is used up. */
  returned(): void {
    if (this.#granted > 0) this.#granted -= 1
  }

  /** As many producers go on as there is room for, in the order they came. */
  grant(): void {
    while (this.#queue.queued + this.#granted < this.#limit) {
      const producer = this.#line.shift()
      if (producer === undefined) return
      if (!producer.waiting) continue
      this.#granted += 1
      producer.goOn()
    }
  }
}
