import { drawOf } from './oracle.ts'
import type { Quality } from './quality.ts'
import type { OpenPair, ReviewedWorld } from './reviewed-world.ts'

export const REVIEWED = [0, 10, 25, 50, 100] as const
/** The queue is read anew after so many answers, as a reader would. */
const A_PORTION = 10

export type Order = 'queue' | 'uncertainty' | `random ${number}`

/** Quality of the findings after each number of reviewed pairs. */
export async function reviewCurve(world: ReviewedWorld, order: Order): Promise<readonly Quality[]> {
  const curve = [world.quality()]
  let done = 0
  for (const goal of REVIEWED.slice(1)) {
    while (done < goal) {
      const next = chosen(world, order).slice(0, Math.min(A_PORTION, goal - done))
      if (next.length === 0) break
      await world.review(next)
      done += next.length
    }
    curve.push(world.quality())
  }
  return curve
}

function chosen(world: ReviewedWorld, order: Order): readonly OpenPair[] {
  if (order === 'queue') return world.queued()
  const pairs = world.open()
  if (order === 'uncertainty') return pairs.toSorted((a, b) => b.doubt - a.doubt || byId(a, b))
  const seed = Number(order.slice('random '.length))
  return pairs.toSorted((a, b) => drawOf(a.edgeId, seed) - drawOf(b.edgeId, seed) || byId(a, b))
}

function byId(a: OpenPair, b: OpenPair): number {
  return a.edgeId < b.edgeId ? -1 : 1
}

export function added(all: readonly Quality[]): Quality {
  const sum = (key: keyof Quality) => ({
    of: all.reduce((total, one) => total + one[key].of, 0),
    hits: all.reduce((total, one) => total + one[key].hits, 0),
  })
  return { status: sum('status'), disputes: sum('disputes'), order: sum('order'), implied: sum('implied') }
}

/** The mean of the three shares, the order being that of the world's list, or of all that its truth implies. */
export function meanOf(quality: Quality, order: 'order' | 'implied' = 'order'): number {
  const shares = [quality.status, quality.disputes, quality[order]].map(({ of, hits }) => (of === 0 ? 0 : hits / of))
  return average(shares)
}

export function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** How far the average of so many draws may be off. */
export function standardError(values: readonly number[]): number {
  const mean = average(values)
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1)
  return Math.sqrt(spread / Math.max(1, values.length))
}

/** How many pairs a curve needs for a gain, straight between its points; null where it never gets there. */
export function pairsFor(curve: readonly number[], goal: number): number | null {
  const at = curve.findIndex((value) => value >= goal)
  if (at < 0) return null
  const [n1 = 0, v1 = 0] = [REVIEWED[at], curve[at]]
  const [n0 = n1, v0 = v1] = [REVIEWED[at - 1], curve[at - 1]]
  return v1 <= v0 ? n1 : n0 + ((n1 - n0) * (goal - v0)) / (v1 - v0)
}
