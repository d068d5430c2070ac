export interface Place {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The six numbers of CSS `matrix()`: x' = a x + c y + e, y' = b x + d y + f. */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const IDENTITY: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

/** What differs by less than this from a mere shift is one: places come with the precision of 32 bits. */
const NO_TURN = 1e-4

/** The affine map that moves three corners of a picture as asked; a mere shift goes by whole pixels and stays sharp. */
export function affineOf({ width, height }: Size, move: (at: Place) => Place): Affine {
  const [o, right, down] = [move({ x: 0, y: 0 }), move({ x: width, y: 0 }), move({ x: 0, y: height })]
  const [a, b, c, d] = [
    (right.x - o.x) / width,
    (right.y - o.y) / width,
    (down.x - o.x) / height,
    (down.y - o.y) / height,
  ]
  const isShift = Math.max(Math.abs(a - 1), Math.abs(b), Math.abs(c), Math.abs(d - 1)) < NO_TURN
  return isShift ? { ...IDENTITY, e: Math.round(o.x), f: Math.round(o.y) } : { a, b, c, d, e: o.x, f: o.y }
}

/** Where a place of the moved picture was before. */
export function inverted({ a, b, c, d, e, f }: Affine, { x, y }: Place): Place {
  const size = a * d - b * c
  return { x: (d * (x - e) - c * (y - f)) / size, y: (a * (y - f) - b * (x - e)) / size }
}

/** Whether the window, which lies inside of the picture by the margin, shows nothing but the moved picture. */
export function covers(moved: Affine, { width, height }: Size, margin: number): boolean {
  const [right, bottom] = [width - margin, height - margin]
  return [
    { x: margin, y: margin },
    { x: right, y: margin },
    { x: margin, y: bottom },
    { x: right, y: bottom },
  ].every((corner) => {
    const { x, y } = inverted(moved, corner)
    return x >= 0 && y >= 0 && x <= width && y <= height
  })
}
