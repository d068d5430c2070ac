import type { StanceRelation } from '../domain/claim.ts'
import type { StanceScore } from '../models/types.ts'
import { type RuleSignals, rulesOppose } from './rules/signals.ts'
import type { StanceFeature, StanceFeatures } from './stance-features.ts'
import type { StanceWeights } from './stance-weights.ts'

export interface FragmentFacts {
  readonly features: StanceFeatures
  readonly signals: RuleSignals
  /** The model on the fragment's nearest sentences, before any rule. */
  readonly model: StanceScore
  /** Claim or evidence is Japanese. */
  readonly japanese: boolean
}

export interface StanceThresholds {
  readonly support: number
  readonly refute: number
}

export interface FusedScore {
  readonly scores: StanceScore
  readonly relation: StanceRelation
  readonly notes: readonly string[]
}

const RULES = [
  { note: 'direction_mismatch', features: ['amountOpposes', 'benefitOpposes'] },
  { note: 'direction_match', features: ['amountAgrees', 'benefitAgrees'] },
  { note: 'negation_mismatch', features: ['negationOpposes'] },
] as const satisfies readonly { note: string; features: readonly StanceFeature[] }[]

/** Below both a fragment is about something else, whatever the model says. */
const OFF_TOPIC = { similarity: 0.3, coverage: 0.25 }
/** From this share of the claim's words on, the text is about the same thing. */
const SAME_THING = 0.65

function weigh(features: StanceFeatures, weights: StanceWeights, silenced: readonly StanceFeature[] = []): StanceScore {
  let supports: number = weights.bias[0]
  let refutes: number = weights.bias[1]
  for (const name of Object.keys(features) as StanceFeature[]) {
    if (silenced.includes(name)) continue
    supports += weights[name][0] * features[name]
    refutes += weights[name][1] * features[name]
  }
  const raised = [Math.exp(supports), Math.exp(refutes), 1] as const
  const sum = raised[0] + raised[1] + raised[2]
  return { supports: raised[0] / sum, refutes: raised[1] / sum, neutral: raised[2] / sum }
}

export function relationOf(scores: StanceScore, thresholds: StanceThresholds): StanceRelation {
  if (scores.supports >= scores.refutes) return scores.supports >= thresholds.support ? 'supports' : 'neutral'
  return scores.refutes >= thresholds.refute ? 'refutes' : 'neutral'
}

/** Every figure of the claim is borne out, in a text about the same thing that opposes nothing else. */
function figuresFit(signals: RuleSignals): boolean {
  const { agree, differ } = signals.numbers
  return agree > 0 && differ === 0 && !rulesOppose(signals) && signals.coverage >= SAME_THING
}

/** The least probability of a refutation by a sentence that is the claim itself, denied. */
const PLAINLY_DENIED = 0.9

/** The hard rules, in order; all but the plain denial only take away from a verdict what the words do not carry. */
function applyHardRules(facts: FragmentFacts, scores: StanceScore): { scores: StanceScore; fired: readonly string[] } {
  const { features, signals, japanese } = facts
  if (features.similarity < OFF_TOPIC.similarity && signals.coverage < OFF_TOPIC.coverage)
    return { scores: { supports: 0, refutes: 0, neutral: 1 }, fired: ['off_topic'] }
  let current = scores
  const fired: string[] = []
  const { agree, differ, figuresDiffer, figuresOpen } = signals.numbers
  // REQ 3.3.1: 40 % is not supported by 14 %, however many other figures, years or weeks the two share.
  if (figuresDiffer + figuresOpen > 0 || (differ > 0 && agree === 0)) {
    current = { supports: 0, refutes: current.refutes, neutral: current.neutral + current.supports }
    fired.push('number_mismatch')
  }
  // "Up to three cups" neither says nor denies two: what is left open cannot refute.
  if (figuresOpen > 0 && figuresDiffer === 0 && current.refutes > 0) {
    current = { supports: current.supports, refutes: 0, neutral: current.neutral + current.refutes }
    fired.push('figure_left_open')
  }
  // The figures fit and no word opposes: what the model hears is only that the digits are others (12 for 10 to 15).
  if (figuresFit(signals) && current.refutes > 0) {
    current = { supports: current.supports, refutes: 0, neutral: current.neutral + current.refutes }
    fired.push('figures_fit')
  }
  if (signals.deniesAnother && !rulesOppose(signals)) {
    current = { supports: 0, refutes: 0, neutral: 1 }
    fired.push('denies_another_direction')
  }
  if (signals.cannotRefute && !rulesOppose(signals) && current.refutes > 0) {
    current = { supports: current.supports, refutes: 0, neutral: current.neutral + current.refutes }
    fired.push('nothing_opposes')
  }
  if (signals.deniedPlainly && differ === 0) {
    const refutes = Math.max(current.refutes, PLAINLY_DENIED)
    current = { supports: 0, refutes, neutral: 1 - refutes }
    fired.push('denied_plainly')
  }
  if (signals.onlyAReport && current.refutes > 0) {
    current = { supports: current.supports, refutes: 0, neutral: current.neutral + current.refutes }
    fired.push('only_a_report')
  }
  if (japanese && !(rulesOppose(signals) && facts.model.refutes > facts.model.supports)) {
    current = { supports: current.supports, refutes: 0, neutral: current.neutral + current.refutes }
    fired.push('japanese_refute_unconfirmed')
  }
  return { scores: current, fired }
}

/** One fragment's probabilities after model, similarity and rules, and the rules that changed the answer. */
export function fuseFragment(facts: FragmentFacts, weights: StanceWeights, thresholds: StanceThresholds): FusedScore {
  const soft = weigh(facts.features, weights)
  const softRelation = relationOf(soft, thresholds)
  const notes: string[] = []
  for (const { note, features: silenced } of RULES) {
    const heard = silenced.some((name) => facts.features[name] > 0)
    if (heard && relationOf(weigh(facts.features, weights, silenced), thresholds) !== softRelation) notes.push(note)
  }
  const { scores, fired } = applyHardRules(facts, soft)
  const relation = relationOf(scores, thresholds)
  // A figure that differs is worth naming even where the model had seen it by itself.
  const named = relation === softRelation ? fired.filter((name) => name === 'number_mismatch') : fired
  return { scores, relation, notes: [...notes, ...named] }
}
