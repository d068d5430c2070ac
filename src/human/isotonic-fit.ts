import type { Calibration } from '../domain/calibration.ts'

interface WeightedPoint {
  readonly x: number
  readonly target: number
}

interface Block {
  from: number
  to: number
  sum: number
  count: number
}

/**
 * Isotonic regression by pooling adjacent violators: the rising steps nearest to the targets. Each step has a knot at
 * its first and last prediction; in between lies a straight line.
 */
export function fitIsotonic(points: readonly WeightedPoint[]): Calibration {
  const blocks: Block[] = []
  for (const [x, list] of [...Map.groupBy(points, (point) => point.x)].sort(([a], [b]) => a - b)) {
    blocks.push({ from: x, to: x, sum: list.reduce((sum, { target }) => sum + target, 0), count: list.length })
    pool(blocks)
  }
  const knots = blocks.flatMap(({ from, to, sum, count }) =>
    from === to ? [{ x: from, y: sum / count }] : [from, to].map((x) => ({ x, y: sum / count })),
  )
  return { method: 'isotonic', params: { x: knots.map(({ x }) => x), y: knots.map(({ y }) => y) } }
}

/** Joins the last block with those before it for as long as it is below them. */
function pool(blocks: Block[]): void {
  for (;;) {
    const [before, last] = [blocks.at(-2), blocks.at(-1)]
    if (before === undefined || last === undefined || before.sum / before.count < last.sum / last.count) return
    blocks.pop()
    before.to = last.to
    before.sum += last.sum
    before.count += last.count
  }
}
