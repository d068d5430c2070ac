import { longPattern } from '../../domain/long-pattern.ts'

/** Told by nobody in particular: the source passes it on and does not assert it. */
const HEARSAY_ENGLISH = longPattern('i')`
  ^(?:you|many|some|most|a lot of|lots of)\b(?: people| readers| websites| sites)?(?: (?:may|might|will
      |could))?(?: have)?(?: (?:often|already|probably|also))? (?:read|heard|seen|been told|believe|think|say|claim
    |swear|insist)\b|^it (?:is|was|has been) (?:often |widely |commonly |sometimes |frequently |popularly )?
  (?:said|claimed|rumou?red|alleged|touted|believed) (?:that|to)\b|\b(?:rumou?rs?|legend|folklore|hearsay
    |word of mouth) (?:has it|says?|claims?|that)\b|^there (?:is|are|have been) (?:\w+ )?(?:claims?|rumou?rs?
    |stories|talk)\b|^people (?:say|claim|often say)\b|\bi (?:have |had )?(?:read|heard)\b`
const HEARSAY_JAPANESE = longPattern('')`
  (?:という|といった|との)(?:話|噂|うわさ|声|口コミ|評判|俗説|通説)(?:が|も|を)|と(?:言われ|いわれ|噂され|信じられ|宣伝され)て(?:いる|います|いた|きた)|といいます。?$
  |らしい(?:です)?。?$|(?:聞いた|読んだ)ことがある`

/** That something is or was to be found out is no finding. */
const INQUIRY = longPattern('i')`
  \b(?:ask(?:s|ed)?|question (?:is|was|presented)|assess(?:es|ed)?|examin(?:e[sd]?|ing)|investigat(?:e[sd]?|ing)
    |determin(?:e[sd]?|ing)|evaluat(?:e[sd]?|ing)|test(?:s|ed|ing)?|unclear|unknown|uncertain
    |not known)\b[^.]{0,60}\b(?:whether|if)\b(?!.*\b(?:found|show(?:s|ed|n)?|concluded|reported|but)\b)
  |(?:trial|study|research|investigation)s? (?:is|are) (?:needed|required|warranted|under way|ongoing)\b
  |かどうか(?:を|は|が)[^。]{0,20}(?:調べ|検討|評価|検証|不明|分かって|わかって)`

/** A quotation whose speaker the sentence does not name. */
const BARE_QUOTATION = /^["“«「『][^"”»」』]*["”»」』]?$/

export function isEnglishHearsay(text: string): boolean {
  return HEARSAY_ENGLISH.test(text)
}

export function isJapaneseHearsay(text: string): boolean {
  return HEARSAY_JAPANESE.test(text)
}

export function isInquiry(text: string): boolean {
  return INQUIRY.test(text)
}

export function isBareQuotation(text: string): boolean {
  return BARE_QUOTATION.test(text)
}
