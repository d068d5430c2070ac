import { IDENTITY, type Matrix, matrixOf, times } from './pdf-matrix.ts'

/** A straight line along one axis: its place on the other axis and its extent, in points from the page's lower left. */
export interface RulingLine {
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface RulingLines {
  readonly level: readonly RulingLine[]
  readonly upright: readonly RulingLine[]
}

/** What pdf.js reports of a page's drawing: parallel lists of operators and their arguments. */
export interface Drawing {
  readonly fnArray: readonly number[]
  readonly argsArray: readonly unknown[]
}

export type Operators = Readonly<
  Record<
    | 'save'
    | 'restore'
    | 'transform'
    | 'paintFormXObjectBegin'
    | 'paintFormXObjectEnd'
    | 'constructPath'
    | 'stroke'
    | 'closeStroke'
    | 'fill'
    | 'eoFill'
    | 'fillStroke'
    | 'eoFillStroke'
    | 'closeFillStroke'
    | 'closeEOFillStroke',
    number
  >
>

type Point = readonly [number, number]

/** A filled bar this thin is a rule. */
const THIN = 2.5
/** Shorter strokes are ticks and parts of letters. */
const SHORTEST = 6
/** A page with more is a drawing or a map. */
const MOST_RULES = 2000

/** The level and upright lines a page draws, collinear pieces joined; none where it draws a picture. */
export function rulingLinesOf(drawing: Drawing, ops: Operators, base: Matrix): RulingLines {
  const level: RulingLine[] = []
  const upright: RulingLine[] = []
  const add = ([x1, y1]: Point, [x2, y2]: Point) => {
    const wide = Math.abs(x2 - x1)
    const tall = Math.abs(y2 - y1)
    if (tall <= 1 && wide >= SHORTEST) level.push(rule((y1 + y2) / 2, x1, x2))
    else if (wide <= 1 && tall >= SHORTEST) upright.push(rule((x1 + x2) / 2, y1, y2))
  }
  const strokes = new Set([ops.stroke, ops.closeStroke, ops.fillStroke, ops.eoFillStroke])
  strokes.add(ops.closeFillStroke).add(ops.closeEOFillStroke)
  for (const { path, paint } of paintedPaths(drawing, ops, base)) {
    if (level.length + upright.length > MOST_RULES) return { level: [], upright: [] }
    if (strokes.has(paint)) for (const [start, end] of path.flatMap(segmentsOf)) add(start, end)
    else if (paint === ops.fill || paint === ops.eoFill)
      for (const points of path) {
        const bar = barOf(points)
        if (bar !== null) add(...bar)
      }
  }
  return { level: joined(level), upright: joined(upright) }
}

function rule(at: number, a: number, b: number): RulingLine {
  return { at, from: Math.min(a, b), to: Math.max(a, b) }
}

function* paintedPaths(drawing: Drawing, ops: Operators, base: Matrix): Generator<{ path: Point[][]; paint: number }> {
  const stack: Matrix[] = []
  let matrix = base
  for (const [index, operator] of drawing.fnArray.entries()) {
    const args = drawing.argsArray[index]
    if (operator === ops.save) stack.push(matrix)
    else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) matrix = stack.pop() ?? matrix
    else if (operator === ops.transform) matrix = times(matrix, matrixOf(args) ?? IDENTITY)
    else if (operator === ops.paintFormXObjectBegin) {
      stack.push(matrix)
      matrix = times(matrix, matrixOf(Array.isArray(args) ? args[0] : null) ?? IDENTITY)
    } else if (operator === ops.constructPath && Array.isArray(args)) {
      const [paint, [numbers]] = args as [number, [ArrayLike<number> | null]]
      if (numbers !== null && numbers !== undefined) yield { path: subpaths(numbers, matrix), paint }
    }
  }
}

/**
 * pdf.js writes a path as a number for the act (0 move, 1 line, 2 curve, 3 quadratic, 4 close) before its coordinates.
 */
function subpaths(numbers: ArrayLike<number>, matrix: Matrix): Point[][] {
  const paths: Point[][] = []
  let current: Point[] = []
  const place = (at: number): Point => {
    const x = numbers[at] ?? 0
    const y = numbers[at + 1] ?? 0
    return [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]
  }
  for (let at = 0; at < numbers.length; ) {
    const act = numbers[at]
    if (act === 0) {
      current = [place(at + 1)]
      paths.push(current)
      at += 3
    } else if (act === 1) {
      current.push(place(at + 1))
      at += 3
    } else if (act === 4) {
      if (current[0] !== undefined) current.push(current[0])
      at += 1
    } else {
      // What is curved is no rule; a break keeps its ends apart.
      const end = act === 2 ? at + 5 : at + 3
      current = [place(end)]
      paths.push(current)
      at += act === 2 ? 7 : 5
    }
  }
  return paths
}

function segmentsOf(points: readonly Point[]): [Point, Point][] {
  return points.slice(1).map((point, index) => [points[index] as Point, point])
}

/** The middle line of a thin filled box. */
function barOf(points: readonly Point[]): [Point, Point] | null {
  if (points.length < 4 || points.length > 5) return null
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x1, x2, y1, y2] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  if (y2 - y1 <= THIN)
    return [
      [x1, (y1 + y2) / 2],
      [x2, (y1 + y2) / 2],
    ]
  if (x2 - x1 <= THIN)
    return [
      [(x1 + x2) / 2, y1],
      [(x1 + x2) / 2, y2],
    ]
  return null
}

/** Tables draw one rule a cell; pieces that touch on one line are one rule. */
function joined(rules: readonly RulingLine[]): RulingLine[] {
  const sorted = [...rules].sort((a, b) => Math.round(a.at) - Math.round(b.at) || a.from - b.from)
  const result: RulingLine[] = []
  for (const next of sorted) {
    const last = result.at(-1)
    if (last !== undefined && Math.abs(last.at - next.at) <= 1.2 && next.from <= last.to + 3)
      result[result.length - 1] = { at: last.at, from: last.from, to: Math.max(last.to, next.to) }
    else result.push(next)
  }
  return result
}
