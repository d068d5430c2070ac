/** Texts of one run on a GPU, and how many padded tokens they may make together. */
const MOST_TEXTS = 32
const MOST_TOKENS = 8192

/**
 * Items of like length together, the longest first, so that little of a batch is padding: a text of 12 tokens beside
 * one of 250 would cost as much as that one.
 */
export function batchesByLength<T>(items: readonly T[], lengthOf: (item: T) => number): T[][] {
  const batches: T[][] = []
  let longest = 0
  for (const item of [...items].sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const batch = batches.at(-1)
    const fits =
      batch !== undefined &&
      batch.length < MOST_TEXTS &&
      (batch.length + 1) * longest <= MOST_TOKENS &&
      lengthOf(item) * 2 >= longest
    if (fits) batch.push(item)
    else {
      batches.push([item])
      longest = lengthOf(item)
    }
  }
  return batches
}

/** Rows of one length, filled up with zeros. */
export function padded(rows: readonly (readonly number[])[]): {
  readonly values: BigInt64Array
  readonly width: number
} {
  const width = Math.max(...rows.map((row) => row.length))
  const values = new BigInt64Array(rows.length * width)
  rows.forEach((row, index) => {
    row.forEach((value, at) => {
      values[index * width + at] = BigInt(value)
    })
  })
  return { values, width }
}
