import { multilineRegExp } from '../domain/multiline-regexp.ts'
import type { Word } from './claim-words.ts'

/** Who says or doubts it: without them a quarrel, an advertisement or a rumour reads as a fact (REQ 3.3.1). */
const SAID = multilineRegExp('i')`
  \b(?:according to|contrary to|argu(?:es?|ed|ing)|alleg(?:es?|ed|ing)|stated|promised|promises|hinted|joked
    |contends|contended|(?:assert|insist|testif|pretend|speculat|theori[sz]|hypothesi[sz]|tweet)\w*
    |claim(?:ed|ing)?|claims(?= that\b|$)|den(?:y|ies|ied|ying)|sa(?:y|ys|id|ying)|tells?|told|writes|wrote
    |believ(?:es?|ed|ing)|th(?:inks?|ought)|fears|feared|critics|proponents|advocates|conspiracy|rumou?rs?|myths?
    |folklore|supposed|so-called)\b`

/** Where it is so, which is not here: a story, an animal, a dish, a thought. */
const ELSEWHERE = multilineRegExp('i')`
  \b(?:novels?|films?|movies?|fictions?|fictional|legends?|fairy|plot|satire|parody|dreams?|mice|mouse|murine|rats?
    |rodents?|rabbits?|monkeys?|macaques?|piglets?|zebrafish|animals?|vitro|silico|theory|theoretically|principle
    |hypothetical(?:ly)?|simulat(?:ions?|ed))\b`
/** Opens a clause that says whose words follow. */
const IN_A_WORK = multilineRegExp('i')`
  \b(?:in|per|from) (?:[\w'’-]+ ){0,4}(?:papers?|articles?|books?|essays?|posts?|blogs?|speech|adverts?
    |advertisements?)\b`
/** How much of it is left: "safe for fewer than 5 %", "works as well as nothing". */
const HOW_LITTLE =
  /\b(?:fewer|less|few|little|nothing|nobody|no-one|hardly|barely|rarely|seldom|minority|tiny|handful)\b/i
/** "as well as nothing", "as a joke"; "such as" only names some. */
const COMPARES = /(?<!\bsuch )\bas\b/i
const A_SHARE = /\b(?:for|in|among|to|at) (?:[\w'’-]+ ){0,2}[\d.,]+ (?:%|percent)/i
/** A clause with a statement of its own follows. */
const GOES_ON = /^(?:and|but|whereas|while|although|though|however|which|who|so|because)$/i
/** Says of another case what is otherwise there, or opens a verb of its own. */
const CONTRASTS = /^(?:but|whereas|while|although|though|yet)$/i
const OF_A_CASE = /^(?:in|among|for|at|with|when|during|after|under|on|not|only)$/i

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** True when the front of an English sentence says whose words, or which world, the rest belongs to. */
export function framesTheRest(front: readonly Word[]): boolean {
  const text = textOf(front)
  return SAID.test(text) || ELSEWHERE.test(text) || IN_A_WORK.test(text)
}

/** True when words inside an English clause limit the rest of it. */
export function limitsTheRest(gap: readonly Word[]): boolean {
  const text = textOf(gap)
  return SAID.test(text) || ELSEWHERE.test(text) || HOW_LITTLE.test(text) || A_SHARE.test(text)
}

/** True when the end of an English sentence takes back, limits or ascribes what stands before it. */
export function takesBack(tail: readonly Word[], hasVerb: (words: readonly Word[]) => boolean): boolean {
  const [own = [], ...later] = clausesOf(tail)
  const joinAt = own.findIndex(({ text }) => GOES_ON.test(text))
  const modifiers = joinAt < 0 ? own : own.slice(0, joinAt)
  if (limitsTheRest(modifiers) || COMPARES.test(textOf(modifiers)) || SAID.test(textOf(own))) return true
  // "in men but raised it in women": left out with its opposite, "in men" is gone, too.
  if (modifiers.length > 0 && tail.some((word, at) => CONTRASTS.test(word.text) && isCase(tail[at + 1], hasVerb)))
    return true
  for (const clause of later) {
    if (GOES_ON.test(clause[0]?.text ?? '')) return false
    const text = textOf(clause)
    if (SAID.test(text) || (!hasVerb(clause) && (ELSEWHERE.test(text) || A_SHARE.test(text)))) return true
  }
  return false
}

function isCase(word: Word | undefined, hasVerb: (words: readonly Word[]) => boolean): boolean {
  return word !== undefined && (OF_A_CASE.test(word.text) || hasVerb([word]))
}

/** The first is what still belongs to the clause before; empty where that has ended. */
function clausesOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const clauses: Word[][] = [[]]
  for (const word of words) {
    if (word.opens) clauses.push([])
    clauses.at(-1)?.push(word)
  }
  return clauses
}

const JAPANESE_SAID =
  /によれば|によると|いわく|曰く|主張|と称|噂|うわさ|とされ|と(?:言|い)われ|という(?:説|話|声|意見)|らしい|わけではない|とは限らない/
const JAPANESE_ELSEWHERE = multilineRegExp('u')`
  中では|小説|映画|漫画|アニメ|物語|伝説|神話|迷信|仮説|理論上|理屈|マウス|(?<!\p{Script=Katakana})ラット(?!\p{Script=Katakana})|動物|試験管|シミュレーション|一部
  |少数|(?<!す)ごく|(?<!\p{Script=Han})まれ|稀`
/** What was said ends here: 「...」と, not とくに or とともに. */
const QUOTED = /^と(?![くもりこてき])/

/** The same for Japanese, wherever it was left out. */
export function qualifiesJapanese(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join('')
  return JAPANESE_SAID.test(text) || JAPANESE_ELSEWHERE.test(text)
}

export function takesBackJapanese(tail: readonly Word[]): boolean {
  const text = tail.map((word) => word.text).join('')
  return QUOTED.test(text) || JAPANESE_SAID.test(text)
}
