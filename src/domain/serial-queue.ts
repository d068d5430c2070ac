/** One at a time for each key, in the order they came: `run('mojeek', ask)` waits for the `ask` before it. */
export interface SerialQueue {
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export function createSerialQueue(): SerialQueue {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run(key, work) {
      const mine = (tails.get(key) ?? Promise.resolve()).then(work)
      // A failed call must not block the next one.
      const tail = mine.catch(() => undefined)
      tails.set(key, tail)
      return mine
    },
  }
}
