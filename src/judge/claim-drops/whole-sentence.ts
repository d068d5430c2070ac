import { longPattern } from '../../domain/long-pattern.ts'
import { isJapanese } from '../rules/words.ts'
import { either } from './alternatives.ts'
import { hasVerb } from './english-verbs.ts'

const LENGTH = { english: { least: 25, most: 420 }, japanese: { least: 8, most: 220 } }

/** Letters alone would take a finding full of figures for a table; figures alone are one. */
const LEAST_SHARE = { letters: 0.3, lettersAndFigures: 0.7 }

const FRAGMENTARY =
  /^[a-z]+(?![\p{L}\p{N}-])|^[(,;)]|^(?:and|or|but|which|that|because|such as|e\.g\.)\b|\.{3}$|…$|[:：]$/u

/** The item of a list whose subject stands in the heading: "Reduces the risk of stroke by 20%." */
const VERB_FIRST = new RegExp(
  [
    `^${either(
      (
        'Reduces Improves Helps Contains Prevents Lowers Provides Includes Protects Boosts Promotes Enhances ' +
        'Relieves Strengthens Allows Makes Gives Keeps Requires Ensures Comes Weighs Lasts Inhibits Stimulates ' +
        'Slows Regulates'
      ).split(' '),
    )} `,
    `^${either(
      'Causes Increases Offers Supports Works Measures Features Ships Decreases Uses Aids Plays Treats'.split(' '),
    )} (?:the|an?|your|you|up|within|\\d)`,
    '^May (?:also |not )?(?:cause|help|reduce|increase|lead|be|have|include|result|improve|lower|affect' +
      '|interact|contain|take|make|require|occur|prevent|not)\\b',
    '^(?:Can|Could|Might|Must|Should|Would) (?!\\p{L}+s\\b)\\p{Ll}+ ',
  ].join('|'),
  'u',
)
/** "Made in Germany from 100% organic cotton." */
const PARTICIPLE_FIRST =
  /^(?:Made|Designed|Manufactured|Assembled|Printed|Powered|Written|Created|Built) (?:in|by|from|with|for|of)\b[^,]*$/
/** "Available in black, silver and rose gold." */
const QUALITY_FIRST = longPattern('')`
  ^(?:Available|Compatible|Suitable|Ideal|Perfect|Safe|Great) (?:in|with|for|at|from|on|to
    |as)\b(?!.*, (?:the|an?|it|this|these) )`
/** "Blueberries, which contain anthocyanins": all of its verbs stand in the relative clause. */
const RELATIVE_ONLY = /^[^,.]{3,60}, (?:which|who|that) [^,]*$/

const JAPANESE_PREDICATE =
  /(?:た|だ|る|い|す|う|く|ぐ|つ|ぬ|ぶ|む|である|です|ます|ました|ません|ず|なし|可能|必要|(?:増加|減少|低下|上昇|改善|悪化|発生|成立|施行|発表|判明|達成|示唆|関連|存在))[。」』）)]*$/
/** News and data sheets end on the noun: 利上げは17年ぶり。 防水性能はIPX7に対応。 The topic before it makes it a sentence. */
const JAPANESE_NOUN_ENDING = /は[^。]{1,300}[\p{Script=Han}\p{Script=Katakana}ー\p{N}%％a-zA-Zり℃][)）]?。$/u
/** With が only an act or a figure: 大谷選手が2本塁打。 but not 彼が書いた本。 */
const JAPANESE_ACT_ENDING =
  /が[^。]{0,300}(?:\d[^。]{0,4}|ぶり|更新|対応|決定|優勝|死亡|負傷|逮捕|開始|終了|拡大|縮小|下落|急増|急減)。$/u

function shareOf(text: string, kind: RegExp): number {
  return (text.match(kind)?.length ?? 0) / text.length
}

export function lengthFault(text: string): string | null {
  const { least, most } = isJapanese(text) ? LENGTH.japanese : LENGTH.english
  if (text.length < least) return 'too short'
  return text.length > most ? 'too long' : null
}

export function isProse(text: string): boolean {
  return (
    shareOf(text, /[\p{L}\s]/gu) >= LEAST_SHARE.letters &&
    shareOf(text, /[\p{L}\p{N}%％℃\s]/gu) >= LEAST_SHARE.lettersAndFigures
  )
}

export function isFragment(text: string): boolean {
  return FRAGMENTARY.test(text) || (RELATIVE_ONLY.test(text) && !hasVerb(text.split(',')[0] ?? ''))
}

export function lacksSubject(text: string): boolean {
  if (VERB_FIRST.test(text)) return true
  return (PARTICIPLE_FIRST.test(text) || QUALITY_FIRST.test(text)) && !/\b(?:is|are|was|were|has|have|had)\b/.test(text)
}

/** A predicate is what makes a heading, a label or a caption no claim. */
export function hasPredicate(text: string): boolean {
  if (!isJapanese(text)) return hasVerb(text)
  return [JAPANESE_PREDICATE, JAPANESE_NOUN_ENDING, JAPANESE_ACT_ENDING].some((ending) => ending.test(text))
}
