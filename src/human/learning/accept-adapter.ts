import { type AdapterWeights, adapted } from '../../domain/adapter.ts'
import type { Steps } from '../../domain/in-turns.ts'
import { type Example, fitAdapter, macroF1 } from './fit-adapter.ts'

/** An example that a correction gave; those of one group are held back together. */
export interface Correction extends Example {
  /** What it is about: corrections of one claim say much the same. */
  readonly group: string
}

export interface TriedAdapter {
  readonly weights: AdapterWeights
  readonly held_back_before: number
  readonly held_back_after: number
  readonly base_before: number
  readonly base_after: number
  readonly accepted: boolean
  readonly reason: string
}

const RIDGES = [1, 3, 10, 30, 100] as const
const FOLDS = 5
/** The base examples of a fit weigh as much as its corrections, and no less than so many. */
const LEAST_BASE_WEIGHT = 100
/** Held-back loss must fall by so much, and by more than chance moves it. */
const LEAST_GAIN = 0.01
/** Base macro-F1 may not fall by more. */
const MOST_FALL = 0.005
const NEAR_ZERO = 1e-9

/**
 * An adapter fitted on corrections and base examples together. It is taken only where corrections of claims that the
 * fit had not seen become likelier, and base examples that it had not seen are judged no worse. A step is one fit.
 */
export function* tryingAdapter(corrections: readonly Correction[], base: readonly Example[]): Steps<TriedAdapter> {
  const seen = weighted(
    base.filter((_, at) => at % 2 === 0),
    Math.max(LEAST_BASE_WEIGHT, sum(corrections)),
  )
  const unseen = base.filter((_, at) => at % 2 === 1)
  const baseBefore = macroF1(null, unseen)
  const tried: TriedAdapter[] = []
  for (const ridge of RIDGES) {
    const held = yield* holdingBack(corrections, seen, ridge)
    const weights = fitAdapter([...corrections, ...seen], ridge)
    const baseAfter = macroF1(weights, unseen)
    const isGain = held.before - held.after > Math.max(LEAST_GAIN, held.error)
    const isFall = baseAfter < baseBefore - MOST_FALL
    tried.push({
      weights,
      ...{ held_back_before: held.before, held_back_after: held.after },
      ...{ base_before: baseBefore, base_after: baseAfter },
      accepted: isGain && !isFall,
      reason: isGain ? (isFall ? WORSE_ON_BASE : `${LIKELIER} (ridge ${ridge})`) : NO_LIKELIER,
    })
    yield
  }
  const byLoss = tried.toSorted((a, b) => a.held_back_after - b.held_back_after)
  const [best] = [...byLoss.filter(({ accepted }) => accepted), ...byLoss]
  if (best === undefined) throw new Error('no ridge was tried')
  return best
}

const LIKELIER = 'corrections held back became likelier'
const NO_LIKELIER = 'corrections held back became no likelier, or by no more than chance'
const WORSE_ON_BASE = 'base examples would be judged worse'

function sum(rows: readonly Example[]): number {
  return rows.reduce((total, { weight }) => total + weight, 0)
}

function weighted(rows: readonly Example[], total: number): readonly Example[] {
  const unit = total / Math.max(1, sum(rows))
  return rows.map((row) => ({ ...row, weight: row.weight * unit, keep: true }))
}

interface HeldBack {
  readonly before: number
  readonly after: number
  readonly error: number
}

/** Mean loss on corrections of claims that the fit had not seen, and how far the gain moves by chance. */
function* holdingBack(corrections: readonly Correction[], base: readonly Example[], ridge: number): Steps<HeldBack> {
  const groups = [...new Set(corrections.map(({ group }) => group))].sort()
  const foldOf = new Map(groups.map((group, at) => [group, at % FOLDS]))
  const losses: { readonly weight: number; readonly before: number; readonly after: number }[] = []
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const held = corrections.filter(({ group }) => foldOf.get(group) === fold)
    const rest = corrections.filter(({ group }) => foldOf.get(group) !== fold)
    const weights = fitAdapter([...rest, ...base], ridge)
    for (const { read, features, hidden, answer, weight } of held)
      losses.push({
        weight,
        before: -Math.log(Math.max(NEAR_ZERO, read[answer] ?? 0)),
        after: -Math.log(Math.max(NEAR_ZERO, adapted(weights, read, features, hidden)[answer] ?? 0)),
      })
    yield
  }
  const total = Math.max(NEAR_ZERO, sum(corrections))
  const mean = (of: (one: (typeof losses)[number]) => number) =>
    losses.reduce((all, one) => all + one.weight * of(one), 0) / total
  const gain = mean(({ before, after }) => before - after)
  const spread = mean(({ before, after }) => (before - after - gain) ** 2)
  return {
    before: mean(({ before }) => before),
    after: mean(({ after }) => after),
    error: Math.sqrt(spread / Math.max(1, losses.length)),
  }
}
