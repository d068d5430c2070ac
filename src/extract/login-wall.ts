import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { attribute, type Document, tagged, within } from './dom.ts'
import { isNamedFurniture } from './furniture.ts'
import type { Unit } from './units.ts'

/** Says to the reader what has to be done before the text is shown. */
const ASKS = multilineRegExp('gi')`
  (?:log ?in|sign ?in|subscribe|register) to (?:continue|read|view|access)|(?:please|you must) (?:log
    |sign) ?in(?! to (?:reply|post|comment|vote|follow|ask|answer|respond|join|leave|rate|like|save|see your))
  |already a (?:subscriber|member)\?|ログインしてください|ログインが必要|残り\s{0,3}[\d,]{1,9}\s{0,3}文字|この記事は(?:有料)?会員|続きを読むには`
/** A label of articles for members; it may stand over another one. */
const LABELS = /members? only|subscribers? only|会員限定|有料会員|有料記事/gi
/** The sentence says that nothing has to be done. */
const NEEDLESS = multilineRegExp('i')`
  \b(?:not|no|never|isn['’]t|aren['’]t|don['’]t|doesn['’]t)\s(?:[\w-]{1,15}\s){0,3}(?:need|needed|required?|only|have to
    |limited|restricted|behind|for (?:members|subscribers)|subscri\w{1,8}|log-?in|sign-?in|registration
    |members?)\b
  |without (?:log|sign|regist|subscrib|a (?:login|subscription))|free (?:to read|for (?:all|everyone)|of charge)
  |ではありません|ではない|じゃない|でなくても|なしで|なしに|しなくても|不要|必要(?:は)?(?:ありません|ない)|どなたでも|誰でも|だれでも|無料で|無料公開|以外の`
const SENTENCE_END = /[.!?。！？\n]/
/** Characters of a sentence that are looked at on either side of the sign. */
const AROUND = 120

/** Characters of text: one that asks shows a teaser at most, one that bears the label less than a short notice. */
const TEASER = 500
const NOTICE = 200
/** A page with a password field and more text than this has something to read beside its login. */
const LOGIN_TEXT = 1500

/** The page asks for a login and shows little else. */
export function isLoginWall(document: Document, units: readonly Unit[], textLength: number): boolean {
  if (textLength >= TEASER) return false
  if (units.some((unit) => says(unit, ASKS))) return true
  if (textLength < NOTICE && units.some((unit) => unit.linkShare < 0.5 && !isAside(unit) && says(unit, LABELS)))
    return true
  const asks = tagged(document, 'input').some((input) => attribute(input, 'type')?.toLowerCase() === 'password')
  return asks && units.reduce((sum, unit) => sum + unit.text.length, 0) < LOGIN_TEXT
}

/** In the words of one sentence, and not to say that it is needless: "この記事は会員でなくても読めます". */
function says({ text }: Unit, sign: RegExp): boolean {
  for (const { index, 0: words } of text.matchAll(sign)) {
    const before = text.slice(Math.max(0, index - AROUND), index)
    const after = text.slice(index + words.length, index + words.length + AROUND)
    const begins = before.split(SENTENCE_END).at(-1) ?? ''
    const ends = after.split(SENTENCE_END)[0] ?? ''
    if (!NEEDLESS.test(begins + words + ends)) return true
  }
  return false
}

function isAside({ element }: Unit): boolean {
  return within(element, (above) => /^(?:nav|aside|footer)$/.test(above.tag) || isNamedFurniture(above))
}
