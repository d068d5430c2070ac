import type { Claim } from './claim.ts'

/**
 * Claims as they are listed: the surest first; of those equally sure, as all are that nothing was judged by yet, the
 * one that was extracted best.
 */
export function byConfidence(
  a: Pick<Claim, 'id' | 'confidence' | 'extraction_quality'>,
  b: Pick<Claim, 'id' | 'confidence' | 'extraction_quality'>,
): number {
  return b.confidence - a.confidence || b.extraction_quality - a.extraction_quality || (a.id < b.id ? -1 : 1)
}
