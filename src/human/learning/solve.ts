/** x of a * x = b for a symmetric positive definite matrix, row by row (Cholesky). */
export function solve(a: Float64Array, b: Float64Array): Float64Array {
  const n = b.length
  const lower = new Float64Array(n * n)
  const get = (list: Float64Array, row: number, column: number) => list[row * n + column] ?? 0
  for (let i = 0; i < n; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = get(a, i, j)
      for (let k = 0; k < j; k += 1) sum -= get(lower, i, k) * get(lower, j, k)
      lower[i * n + j] = i === j ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / get(lower, j, j)
    }
  const x = Float64Array.from(b)
  for (let i = 0; i < n; i += 1) {
    let sum = x[i] ?? 0
    for (let k = 0; k < i; k += 1) sum -= get(lower, i, k) * (x[k] ?? 0)
    x[i] = sum / get(lower, i, i)
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = x[i] ?? 0
    for (let k = i + 1; k < n; k += 1) sum -= get(lower, k, i) * (x[k] ?? 0)
    x[i] = sum / get(lower, i, i)
  }
  return x
}
