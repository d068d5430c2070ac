/** Binary relevance, the customary logarithmic discount. */
export function ndcg(order: readonly string[], relevant: ReadonlySet<string>, at: number): number {
  let gain = 0
  let ideal = 0
  for (let rank = 0; rank < at; rank += 1) {
    const weight = 1 / Math.log2(rank + 2)
    if (relevant.has(order[rank] ?? '')) gain += weight
    if (rank < relevant.size) ideal += weight
  }
  return ideal === 0 ? 0 : gain / ideal
}

export function recall(order: readonly string[], relevant: ReadonlySet<string>, at: number): number {
  return found(order.slice(0, at), relevant) / relevant.size
}

export function found(ids: readonly string[], relevant: ReadonlySet<string>): number {
  return ids.reduce((count, id) => count + (relevant.has(id) ? 1 : 0), 0)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export function round(value: number, places = 4): number {
  return Math.round(value * 10 ** places) / 10 ** places
}

/** Indexes of the best scores, equal ones in their order. */
export function best(scores: ArrayLike<number>, count: number): number[] {
  const order = Array.from({ length: scores.length }, (_, index) => index)
  return order.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, count)
}

/** Spearman's rank correlation, ties at their mean rank. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  return pearson(ranks(a), ranks(b))
}

function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((x, y) => (values[x] as number) - (values[y] as number))
  const result = new Array<number>(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to + 1 < order.length && values[order[to + 1] as number] === values[order[from] as number]) to += 1
    for (let at = from; at <= to; at += 1) result[order[at] as number] = (from + to) / 2
    from = to + 1
  }
  return result
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  a.forEach((value, index) => {
    const [x, y] = [value - meanA, (b[index] as number) - meanB]
    ab += x * y
    aa += x * x
    bb += y * y
  })
  return ab / Math.sqrt(aa * bb)
}
