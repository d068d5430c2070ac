import { multilineRegExp } from '../../domain/multiline-regexp.ts'

/** Told by nobody in particular: the source passes it on and does not assert it. */
const HEARSAY_ENGLISH = multilineRegExp('i')`
  ^(?:you|many|some|most|a lot of|lots of)\b(?: people| readers| websites| sites)?(?: (?:may|might|will
      |could))?(?: have)?(?: (?:often|already|probably|also))? (?:read|heard|seen|been told|believe|think|say|claim
    |swear|insist)\b|^it (?:is|was|has been) (?:often |widely |commonly |sometimes |frequently |popularly )?
  (?:said|claimed|rumou?red|alleged|touted|believed) (?:that|to)\b|\b(?:rumou?rs?|legend|folklore|hearsay
    |word of mouth) (?:has it|says?|claims?|that)\b|^there (?:is|are|have been) (?:\w+ )?(?:claims?|rumou?rs?
    |stories|talk)\b|^people (?:say|claim|often say)\b|\bi (?:have |had )?(?:read|heard)\b`
export function isEnglishHearsay(text: string): boolean {
  return HEARSAY_ENGLISH.test(text)
}
