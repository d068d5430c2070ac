import { multilineRegExp } from './multiline-regexp.ts'

/**
 * Words by which a publisher takes back or replaces what it said before. "Corrected" alone is no such word: studies are
 * corrected for age, and reviews leave retracted trials out.
 */
const ENGLISH = multilineRegExp('iu')`
  \b(?:corrections?(?=[:.\s]*$|:|\sto\b|\snotice)|erratum|errata|corrigendum
    |corrected\s(?:[a-z]+\s)?(?:figure|number|total|count|value|version|statement|date)s?\b
    |(?:an?|the|this)\s(?:earlier|previous|original|first)\s(?:version|figure|report|edition|statement)
    |we\s(?:previously|originally|initially|earlier|wrongly|mistakenly)\s
    |(?:previously|originally|initially|wrongly|incorrectly|mistakenly|erroneously)\s
      (?:stated|said|reported|gave|given|announced|published|listed)
    |(?:has|have|had)\s(?:since\s)?been\s(?:corrected|revised|withdrawn|amended)(?!\sfor\b)|updated?:)`
const JAPANESE = multilineRegExp('u')`
  訂正|正誤表|撤回|取り消し(?:ます|ました)|(?:誤り|間違い)(?:でした|があり)|修正(?:します|しました|いたします|いたしました)
  |(?:おわび|お詫び)して|改めます|追記[:：]|更新[:：]`

/** Whether a passage, its heading or its page's title says that something said before is corrected. */
export function isCorrectionNote(...texts: readonly (string | null)[]): boolean {
  return texts.some((text) => text !== null && (ENGLISH.test(text) || JAPANESE.test(text)))
}
