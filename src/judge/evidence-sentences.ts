import { hasPredicate } from './claim-drops/whole-sentence.ts'
import { isStatement } from './claim-drops.ts'

/** No list of verbs is whole: a line of some length that ends like a sentence is one. */
const ENDS_LIKE_A_SENTENCE = /[.!。！]["'”’」』)）\]]*$/
const LEAST_WORDS = 4

function isSentence(text: string): boolean {
  if (hasPredicate(text)) return true
  return ENDS_LIKE_A_SENTENCE.test(text) && (text.split(/\s+/).length >= LEAST_WORDS || text.endsWith('。'))
}

/**
 * What may speak for or against a claim (REQ 3.3.1): a sentence that states something. A heading or a label
 * ("Silverleaf tea together with blood pressure medicines") names a thing and says nothing of it, though a model takes
 * it for agreement.
 */
export function canSpeak(sentence: string): boolean {
  return isStatement(sentence) && isSentence(sentence.trim())
}
