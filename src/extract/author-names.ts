import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { firstDate, plainDigits } from './dates.ts'
import { decodeReferences } from './entities.ts'

/** Words that introduce a name in a byline. */
const INTRODUCTION = multilineRegExp('iu')`
  ^(?:(?:article|story|analysis|opinion|review|words|text|written|posted|published|reported|report
  |commentary|presented|photos?)\s{1,2})?(?:by|von|par|por|di|door|av|af|oleh|autor(?:in)?|auteur|author
  |written|текст|автор|文|著者?|執筆者?|取材|記者|作者|撰文|글|기자)(?:\s{0,2}[:：／/=]\s{0,2}|\s{1,2})`
/** Where the name is over: a date, a handle, an address, what the reader may do. */
const END = multilineRegExp('iu')`
  \s{0,2}(?:[|•·–—／]|\s-\s|@|\(|\[|https?:|\d{1,2}[:/.]\d|\b\d|\b(?:on|at|in|for)\b\s|\b(?:published
  |updated|posted|follow|view|email|e-mail|contact|print|share|read more|more articles|biography|about
  |special to|leave|comments?|says|said|wrote|publiziert|veröffentlicht|publié|publicado|pubblicato)\b)`
const JOB = multilineRegExp('iu')`
  [\s,]{1,2}(?:(?:senior|junior|staff|chief|deputy|associate|assistant|contributing|managing|executive
  |guest|opinion|business|national|political|sports|auto|ap|news|science|technology|tech|travel|culture
  |security|print|web|digital|freelance|special|foreign|print)\s{1,2}){0,4}(?:writers?|reporters?|editors?
  |columnists?|correspondents?|contributors?|producers?|journalists?|authors?|analysts?|fellows?
  |co-founders?|founders?|ceo|director|professor)\b.{0,80}$`
/** A desk, a team or an account: nobody who can be named. */
const NOBODY = multilineRegExp('iu')`
  ^(?:admin(?:istrator)?|anonymous|guest|unknown|user|webmaster|super ?user|root|editor(?:s|ial)?|staff
  |team|contributors?|name|authors?|by|reporters?|匿名|名無し.{0,20}|管理人|編集部|編集者|гость|админ)$`
const DESK = multilineRegExp('iu')`
  \b(?:staff|bureau|newsroom|editors|editorial (?:board|staff|team)|news desk|web desk|contributors to
  |wire services?|admin)\b|(?:編集部|取材班|事務局)$`
const DEGREE = multilineRegExp('')`
  ^(?:Ph\.?D|M\.?D|M\.?S|M\.?A|M\.?Sc|R\.?D|R\.?D\.?N|R\.?N|B\.?A|J\.?D|C\.?P\.?A|Jr|Sr|II|III|Esq|D\.?O
  |M\.?P\.?H|LD|CPT|DDS|PharmD)\.?$`
const LONGEST_NAME = 70

/** The people a byline names: "By Ana Ito and Bo Lind, Staff Writers | 5 May" is Ana Ito and Bo Lind. */
export function namesIn(byline: string): string[] {
  const text = decodeReferences(plainDigits(byline.slice(0, 300)))
    .replace(/\s+/g, ' ')
    .trim()
  const bare = text.replace(INTRODUCTION, '').replace(/^[\s,:：|•·–—-]{1,9}/, '')
  const ends = [bare.search(END), firstDate(bare, 'month-first')?.at ?? -1].filter((end) => end >= 0)
  const named = bare.slice(0, Math.min(bare.length, ...ends))
  const parts = named
    .split(/\s{0,2}[;、，／]\s{0,2}|,\s{0,2}(?:and\s|&\s)?|\s(?:and|&|und|et|e|y|и|та|och|og|en)\s/u)
    .map((part) => part.trim())
  const names: string[] = []
  for (const part of parts) {
    const name = part
      .replace(JOB, '')
      .replace(/[\s,.:：–—-]{1,9}$/, (tail) => (tail.startsWith('.') ? '.' : ''))
      .trim()
    if (name === '' || DEGREE.test(name) || DESK.test(part)) continue
    // After the first, a single word is a newspaper or a place.
    if (names.length > 0 && !/\s/.test(name) && !isCjk(name)) continue
    names.push(name)
  }
  return names.filter((name) => name.length <= LONGEST_NAME)
}

/** A name as somebody signs it: not an account, a desk, a site or a sentence. */
export function isSignature(name: string, siteNames: readonly string[]): boolean {
  const plain = name.trim()
  if (plain.length < 2 || plain.length > LONGEST_NAME || !/\p{L}/u.test(plain)) return false
  if (/[\d@#{}<>_!?"“”]|:\/\/|…/.test(plain) || NOBODY.test(plain) || DESK.test(plain)) return false
  if (isSiteName(plain, siteNames)) return false
  const words = plain.split(/\s+/)
  if (words.length > 6) return false
  return (
    words.length > 1 ||
    isCjk(plain) ||
    /^\p{Lu}[\p{Ll}’'´-]+$/u.test(plain) ||
    /^(?:Mc|Mac|De|Di|La|Le|O['’])\p{Lu}\p{Ll}+$/u.test(plain)
  )
}

/** Words in the names of papers, offices and societies, not of people. */
const HOUSE = multilineRegExp('i')`
  \b(?:press|news|times|post|media|magazine|agency|center|centre|institute|university|department|society
  |association|club|group|inc|ltd|the|of|for)\b`

/** A person's name rather than an organisation's: two to five words that begin as names do. */
export function isPerson(name: string): boolean {
  if (isCjk(name)) return name.length <= 12
  const words = name.split(/\s+/)
  if (words.length < 2 || words.length > 5) return false
  if (HOUSE.test(name)) return false
  return words.every((word) =>
    /^(?:\p{Lu}[\p{L}.'’-]*|de|da|di|del|della|der|den|van|von|bin|al|la|le|el|dos|du|ter|ten|y|af|av)$/u.test(word),
  )
}

function isCjk(name: string): boolean {
  return /^[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af・\s]{2,20}$/.test(name)
}

/** The outlet is no author of its own pages. */
function isSiteName(name: string, siteNames: readonly string[]): boolean {
  const own = folded(name)
  return siteNames.some((site) => {
    const other = folded(site)
    return (
      other !== '' &&
      (own === other || (own.length > 3 && other.includes(own)) || (other.length > 3 && own.startsWith(other)))
    )
  })
}

function folded(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^the/, '')
}
