import type { Quantity } from './quantities.ts'

/** What a seen figure says of a claimed one of the same quantity; `silent` where the two cannot be compared. */
export type Outcome = 'fits' | 'differs' | 'open' | 'silent'

/**
 * In another unit of the kind a figure this many times larger measures something else (5 mg of it, 70 kg of patient).
 */
const SAME_SIZE = 20

function inOtherUnits(claimed: Quantity, seen: Quantity): Outcome {
  // 300万円 is no 300万ドル, 5 % no 5 percentage points; other digits may be the same sum in the other currency.
  const sameDigits = claimed.value === seen.value
  if (!claimed.converts || !seen.converts) return sameDigits ? 'differs' : 'silent'
  const outcome = inOneUnit(claimed, seen)
  if (outcome !== 'differs' || sameDigits) return outcome
  const ratio = Math.abs(claimed.high / seen.high)
  return ratio < SAME_SIZE && ratio > 1 / SAME_SIZE ? 'differs' : 'silent'
}

function inOneUnit(claimed: Quantity, seen: Quantity): Outcome {
  const slack = Math.max(claimed.slack, seen.slack)
  const within = (inner: Quantity, outer: Quantity) =>
    inner.low >= outer.low - slack && inner.high <= outer.high + slack
  if (within(seen, claimed)) return 'fits'
  if (seen.low > claimed.high + slack || seen.high < claimed.low - slack) return 'differs'
  // 12 in "10 to 15", March 2019 in 2019. "Up to 18" neither says nor denies that it was 18.
  const closed = Number.isFinite(seen.low) && Number.isFinite(seen.high)
  if (closed && claimed.bound === 'exact' && within(claimed, seen)) return 'fits'
  return isItsBound(claimed, seen) ? 'silent' : 'open'
}

function isItsBound(claimed: Quantity, seen: Quantity): boolean {
  if (claimed.bound !== 'exact') return false
  const slack = Math.max(claimed.slack, seen.slack)
  return Math.abs(claimed.low - seen.low) <= slack || Math.abs(claimed.high - seen.high) <= slack
}

export function compareQuantities(claimed: Quantity, seen: Quantity): Outcome {
  if (claimed.kind !== seen.kind) return 'silent'
  return claimed.unit === seen.unit ? inOneUnit(claimed, seen) : inOtherUnits(claimed, seen)
}
