/** A function to be made small: its value at a place, with its slope there written into `slope`. */
export type Slope = (place: Float64Array, slope: Float64Array) => number

const MOST_STEPS = 80
/** Steps whose bend is remembered. */
const REMEMBERED = 8
/** A step that wins less than this share of the value is the last. */
const LEAST_GAIN = 1e-5
/** A step must win this share of what the slope promises; else half of it is tried. */
const PROMISED = 1e-4
const SHORTEST = 1e-8
const NEAR_ZERO = 1e-12

interface Step {
  readonly moved: Float64Array
  readonly turned: Float64Array
  /** Their product. */
  readonly bend: number
}

/** Where a smooth, bowl-shaped function is least, from zero on: L-BFGS. The same function gives the same place. */
export function minimise(slopeAt: Slope, size: number): Float64Array {
  let place: Float64Array = new Float64Array(size)
  let slope: Float64Array = new Float64Array(size)
  let value = slopeAt(place, slope)
  const steps: Step[] = []
  for (let n = 0; n < MOST_STEPS; n += 1) {
    const way = direction(slope, steps)
    const promise = product(slope, way)
    if (promise <= NEAR_ZERO) break
    let length = 1
    let next = moved(place, way, length)
    const nextSlope = new Float64Array(size)
    let nextValue = slopeAt(next, nextSlope)
    while (nextValue > value - PROMISED * length * promise && length > SHORTEST) {
      length /= 2
      next = moved(place, way, length)
      nextValue = slopeAt(next, nextSlope)
    }
    const step = stepOf(place, next, slope, nextSlope)
    const gain = value - nextValue
    if (gain <= 0) break
    if (step.bend > NEAR_ZERO) steps.push(step)
    if (steps.length > REMEMBERED) steps.shift()
    ;[place, slope, value] = [next, nextSlope, nextValue]
    if (gain < LEAST_GAIN * Math.abs(value)) break
  }
  return place
}

/** The slope, straightened by what the last steps told of the bend. */
function direction(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const way = Float64Array.from(slope)
  const shares: number[] = []
  for (const { moved: from, turned, bend } of steps.toReversed()) {
    const share = product(from, way) / bend
    add(way, turned, -share)
    shares.push(share)
  }
  const last = steps.at(-1)
  const size = Math.max(1, Math.sqrt(product(slope, slope)))
  const scale = last === undefined ? 1 / size : last.bend / product(last.turned, last.turned)
  for (let i = 0; i < way.length; i += 1) way[i] = (way[i] ?? 0) * scale
  for (const { moved: from, turned, bend } of steps) add(way, from, (shares.pop() ?? 0) - product(turned, way) / bend)
  return way
}

function stepOf(place: Float64Array, next: Float64Array, slope: Float64Array, nextSlope: Float64Array): Step {
  const from = moved(next, place, 1)
  const turned = moved(nextSlope, slope, 1)
  return { moved: from, turned, bend: product(from, turned) }
}

function moved(place: Float64Array, way: Float64Array, length: number): Float64Array {
  const next = Float64Array.from(place)
  add(next, way, -length)
  return next
}

function add(to: Float64Array, other: Float64Array, times: number): void {
  for (let i = 0; i < to.length; i += 1) to[i] = (to[i] ?? 0) + times * (other[i] ?? 0)
}

function product(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
