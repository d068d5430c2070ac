/** An affine transformation as a PDF writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The six numbers of an operator's argument, which pdf.js gives as a list or a typed array; null for anything else. */
export function matrixOf(value: unknown): Matrix | null {
  const [a, b, c, d, e, f, ...more] = numbersOf(value)
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null
  return e === undefined || f === undefined || more.length > 0 ? null : [a, b, c, d, e, f]
}

function numbersOf(value: unknown): readonly number[] {
  if (value instanceof Float32Array || value instanceof Float64Array) return Array.from(value)
  return Array.isArray(value) && value.every((one) => typeof one === 'number') ? value : []
}

/** What the second does, then the first. */
export function times(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[2] * b[1],
    a[1] * b[0] + a[3] * b[1],
    a[0] * b[2] + a[2] * b[3],
    a[1] * b[2] + a[3] * b[3],
    a[0] * b[4] + a[2] * b[5] + a[4],
    a[1] * b[4] + a[3] * b[5] + a[5],
  ]
}

export interface PageBox {
  readonly width: number
  readonly height: number
  /** From the file's coordinates to points from the lower left of the page as it is shown. */
  readonly matrix: Matrix
}

/** A page may be stored lying on its side and shown upright. */
export function pageBox(view: readonly number[], rotate: number): PageBox {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const wide = right - left
  const tall = top - bottom
  const turned = ((rotate % 360) + 360) % 360
  if (turned === 90) return { width: tall, height: wide, matrix: [0, -1, 1, 0, -bottom, right] }
  if (turned === 180) return { width: wide, height: tall, matrix: [-1, 0, 0, -1, right, top] }
  if (turned === 270) return { width: tall, height: wide, matrix: [0, 1, -1, 0, top, -left] }
  return { width: wide, height: tall, matrix: [1, 0, 0, 1, -left, -bottom] }
}
