import { longPattern } from '../../domain/long-pattern.ts'
import { nearness, wordsAbout } from './figure-clauses.ts'
import { type Quantity, quantities, type ReadText, readFigures } from './quantities.ts'

export interface NumberComparison {
  readonly agree: number
  readonly differ: number
  /**
   * Of those that agree and differ, the ones the claim is about (`isSetting`): a shared year excuses no wrong figure.
   */
  readonly figuresAgree: number
  readonly figuresDiffer: number
  /**
   * The evidence neither says nor denies them: "more than 30" for "more than 50", or the figure is of another thing.
   */
  readonly figuresOpen: number
}

type Outcome = 'fits' | 'differs' | 'open' | 'silent'

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

function relate(claimed: Quantity, seen: Quantity): Outcome {
  if (claimed.kind !== seen.kind) return 'silent'
  return claimed.unit === seen.unit ? inOneUnit(claimed, seen) : inOtherUnits(claimed, seen)
}

/** "(mean difference -2.6 mmHg, 95% CI ...)" is one study's estimate; another study that agrees has another one. */
const STATISTICS = longPattern('gi')`
  [(（][^()（）]*(?:\bci\b|\bp\s?[<=>]|difference|ratio|\b[oh]r\b|\brr\b|\bs[de]\b|\bn\s?=|i2|信頼区間|平均差|オッズ比
    |ハザード比)[^()（）]*[)）]`

export function withoutEstimates(text: string): string {
  return text
    .replace(STATISTICS, ' ')
    .replace(/(?<!\s)\s+([.,;。、]|$)/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .trim()
}

/** Persons, ages and durations say in whom and for how long, beside the figure that was found. */
const SETTINGS = new Set(['person', 'age', 'time', 'date', 'day of the year', 'calendar'])
/** Another year may be another event, and two trials of 240 and of 180 adults do not contradict each other. */
const NEVER_THE_FINDING = new Set(['person', 'age', 'date', 'day of the year', 'calendar'])

function isSetting({ kind }: Quantity): boolean {
  return SETTINGS.has(kind)
}

/**
 * "In a trial of 240 adults", "among 180 women": who was asked, and not what was found. Two trials that agree differ in
 * it.
 */
const SAMPLE_BEFORE = longPattern('i')`
  \b(?:trials?|stud(?:y|ies)|cohorts?|samples?|groups?|reviews?|surveys?|analys[ei]s)\b[^.;:]{0,24}$
  |\b(?:among|in|of|with)\s(?:the\s)?$|(?:対象に|対象とし)[^。]{0,10}$`

function isSample({ text }: ReadText, { kind, at }: Quantity): boolean {
  return kind === 'person' && SAMPLE_BEFORE.test(text.slice(Math.max(0, at - 40), at))
}

/** Two clauses this much alike are equally near to the claim. */
const AS_NEAR = 0.25

/** Of several figures of a kind the ones that the words of the claim are about. */
function nearest(
  claim: ReadText,
  claimed: Quantity,
  evidence: ReadText,
  seen: readonly Quantity[],
): readonly Quantity[] {
  if (seen.length < 2) return seen
  const own = wordsAbout(
    claim,
    claim.figures.filter(({ kind }) => kind === claimed.kind),
  ).get(claimed)
  const words = wordsAbout(evidence, seen)
  const scored = seen.map((figure) => ({ figure, near: nearness(own ?? new Set(), words.get(figure) ?? new Set()) }))
  const best = Math.max(...scored.map(({ near }) => near))
  return scored.filter(({ near }) => near >= best - AS_NEAR).map(({ figure }) => figure)
}

/** The one figure of each has the same digits and measures another thing: 10 km is not borne out by 10 kg. */
function isOfAnotherKind(claim: ReadText, claimed: Quantity, { figures }: ReadText): boolean {
  const [seen] = figures
  if (seen === undefined || figures.length > 1 || claim.figures.length > 1 || seen.value !== claimed.value) return false
  return (
    seen.kind !== claimed.kind && [claimed, seen].every((figure) => !isSetting(figure) && figure.kind !== figure.unit)
  )
}

/**
 * Falls that fell by 14 % do not bear out 40 %, whatever else fell by 40 %: that figure is there and is of another
 * thing.
 */
function outcomeOf(claim: ReadText, claimed: Quantity, evidence: ReadText): Outcome {
  const seen = evidence.figures.filter((figure) => relate(claimed, figure) !== 'silent')
  const near = nearest(claim, claimed, evidence, seen).map((figure) => relate(claimed, figure))
  if (near.length === 0) return isOfAnotherKind(claim, claimed, evidence) ? 'open' : 'silent'
  if (near.includes('fits')) return 'fits'
  // A duration or a year anywhere in the text may be that of the finding, and mostly is told beside another clause.
  if (seen.some((figure) => relate(claimed, figure) === 'fits')) return isSetting(claimed) ? 'fits' : 'open'
  return near.includes('differs') ? 'differs' : 'open'
}

/** A claimed 40 % is not supported by 14 %; a figure without counterpart of its kind says nothing. */
export function compareNumbers(claim: string, evidence: string): NumberComparison {
  const read = readFigures(withoutEstimates(claim))
  const there = readFigures(evidence)
  const compared = read.figures
    .filter((claimed) => !isSample(read, claimed))
    .map((claimed) => ({ claimed, outcome: outcomeOf(read, claimed, there) }))
    .filter(({ outcome }) => outcome !== 'silent')
  const count = (of: typeof compared, wanted: Outcome) => of.filter(({ outcome }) => outcome === wanted).length
  const agree = count(compared, 'fits')
  const figures = compared.filter(({ claimed }) => !isSetting(claimed))
  // "The time limit is 30 days": where nothing else is claimed and nothing fits, the duration is the figure.
  const settingIsClaimed = agree === 0 && read.figures.every(isSetting)
  const findings = settingIsClaimed ? compared.filter(({ claimed }) => !NEVER_THE_FINDING.has(claimed.kind)) : figures
  return {
    agree,
    differ: compared.length - agree,
    figuresAgree: count(figures, 'fits'),
    figuresDiffer: count(findings, 'differs'),
    figuresOpen: count(findings, 'open'),
  }
}

/** Every figure of the text, also of its bracketed estimates, stands in the evidence. */
export function carriesFigures(text: string, evidence: string): boolean {
  const seen = quantities(evidence)
  return quantities(text).every((claimed) => seen.some((figure) => relate(claimed, figure) === 'fits'))
}
