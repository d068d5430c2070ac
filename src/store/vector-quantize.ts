/** Room for float32 rounding in the exact dot product itself. */
const ROUNDING = 1e-5

interface QuantizedRow {
  /** values x factor is the row again, less the error. */
  readonly factor: number
  /** Length of the difference: by Cauchy-Schwarz no dot product with a unit query is off by more. */
  readonly error: number
}

/** Writes the row as int8 into `values`; plain loops, since every row passes here when a store is opened. */
export function quantizeRow(unit: Float32Array, values: Int8Array): QuantizedRow {
  let largest = 0
  for (let i = 0; i < unit.length; i += 1) {
    const size = Math.abs(unit[i] as number)
    if (size > largest) largest = size
  }
  const factor = largest === 0 ? 1 : Math.fround(largest / 127)
  const scale = 1 / factor
  let error = 0
  for (let i = 0; i < unit.length; i += 1) {
    const value = unit[i] as number
    const wanted = value * scale
    const small = Math.max(-127, Math.min(127, (wanted + (wanted < 0 ? -0.5 : 0.5)) | 0))
    values[i] = small
    const off = value - small * factor
    error += off * off
  }
  return { factor, error: Math.sqrt(error) + ROUNDING }
}

interface QuantizedQuery {
  readonly values: Int16Array
  readonly factor: number
  readonly error: number
}

/** int16, and small enough that no sum of products with int8 leaves int32. */
export function quantizeQuery(unit: Float32Array, width: number): QuantizedQuery {
  let largest = 0
  let sum = 0
  for (const value of unit) {
    largest = Math.max(largest, Math.abs(value))
    sum += Math.abs(value)
  }
  const values = new Int16Array(width)
  if (largest === 0) return { values, factor: 1, error: 0 }
  const scale = Math.min(32_767 / largest, (2 ** 31 - 1 - 127 * unit.length) / (127 * sum))
  let error = 0
  unit.forEach((value, index) => {
    const wide = Math.round(value * scale)
    values[index] = wide
    error += (value - wide / scale) ** 2
  })
  return { values, factor: 1 / scale, error: Math.sqrt(error) * 1.1 }
}
