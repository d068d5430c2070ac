import { isEnglishChatter, isJapaneseChatter } from './claim-drops/chatter.ts'
import { isEnglishFurniture, isJapaneseFurniture } from './claim-drops/furniture.ts'
import { isBareQuotation, isEnglishHearsay, isInquiry, isJapaneseHearsay } from './claim-drops/hearsay.ts'
import { isJapaneseOrder } from './claim-drops/japanese-orders.ts'
import { isEnglishMethod, isJapaneseMethod } from './claim-drops/methods.ts'
import { isEnglishOrder, isSteeringOrder } from './claim-drops/orders.ts'
import { isAboutThePublication } from './claim-drops/paper-matter.ts'
import { isQuestion } from './claim-drops/questions.ts'
import { isToldToAModel } from './claim-drops/told-to-a-model.ts'
import { hasPredicate, isFragment, isProse, lacksSubject, lengthFault } from './claim-drops/whole-sentence.ts'
import { readOpening } from './claim-opening.ts'
import { isJapanese } from './rules/words.ts'

type Check = (text: string) => boolean

/** In this order: the first that holds names the reason. */
const ENGLISH_REASONS: readonly (readonly [string, Check])[] = [
  ['question', isQuestion],
  ['instruction', isToldToAModel],
  ['instruction', isEnglishOrder],
  ['boilerplate', isEnglishFurniture],
  ['about the publication', isAboutThePublication],
  ['methods only', isEnglishMethod],
  ['first-person chatter', isEnglishChatter],
  ['hearsay', isEnglishHearsay],
  ['inquiry, no finding', isInquiry],
  ['quotation without a speaker', isBareQuotation],
  ['not a whole sentence', isFragment],
  ['not prose', (text) => !isProse(text)],
  ['no subject', lacksSubject],
  ['no predicate', (text) => !hasPredicate(text)],
]

const JAPANESE_REASONS: readonly (readonly [string, Check])[] = [
  ['question', isQuestion],
  ['instruction', isToldToAModel],
  ['instruction', isJapaneseOrder],
  ['boilerplate', isJapaneseFurniture],
  ['methods only', isJapaneseMethod],
  ['first-person chatter', isJapaneseChatter],
  ['hearsay', isJapaneseHearsay],
  ['about the publication', isAboutThePublication],
  ['inquiry, no finding', isInquiry],
  ['quotation without a speaker', isBareQuotation],
  ['not prose', (text) => !isProse(text)],
  ['no predicate', (text) => !hasPredicate(text)],
]

/** Neither asked, ordered nor passed on as hearsay: only such sentences may speak for or against a claim (L2). */
export function isStatement(sentence: string): boolean {
  const whole = sentence.trim()
  // "1. Explain ..." and "RESULTS: Explain ..." are orders too.
  return !isToldToAModel(whole) && isPlainStatement(readOpening(whole).rest)
}

function isPlainStatement(text: string): boolean {
  if (isQuestion(text) || isEnglishHearsay(text)) return false
  if (isJapanese(text) && isJapaneseOrder(text)) return false
  // A Japanese letter somewhere in it does not make an English order harmless.
  return (isJapanese(text) && !/^(?:[A-Za-z'’]+ ){3}/.test(text)) || !isSteeringOrder(text)
}

/** Why a sentence is no claim; null when it may be one. */
export function dropReason(sentence: string): string | null {
  const whole = sentence.trim()
  // A reference is known by its number, which is part of the opening.
  if (isAboutThePublication(whole)) return 'about the publication'
  const { rest: text, section } = readOpening(whole)
  const fault = lengthFault(text)
  if (fault !== null) return fault
  const reasons = isJapanese(text) ? JAPANESE_REASONS : ENGLISH_REASONS
  const reason = reasons.find(([, holds]) => holds(text))?.[0]
  if (reason !== undefined) return reason
  if (section === 'method' || (section === 'aim' && /^To \p{Ll}/u.test(text))) return 'methods only'
  return section === 'matter' ? 'about the publication' : null
}
