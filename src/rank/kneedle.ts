/**
 * Knee of a descending, convex score curve (Satopaa et al. 2011), point for point as the reference implementation that
 * EXPLORE
 * 4.3.2 names finds it, its habits included: the first point and every point of a plateau count as maxima, and the
 *   first
 * knee wins. Returns an index, or null where the curve has none.
 */
export function kneeIndex(scores: readonly number[], sensitivity: number): number | null {
  const count = scores.length
  const highest = Math.max(...scores)
  const lowest = Math.min(...scores)
  if (count < 2 || !(highest > lowest)) return null

  const xs = scores.map((_, index) => index / (count - 1))
  const ys = scores.map((score) => (score - lowest) / (highest - lowest))
  const tallest = Math.max(...ys)
  const difference = ys.map((y, index) => tallest - y - at(xs, index))
  const step = Math.abs(meanStep(xs))

  let threshold = 0
  let peak = -1
  for (let index = 0; index < count - 1; index += 1) {
    const value = at(difference, index)
    const before = at(difference, Math.max(index - 1, 0))
    const after = at(difference, index + 1)
    if (value >= before && value >= after) {
      threshold = value - sensitivity * step
      peak = index
    }
    if (peak < 0) continue
    if (after < threshold) return peak
  }
  return null
}

/**
 * How many of the ranked results to keep (EXPLORE 4.3.2). A knee at the very first result counts as none, because the
 * document's `if kneedle.knee` is false for 0.
 */
export function cutoff(
  scores: readonly number[],
  settings: { readonly min_results: number; readonly max_results: number; readonly kneedle_sensitivity: number },
): number {
  if (scores.length <= settings.min_results) return scores.length
  const considered = scores.slice(0, settings.max_results)
  const knee = kneeIndex(considered, settings.kneedle_sensitivity)
  const wanted = knee === null || knee === 0 ? considered.length : knee
  return Math.min(Math.max(wanted, settings.min_results), scores.length)
}

function meanStep(xs: readonly number[]): number {
  let sum = 0
  for (let index = 1; index < xs.length; index += 1) sum += at(xs, index) - at(xs, index - 1)
  return sum / (xs.length - 1)
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN
}
