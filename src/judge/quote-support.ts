import { foldText } from '../domain/folded-text.ts'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { splitSentences } from '../domain/sentences.ts'
import { isCarriedBy } from './claim-carried.ts'
import { selfContained } from './claim-subject.ts'
import { wordsOf } from './claim-words.ts'
import { findQuote } from './quote-span.ts'
import { isNegated } from './rules/negation.ts'
import { carriesFigures } from './rules/numbers.ts'
import { coverage } from './rules/words.ts'

/** Share of the claim's topic words that the quote itself must have: a quote of one letter shows nothing. */
const QUOTE_SHARE = 0.5

/**
 * Why a claim that a local model made of a fragment is not taken; null when a sentence of its quote carries it (REQ
 * 3.3.1). Judged by the whole sentence, not by the part that the model quoted: "it is false that ..." stands before it.
 * What "it" stands for is named as the built-in extractor names it.
 */
export function whyNotCarried(
  claim: { readonly text: string; readonly quote: string },
  fragment: string,
): string | null {
  const span = findQuote(fragment, claim.quote)
  if (span === null) return 'quote not in the fragment'
  const text = foldText(claim.text).text
  const sentences = splitSentences(fragment)
  const reasons = sentences.flatMap((sentence, index) =>
    sentence.start < span.end && sentence.end > span.start
      ? [whyNotBySentence(text, sentence.text, sentences[index - 1]?.text ?? null)]
      : [],
  )
  if (!reasons.includes(null)) return reasons[0] ?? 'not carried by its fragment'
  return coverage(text, claim.quote) < QUOTE_SHARE ? 'not carried by its quote' : null
}

function whyNotBySentence(claim: string, sentence: string, previous: string | null): string | null {
  const own = selfContained(sentence, previous)?.text ?? sentence
  const readings = [...new Set([sentence, own])].map((reading) => foldText(reading).text)
  if (readings.every((reading) => isNegated(reading) !== isNegated(claim))) return 'turns its quote around'
  if (readings.every((reading) => !carriesFigures(claim, reading))) return 'figure not in the fragment'
  const carrying = readings.filter((reading) => isCarriedBy(claim, reading))
  if (carrying.length === 0) return 'not carried by its fragment'
  return carrying.some((reading) => !isTurned(claim, reading)) ? null : 'turns its quote around'
}

/** Says of the rest of its sentence that it is not so. */
const TAKEN_BACK = multilineRegExp('i')`
  \b(?:false|wrong|untrue|myths?|hoax|unfounded|baseless|debunked|retracted|withdrawn|disproved|disproven|refuted
    |contradicted)\b|誤り|間違い|嘘|うそ|デマ|事実では|撤回|否定`

/** What was left out may have turned the rest: "..., but this was wrong". A whole sentence cannot oppose itself. */
function isTurned(claim: string, reading: string): boolean {
  if (wordsOf(claim).length >= wordsOf(reading).length) return false
  return TAKEN_BACK.test(reading) && !TAKEN_BACK.test(claim)
}
