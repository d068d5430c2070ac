import type { ClaimType } from '../domain/claim.ts'
import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { isNegated } from './rules/negation.ts'
import { isJapanese } from './rules/words.ts'

const PREDICTION = multilineRegExp('i')`
  \b(?:will|is expected to|are expected to|is projected|are projected|forecasts?|forecasted|predict(?:s|ed)?
    |likely to|by (?:20[3-9]\d|21\d\d)|could (?:reach|rise|fall|exceed))\b|見込み|見通し|予測され|予想され|だろう|でしょう|見込まれ|とみられる
  |する予定`
const OPINION = multilineRegExp('i')`
  \b(?:should|ought to|must be (?:considered|avoided)|in my (?:view|opinion)|(?:we|i|they|he|she) (?:believe|think
      |feel|argue)s?|arguably|unfortunately|fortunately|surprisingly|best|worst|disappointing|remarkable|excellent
    |important to note)\b|べきだ|べきである|べきです|と思う|と思われる|と思います|と考える|残念|素晴らしい|望ましい|であろう`

export function claimType(sentence: string): ClaimType {
  if (PREDICTION.test(sentence)) return 'prediction'
  return OPINION.test(sentence) ? 'opinion' : 'fact'
}

export function claimPolarity(sentence: string): 'affirm' | 'deny' {
  return isNegated(sentence) ? 'deny' : 'affirm'
}

/** Two finite statements joined; a list of nouns is still one statement. */
export function claimGranularity(sentence: string): 'atomic' | 'compound' {
  if (/;|；|\b(?:whereas|while|although)\b/i.test(sentence)) return 'compound'
  if (isJapanese(sentence))
    return /(?:であり|しており|したが|一方|するとともに)、?/.test(sentence) ? 'compound' : 'atomic'
  const joined = /,? (?:and|but) (?:it|they|he|she|this|the|a|an|was|were|is|are|did|has|have)\b/i
  return joined.test(sentence) ? 'compound' : 'atomic'
}
