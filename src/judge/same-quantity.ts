import { turnTaker } from '../domain/in-turns.ts'
import { BLANK } from '../models/onnx-session.ts'
import type { Reader, StancePair } from '../models/types.ts'
import { compareQuantities, type Outcome } from './rules/compare-quantities.ts'
import { foldFigures } from './rules/figure-spellings.ts'
import { withoutEstimates } from './rules/numbers.ts'
import { isDate, type Quantity, type ReadText, readFigures } from './rules/quantities.ts'
import { wordsShared } from './rules/words.ts'
import { afterParts, contextParts, type TextContext } from './text-context.ts'

export interface TextInContext {
  readonly text: string
  readonly context: TextContext
}

/** Probabilities that a figure of the claim is given again, and that another one is given for the same quantity. */
export interface QuantityReading {
  readonly agrees: number
  readonly differs: number
}

export const NO_QUANTITY: QuantityReading = { agrees: 0, differs: 0 }

/** A text with more figures than this is a table of them. */
const MOST_CLAIMED = 3
const MOST_SEEN = 6

/** Two sentences that share this much of their words speak of one thing, whatever the model thinks. */
const SAME_WORDS = 0.75
const PLAINLY_SAME = 0.9
/** From this probability on a figure of the claim is given again. */
const BORNE_OUT = 0.3
const SENTENCE_END = /[.。;；\n](?!\d)/u

function sentenceAt({ text }: ReadText, at: number): string {
  const before = text.slice(0, at).split(SENTENCE_END).at(-1) ?? ''
  return before + (text.slice(at).split(SENTENCE_END)[0] ?? '')
}

export interface Question {
  readonly claimed: Quantity
  readonly outcome: Outcome
  /** The two sentences say the same but for the figure. */
  readonly sameWords: boolean
  readonly pair: StancePair
}

const FIGURE = /^-?\s?(?:us)?[$€¥£]?\s?\d[\d,]*(?:\.\d+)?/

/** The folded text with the figure at that place blanked, after the folded parts of its context. */
function blanked({ text }: ReadText, at: number, context: readonly string[]): string {
  const rest = text.slice(at)
  const length = FIGURE.exec(rest)?.[0].length ?? /^\S+/.exec(rest)?.[0].length ?? 1
  const masked = `${text.slice(0, at)}${BLANK}${rest.slice(length)}`
  return afterParts(context, masked)
}

/** Every figure of the claim against those of the evidence that could be compared with it. */
export function planQuantities(claim: TextInContext, evidence: TextInContext): readonly Question[] {
  const said = readFigures(withoutEstimates(claim.text.replaceAll(BLANK, '')))
  const seen = readFigures(evidence.text.replaceAll(BLANK, ''))
  const asked = said.figures.filter((figure) => !isDate(figure)).slice(0, MOST_CLAIMED)
  if (asked.length === 0 || seen.figures.length === 0) return []
  const [saidUnder, seenUnder] = [claim, evidence].map(({ context }) => contextParts(context).map(foldFigures))
  return asked.flatMap((claimed) =>
    seen.figures
      .map((figure) => ({ figure, outcome: compareQuantities(claimed, figure) }))
      .filter(({ outcome }) => outcome !== 'silent')
      .slice(0, MOST_SEEN)
      .map(({ figure, outcome }) => ({
        claimed,
        outcome,
        sameWords: wordsShared(sentenceAt(said, claimed.at), sentenceAt(seen, figure.at)) >= SAME_WORDS,
        pair: {
          evidence: blanked(seen, figure.at, seenUnder ?? []),
          claim: blanked(said, claimed.at, saidUnder ?? []),
        },
      })),
  )
}

/** Asks of each passage whether its figures are of the claim's quantities, and lets arithmetic say what follows. */
export async function readQuantities(
  reader: Pick<Reader, 'sameQuantity'>,
  claim: TextInContext,
  passages: readonly TextInContext[],
  signal?: AbortSignal,
): Promise<readonly QuantityReading[]> {
  const questions: (readonly Question[])[] = []
  const turn = turnTaker()
  for (const passage of passages) {
    await turn()
    questions.push(planQuantities(claim, passage))
  }
  const same = await reader.sameQuantity(
    questions.flat().map(({ pair }) => pair),
    signal,
  )
  let next = 0
  return questions.map((asked) => {
    const from = next
    next += asked.length
    if (asked.length === 0) return NO_QUANTITY
    return weighQuantities(
      asked,
      same.slice(from, next).map((p, at) => (asked[at]?.sameWords === true ? Math.max(p, PLAINLY_SAME) : p)),
    )
  })
}

function weighQuantities(questions: readonly Question[], same: readonly number[]): QuantityReading {
  const claimed = [...new Set(questions.map((question) => question.claimed))]
  const best = (figure: Quantity, outcome: Outcome) =>
    Math.max(
      0,
      ...questions.map((one, at) => (one.claimed === figure && one.outcome === outcome ? (same[at] ?? 0) : 0)),
    )
  const each = claimed.map((figure) => {
    const fits = best(figure, 'fits')
    // Where the same figure stands there too, another one is of something else. "Not 26,000 but 18,400" is borne out by
    // its second figure and not refuted by its first.
    const borneOut = claimed.some((other) => other.kind === figure.kind && best(other, 'fits') >= BORNE_OUT)
    return { fits, differs: borneOut ? 0 : best(figure, 'differs') * (1 - fits) }
  })
  return {
    agrees: Math.max(...each.map(({ fits }) => fits)),
    differs: Math.max(...each.map(({ differs }) => differs)),
  }
}
