import type { RecognisedName } from '../../domain/entity.ts'
import { LAW_AFTER, LAW_STEMS, NO_LAW } from './japanese-cues.ts'
import type { TaggedWord } from './japanese-words.ts'

const TAIL = /(?:法|法律|条例|憲法|条約|協定|議定書|政令|省令|施行令|施行規則|法典)$/u
const GENERIC =
  /^(?:法|法律|条例|憲法|条約|協定|議定書|政令|省令|施行令|施行規則|法典|同法|本法|新法|旧法|改正法|関連法|国内法|国際法|特別法|一般法|基本法|両法|各法|法令|現行法|公法|私法|実体法|手続法)$/u
const LEADS = /^(?:[^\p{L}\p{N}]|改正|同|新|旧|現行|本|当該|各|両|関連|いわゆる|日本の|昨年|今年|米国の)+/u
const INNER = new Set('の に関する に対する 及び 並びに 又は 等 その他 における に係る のための と を の等'.split(' '))

/** What of it is cited. */
const ARTICLE =
  /^(?:第[\d０-９一二三四五六七八九十百]{1,5}(?:条|章|節|項|号)(?:の[\d０-９一二三四五六七八九十]{1,3})?){1,4}/u

/** Laws by the last word of their name, with the words that lead to it. */
export function japaneseLaws(text: string, words: readonly TaggedWord[]): RecognisedName[] {
  const found: RecognisedName[] = []
  for (const [at, word] of words.entries()) {
    if (word.pos !== '名詞' || !TAIL.test(word.text)) continue
    if (
      words[at + 1]?.pos === '名詞' &&
      /^(?:施行|令|規則|律|典|案|制|廷|人|曹|務)/u.test(words[at + 1]?.text ?? '') &&
      TAIL.test(`${word.text}${words[at + 1]?.text ?? ''}${words[at + 2]?.text ?? ''}`)
    )
      continue
    const from = firstOf(words, at)
    const raw = text.slice(words[from]?.start ?? word.start, word.end)
    const cut = LEADS.exec(raw)?.[0].length ?? 0
    const start = (words[from]?.start ?? word.start) + cut
    const name = text.slice(start, word.end)
    const end = word.end + (ARTICLE.exec(text.slice(word.end, word.end + 60))?.[0].length ?? 0)
    if (isLaw(name, text.slice(word.end, word.end + 40)))
      found.push({ start, end, text: text.slice(start, end), kind: 'law' })
  }
  return found
}

function isLaw(name: string, after: string): boolean {
  if (!/^\p{L}/u.test(name) || GENERIC.test(name) || name.length < 2 || name.length > 60) return false
  if (/^(?:案|人|廷|曹|学|的|則|王|外|師)/u.test(after) && !/^案/u.test(after)) return false
  if (/法律$/u.test(name)) return /に関する法律$|法律$/u.test(name) && name.length > 5
  if (!/法$/u.test(name)) return name.length > 3 && (!/規則$/u.test(name) || /施行規則$/u.test(name))
  if (LAW_AFTER.test(after) && !NO_LAW.test(name)) return true
  return LAW_STEMS.test(name.slice(0, -1)) && !NO_LAW.test(name)
}

/** Back over nouns; a long title (…に関する法律) also over the small words inside it. */
function firstOf(words: readonly TaggedWord[], at: number): number {
  const isTitle =
    words[at]?.text === '法律' || (words[at]?.text === '条例' && /に関する/u.test(words[at - 1]?.text ?? ''))
  let from = at
  for (let step = at - 1; step >= 0 && at - step < 30; step -= 1) {
    const word = words[step]
    if (word === undefined) break
    const isNoun =
      (word.pos === '名詞' && !['代名詞', '非自立', '副詞可能'].includes(word.detail)) || word.pos === '接頭詞'
    const isInside = isTitle && (INNER.has(word.text) || (word.pos === '動詞' && step > 0))
    if (!isNoun && !isInside) break
    if (isNoun) from = step
  }
  return from
}
