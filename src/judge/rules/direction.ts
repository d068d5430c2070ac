import { multilineRegExp } from '../../domain/multiline-regexp.ts'

const MORE = multilineRegExp('i')`
  \b(?:rais(?:e|es|ed|ing)|increas(?:e|es|ed|ing)|ris(?:e|es|en|ing)|rose|gr(?:ow|ows|ew|own|owing)|higher
    |climb(?:s|ed|ing)?|doubl(?:e|es|ed|ing)|gain(?:s|ed|ing)?)\b
  |上が|上げ|上昇|増え|増加|増やし|高ま|高め|高く|伸び|倍増|値上`

const LESS = multilineRegExp('i')`
  \b(?:lower(?:s|ed|ing)?|reduc(?:e|es|ed|ing|tion)|decreas(?:e|es|ed|ing)|fall(?:s|en|ing)?|fell
    |drop(?:s|ped|ping)?|declin(?:e|es|ed|ing)|shr[aiu]nk(?:s|ing)?|cut(?:s|ting)?|halv(?:e|es|ed|ing))\b
  |下が|下げ|低下|減少|減っ|減る|減ら|減り|低く|半減|縮小|落ち込|値下`

/** Whether a sentence speaks of more or of less; null where it speaks of neither, or of both. */
export function directionOf(text: string): 'more' | 'less' | null {
  const [more, less] = [MORE.test(text), LESS.test(text)]
  if (more === less) return null
  return more ? 'more' : 'less'
}

/** "Does not raise" and "does not lower" share all but one word, and neither bears the other out. */
export function areOpposed(one: string, other: string): boolean {
  const [first, second] = [directionOf(one), directionOf(other)]
  return first !== null && second !== null && first !== second
}
