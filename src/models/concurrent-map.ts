/** Texts under way at once: each thread has one that it reads and one that is ready for it. */
export function lanesFor(threads: number): number {
  return 2 * threads
}

/**
 * Works through the items with a fixed number under way at once; answers in the order of the items. The first failure
 * ends all lanes.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  let failed = false
  const lane = async () => {
    while (next < items.length && !failed) {
      const at = next
      next += 1
      try {
        results[at] = await work(items[at] as T)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
  return results
}
