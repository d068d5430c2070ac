import { longPattern } from '../domain/long-pattern.ts'
import type { StanceScore } from '../models/types.ts'
import { isNegated } from './rules/negation.ts'
import { type RuleSignals, readSignals } from './rules/signals.ts'

export interface ReadSentence {
  readonly text: string
  /** Cosine of sentence and claim. */
  readonly similarity: number
  readonly model: StanceScore
}

/** What was asked of the model about one fragment, nearest sentences first. */
export interface FragmentReading {
  readonly sentences: readonly ReadSentence[]
  /** The two nearest sentences together, in the order of the text. */
  readonly joined: { readonly text: string; readonly model: StanceScore }
  /** The fragment at once, where it is short enough; else the joined sentences again. */
  readonly whole: StanceScore
  /** Claim and nearest sentence exchanged: what says the same follows both ways. */
  readonly reversed: StanceScore
}

/** The order of the weight tables. */
export const STANCE_FEATURES = [
  'wholeSupports',
  'wholeRefutes',
  'bestSupports',
  'bestRefutes',
  'nearestSupports',
  'nearestRefutes',
  'reversedSupports',
  'reversedRefutes',
  'similarity',
  'coverage',
  'amountAgrees',
  'amountOpposes',
  'benefitAgrees',
  'benefitOpposes',
  'negationOpposes',
  'claimDenies',
  'hedged',
  'longFragment',
] as const

export type StanceFeature = (typeof STANCE_FEATURES)[number]
export type StanceFeatures = Readonly<Record<StanceFeature, number>>

const HEDGE = longPattern('i')`
  \b(?:may|might|could|possibly|perhaps|suggests?|unclear|unknown|uncertain|whether|hypothes\w+|remains? to be
    |to (?:determine|investigate|assess|examine|evaluate))\b|可能性|示唆|不明|かどうか|目的と`

function odds(p: number, other: number): number {
  const bounded = (value: number) => Math.min(0.999, Math.max(0.001, value))
  return Math.log(bounded(p) / bounded(other))
}

const supportsOdds = (score: StanceScore) => odds(score.supports, score.neutral)
const refutesOdds = (score: StanceScore) => odds(score.refutes, score.neutral)

export interface MeasuredFragment {
  readonly features: StanceFeatures
  /** Of the nearest sentences and of them joined, for the hard rules. */
  readonly signals: RuleSignals
}

function anySignal(
  parts: readonly RuleSignals[],
  axis: 'amount' | 'benefit' | 'negation',
  value: 'agree' | 'oppose',
): number {
  return Number(parts.some((signals) => signals[axis] === value))
}

/** Numbers of one fragment against one claim; null when the fragment has no sentence. */
export function measureFragment(claim: string, reading: FragmentReading): MeasuredFragment | null {
  const [nearest] = reading.sentences
  if (nearest === undefined) return null
  const joined = readSignals(claim, reading.joined.text)
  const each = reading.sentences.slice(0, 2).map(({ text }) => readSignals(claim, text))
  const first = each[0] ?? joined
  const models = reading.sentences.map(({ model }) => model)
  const best = (of: (score: StanceScore) => number) => Math.max(...models.map(of))
  const parts = reading.sentences.length > 1 ? [first, joined] : [first]
  const coverage = Math.max(...each.map((signals) => signals.coverage))
  const features: StanceFeatures = {
    wholeSupports: supportsOdds(reading.whole),
    wholeRefutes: refutesOdds(reading.whole),
    bestSupports: best(supportsOdds),
    bestRefutes: best(refutesOdds),
    nearestSupports: supportsOdds(nearest.model),
    nearestRefutes: refutesOdds(nearest.model),
    reversedSupports: supportsOdds(reading.reversed),
    reversedRefutes: refutesOdds(reading.reversed),
    similarity: nearest.similarity,
    coverage,
    amountAgrees: anySignal(parts, 'amount', 'agree'),
    amountOpposes: anySignal(parts, 'amount', 'oppose'),
    benefitAgrees: anySignal(parts, 'benefit', 'agree'),
    benefitOpposes: anySignal(parts, 'benefit', 'oppose'),
    negationOpposes: anySignal(parts, 'negation', 'oppose'),
    claimDenies: Number(isNegated(claim)),
    hedged: Number(HEDGE.test(nearest.text)),
    longFragment: Number(reading.sentences.length > 2),
  }
  const signals = reading.sentences.length > 1 ? mergeSignals(first, joined) : first
  return { features, signals: { ...signals, deniedPlainly: each.some((one) => one.deniedPlainly) } }
}

/** The nearest sentence speaks first; what it leaves open the joined text may say. */
function mergeSignals(first: RuleSignals, joined: RuleSignals): RuleSignals {
  const pick = (axis: 'amount' | 'benefit' | 'negation') => (first[axis] === 'unknown' ? joined[axis] : first[axis])
  const open = first.amount === 'unknown' && first.benefit === 'unknown'
  const another = first.deniesAnother || (open && joined.deniesAnother)
  return {
    coverage: Math.max(first.coverage, joined.coverage),
    amount: pick('amount'),
    benefit: pick('benefit'),
    // A sentence that denies another direction has explained its negation.
    negation: another ? 'unknown' : pick('negation'),
    numbers: joined.numbers,
    deniesAnother: another,
    cannotRefute: first.cannotRefute && joined.cannotRefute,
    deniedPlainly: first.deniedPlainly,
    onlyAReport: joined.onlyAReport,
  }
}
