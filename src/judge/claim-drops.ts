import { remembered } from '../domain/remembered.ts'
import { isEnglishHearsay } from './claim-drops/hearsay.ts'
import { isJapaneseOrder } from './claim-drops/japanese-orders.ts'
import { isSteeringOrder } from './claim-drops/orders.ts'
import { isQuestion } from './claim-drops/questions.ts'
import { isToldToAModel } from './claim-drops/told-to-a-model.ts'
import { readOpening } from './claim-opening.ts'
import { isJapanese } from './rules/words.ts'

/** Sentences of a passage come again with every claim that it is held against. */
const SENTENCES = 16_384

/** Neither asked, ordered nor passed on as hearsay: only such sentences may speak for or against a claim (L2). */
export const isStatement: (sentence: string) => boolean = remembered(readsAsStatement, SENTENCES)

function readsAsStatement(sentence: string): boolean {
  const whole = sentence.trim()
  // Stops and figures alone order nothing: a page of dots is thousands of such sentences.
  if (!/[\p{L}?？]/u.test(whole)) return true
  // "1. Explain ..." and "RESULTS: Explain ..." are orders too.
  return !isToldToAModel(whole) && isPlainStatement(readOpening(whole).rest)
}

/** The words alone, a name or a title, speak to a machine or tell somebody what to do (L2). */
export function ordersAnything(words: string): boolean {
  const whole = words.trim()
  return isToldToAModel(whole) || isOrder(readOpening(whole).rest)
}

function isPlainStatement(text: string): boolean {
  return !isQuestion(text) && !isEnglishHearsay(text) && !isOrder(text)
}

function isOrder(text: string): boolean {
  if (isJapanese(text) && isJapaneseOrder(text)) return true
  // A Japanese letter somewhere in it does not make an English order harmless.
  return (!isJapanese(text) || /^(?:[A-Za-z'’]+ ){3}/.test(text)) && isSteeringOrder(text)
}
