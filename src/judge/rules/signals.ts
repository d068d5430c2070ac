import { type Agreement, compareDirection, deniesAnother, pointsNowhere, saysMoreThan } from './direction.ts'
import { deniesADenial, isNegated } from './negation.ts'
import { compareNumbers, type NumberComparison } from './numbers.ts'
import { deniesPlainly } from './plain-denial.ts'
import { isOnlyAReport } from './study-reports.ts'
import { clauses, coverage } from './words.ts'

/** What can be read off the words of a pair without a model. */
export interface RuleSignals {
  readonly coverage: number
  readonly amount: Agreement
  readonly benefit: Agreement
  /** One of the two denies and the other does not, and no direction word explains it. */
  readonly negation: Agreement
  readonly numbers: NumberComparison
  /** Denies another direction than the claim speaks of, which says nothing about the claim. */
  readonly deniesAnother: boolean
  /** Nothing in the words could speak against the claim, whatever a model hears. */
  readonly cannotRefute: boolean
  /** A sentence says the claim in its own words and denies it, or the other way round. */
  readonly deniedPlainly: boolean
  /** The claim tells what a study reported, and the evidence does not take that back. */
  readonly onlyAReport: boolean
}

function compareNegation(claim: string, evidence: string): Agreement {
  let best = { shared: 0, negated: false }
  for (const clause of clauses(evidence)) {
    const shared = coverage(claim, clause)
    if (shared > best.shared) best = { shared, negated: isNegated(clause) }
  }
  if (best.shared < 0.3) return 'unknown'
  const claimed = isNegated(claim)
  if (claimed !== best.negated) return 'oppose'
  return claimed ? 'agree' : 'unknown'
}

/** "It did not fail to uphold the ruling" is no denial of it, though a model hears one. */
function affirmsByTwoDenials(claim: string, evidence: string): boolean {
  return deniesADenial(evidence) && !isNegated(claim) && !isNegated(evidence)
}

export function readSignals(claim: string, evidence: string): RuleSignals {
  const amount = compareDirection(claim, evidence, 'amount')
  const benefit = compareDirection(claim, evidence, 'benefit')
  const another = deniesAnother(claim, evidence, 'amount') || deniesAnother(claim, evidence, 'benefit')
  const nowhere = pointsNowhere(claim, evidence)
  const explained = amount !== 'unknown' || benefit !== 'unknown' || another || nowhere
  return {
    coverage: coverage(claim, evidence),
    amount,
    benefit,
    negation: explained ? 'unknown' : compareNegation(claim, evidence),
    numbers: compareNumbers(claim, evidence),
    deniesAnother: another,
    cannotRefute:
      affirmsByTwoDenials(claim, evidence) ||
      saysMoreThan(claim, evidence, 'amount') ||
      saysMoreThan(claim, evidence, 'benefit'),
    deniedPlainly: deniesPlainly(claim, evidence),
    onlyAReport: isOnlyAReport(claim, evidence),
  }
}

/** A word of direction or of denial speaks against the claim. */
function wordsOppose({ amount, benefit, negation }: RuleSignals): boolean {
  return amount === 'oppose' || benefit === 'oppose' || negation === 'oppose'
}

/** A rule speaks against the claim: what a Japanese refutation needs beside the model (model card, limits). */
export function rulesOppose(signals: RuleSignals): boolean {
  const { figuresAgree, figuresDiffer } = signals.numbers
  return wordsOppose(signals) || (figuresDiffer > 0 && figuresDiffer >= figuresAgree)
}
