import { multilineRegExp } from '../../../domain/multiline-regexp.ts'
import type { LeadingNames } from './latin-names.ts'
import { leadingDate } from './publication-date.ts'

const ENDS = /[（(「『“"〔．.。：:]|[,，、]?\s?(?=(?:1[5-9]|20)\d\d(?!\d))/u
const PARTS = /\s?[・､、，,;；／/＆&]\s?/u
const ROLE = /(?:編著|共著|編集|監修|監訳|著者?|編者?|訳者?|作|ほか|他|ら|et al\.?)$/u
const LONGEST = 30
/** A name of a person has few characters, one of a body ends as such names do. */
const PERSON =
  /^(?:[\p{Script=Han}々ヶ]{1,4}[\s　]?)?[\p{Script=Han}々ヶ\p{Script=Hiragana}\p{Script=Katakana}ー]{1,6}$/u
const BODY = multilineRegExp('u')`
  (?:省|庁|局|府|県|市|区|会|所|院|社|大学|学部|機構|機関|センター|新聞|協会|学会|委員会|財団|連合|連盟|組合|銀行|グループ|研究室|研究班
    |チーム|事務局|政府|内閣|課|部|室|団|図書館|博物館)$`
/** A particle between two words: a title, not a name. */
const PARTICLE =
  /[\p{Script=Han}\p{Script=Katakana}](?:の|は|を|に|が|で|と|から|における|による)[\p{Script=Han}\p{Script=Katakana}]/u

/** 田村一郎・木下花子（2021）, 水原千夏「, 有馬志乃, 沢渡まこと. */
export function japaneseNames(text: string): LeadingNames | null {
  const end = ENDS.exec(text.slice(0, 200))
  if (end === null || end.index === 0) return null
  const names = text
    .slice(0, end.index)
    .split(PARTS)
    .map((name) => name.trim().replace(ROLE, '').trim())
    .filter((name) => name !== '')
  const rest = text.slice(end.index)
  const isBare = /^[．.。：:]/u.test(end[0])
  const isNamed = names.every((name) => name.length <= LONGEST && (isBare ? isName(name) : !PARTICLE.test(name)))
  if (names.length === 0 || !isNamed || !leadsOn(rest)) return null
  return { names, length: end.index, form: 'japanese' }
}

function isName(name: string): boolean {
  return !PARTICLE.test(name) && (PERSON.test(name) || BODY.test(name))
}

/** Something with words follows: 銀葉茶（2021） is a title and its year. */
function leadsOn(rest: string): boolean {
  const date = leadingDate(rest)
  if (date === null && /^[（(]/u.test(rest) && !/^[（(](?:編|著|訳|監修|ほか)[)）]/u.test(rest)) return false
  return /\p{L}{2}/u.test(rest.slice(date?.length ?? 0))
}
