/**
 * Works on a few of the items at once and hands over what came of each in the order of the items, so that what is kept
 * does not depend on which was ready first. A failure ends it when its turn comes; nothing after it is handed over.
 */
export async function inTheirOrder<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  handOver: (result: R) => void,
): Promise<void> {
  const underWay: Promise<R>[] = []
  let next = 0
  const begin = () => {
    for (const item of items.slice(next, next + atOnce - underWay.length)) {
      const begun = work(item)
      // Told when its turn comes; until then, and after an earlier failure, nobody waits for it.
      begun.catch(() => undefined)
      underWay.push(begun)
      next += 1
    }
  }
  for (begin(); underWay.length > 0; begin()) handOver((await underWay.shift()) as R)
}
