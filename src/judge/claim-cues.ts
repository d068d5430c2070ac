import type { ClaimType } from '../domain/claim.ts'
import { longPattern } from '../domain/long-pattern.ts'
import { isNegated } from './rules/negation.ts'
import { isJapanese } from './rules/words.ts'

const PREDICTION = longPattern('i')`
  \b(?:will|is expected to|are expected to|is projected|are projected|forecasts?|forecasted|predict(?:s|ed)?
    |likely to|by (?:20[3-9]\d|21\d\d)|could (?:reach|rise|fall|exceed))\b|見込み|見通し|予測され|予想され|だろう|でしょう|見込まれ|とみられる
  |する予定`
const OPINION = longPattern('i')`
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

const FIGURE = /\d/
const COMPARISON = longPattern('i')`
  \b(?:more|less|higher|lower|greater|fewer|than|compared|versus|increase[sd]?|decrease[sd]?|reduc\w+|associat\w+
    |significant\w*|risk|rate|caus\w+|effective|improv\w+|prevent\w*)\b|増加|減少|上昇|低下|有意|関連|効果|リスク|割合|比べ|改善|原因`
const SOURCE = longPattern('i')`
  \b(?:according to|stud(?:y|ies)|trial|review|meta-analysis|reported|found|showed|demonstrated|evidence|data
    |conclusions?|results?|law|act|court|ministry|agency)\b|研究|試験|調査|報告|によると|示され|示した|明らか|結果|結論|法律|省|庁`
const NAMED = /(?<=\s)\p{Lu}[\p{L}\p{N}-]+|\b[A-Z]{2,}\b|[\p{Script=Katakana}ー]{3,}|[\p{Script=Han}]{4,}/u
const POINTS_BACK = /\b(?:these|those|this|such|the latter|the former|here)\b|これら|この|その|上記|前述/i
const HEDGE = /\b(?:perhaps|maybe|somewhat|kind of|sort of|things?|stuff)\b|かもしれない|らしい|なんとなく/i

/** 0..1: how much a reader would want to see this checked. */
export function checkWorthiness(sentence: string): number {
  const type = claimType(sentence)
  let score = 0.4
  if (FIGURE.test(sentence)) score += 0.15
  if (COMPARISON.test(sentence)) score += 0.15
  if (SOURCE.test(sentence)) score += 0.1
  if (NAMED.test(sentence)) score += 0.1
  if (type === 'fact') score += 0.1
  if (type === 'opinion') score -= 0.15
  if (POINTS_BACK.test(sentence)) score -= 0.15
  if (HEDGE.test(sentence)) score -= 0.1
  return Math.min(1, Math.max(0, score))
}
