/** REQ 4.6: weight of the newest value in the short and in the long moving average. */
export const SHORT_ALPHA = 0.3
export const LONG_ALPHA = 0.1

/** Exponential moving average of how often something happened, 0..1; null before the first value. */
export function movingAverage(before: number | null, hit: boolean, alpha: number): number {
  const value = hit ? 1 : 0
  return before === null ? value : before + alpha * (value - before)
}
