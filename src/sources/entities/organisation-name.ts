import { foldJapanese, foldLatin, isJapaneseText, withoutUmlautSpelling } from './fold-letters.ts'
import { romajiKey, romanise, shareConsonants } from './kana-romaji.ts'
import { ALIAS_OF } from './known-aliases.ts'
import { formsAgree, type LegalForm, withoutEnglishForm, withoutJapaneseForm } from './legal-forms.ts'
import { isOneSlip } from './one-slip.ts'
import type { ReadName } from './read-name.ts'

export interface OrganisationName {
  /** Folded words without the legal form; one word in Japanese. */
  readonly words: readonly string[]
  /** All of them written together. */
  readonly key: string
  readonly form: LegalForm | null
  readonly isJapanese: boolean
  /** Written as letters of other words: IBM. */
  readonly isAcronym: boolean
  /** What its words begin with, also with those that say little: University of X is U and UOX. */
  readonly initials: readonly string[]
  /** Katakana of a name with kanji, where the dictionary knows it. */
  readonly reading: string | null
}

/** How two names stand to each other: `short` is a form that only holds where no other name claims it. */
export type NameMatch = 'same' | 'short' | 'apart'

const SHORT_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'univ:university intl:international natl:national mfg:manufacturing mfrs:manufacturer assn:association ' +
    'assoc:association dept:department inst:institute tech:technology technologies:technology sys:system ' +
    'eng:engineering pharma:pharmaceutical grp:group hldg:holding hldgs:holding hd:holding svcs:service svc:service ' +
    'inds:industry ind:industry bros:brother ctr:center centre:center centres:center hosp:hospital govt:government ' +
    'min:ministry lab:laboratory labs:laboratory comm:commission cttee:committee fed:federation found:foundation ' +
    'fdn:foundation bk:bank ins:insurance chem:chemical elec:electric electr:electric auto:automotive ' +
    'corp:corporation ' +
    'mgmt:management dev:development intelli:intelligence inv:investment transp:transport res:research sci:science ' +
    'cntr:center amer:american us:us usa:us organisation:organization organisations:organization ' +
    'labour:labor defence:defense ' +
    'theatre:theater fibre:fiber aluminium:aluminum catalogue:catalog programme:program jewellery:jewelry tyre:tire ' +
    '1st:first 2nd:second 3rd:third calif:california wash:washington mass:massachusetts penn:pennsylvania ' +
    'soc:society acad:academy coll:college sch:school lines:line st:saint mt:mount ft:fort'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
const SMALL_WORDS = new Set('and of the for in on at de la le du et und & y'.split(' '))

function singular(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** S.p.A. and I.B.M. are words; elsewhere a dot ends an abbreviation. */
function latinTokens(name: string): readonly string[] {
  return foldLatin(name)
    .replace(/\b(?:[a-z]\.\s?){1,6}[a-z]?\b\.?/gu, (letters) => `${letters.replace(/[.\s]/gu, '')} `)
    .replace(/['’`](?=s?\b)/gu, '')
    .replace(/['’`]/gu, '')
    .split(/[^\p{L}\p{N}&+]+/u)
    .flatMap((word) =>
      word.length > 1 ? word.split('&').filter((part) => part !== '') : [word === '&' ? 'and' : word],
    )
    .filter((word) => word !== '')
}

/** In characters; what is longer is no name. */
export const LONGEST_NAME = 200

/** World Health Organization (WHO). */
const IN_BRACKETS = /\s?\([A-Z][A-Za-z&]{1,9}\)$/u

export function parseOrganisation(name: string, read: ReadName = () => null): OrganisationName {
  const whole = name.slice(0, LONGEST_NAME).normalize('NFKC').trim()
  const plain = whole.replace(IN_BRACKETS, '')
  return isJapaneseText(plain) ? japanese(plain, read) : english(plain)
}

function english(plain: string): OrganisationName {
  const tokens = latinTokens(plain)
  const rest = tokens[0] === 'the' && tokens.length > 1 ? tokens.slice(1) : tokens
  const { core: named, form } = withoutEnglishForm(rest)
  // Amazon.com
  const core = named.length > 1 && named.at(-1) === 'com' ? named.slice(0, -1) : named
  const words = core.filter((word) => !SMALL_WORDS.has(word)).map((word) => singular(SHORT_WORDS[word] ?? word))
  const kept = words.length === 0 ? core : words
  const bare = plain.replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
  const letters = (some: readonly string[]) => some.map((word) => word[0] ?? '').join('')
  return {
    words: kept,
    key: kept.join(''),
    form,
    isJapanese: false,
    isAcronym: core.length === 1 && /^(?:\p{Lu}[.&]?\s?){2,7}\b/u.test(bare) && /^[a-z]{2,7}$/u.test(kept.join('')),
    initials: [letters(kept), letters(core), letters(rest)],
    reading: null,
  }
}

/** Long and short tails of one kind, folded. */
const TAILS: readonly (readonly [long: RegExp, short: string])[] = [
  [/(?:ホール?デイングス?|hldgs|hdgs|holdings)$/u, 'hd'],
  [/フ[アイ]?イ?ナンシヤルグループ$/u, 'fg'],
  [/高等学校$/u, '高校'],
  [/信用金庫$/u, '信金'],
  [/信用組合$/u, '信組'],
  [/農業協同組合$/u, '農協'],
  [/漁業協同組合$/u, '漁協'],
  [/生活協同組合$/u, '生協'],
  [/労働組合$/u, '労組'],
  [/(?<=新聞|出版|通信)社$/u, ''],
  [/総合研究所$/u, '総研'],
  [/医科大学$/u, '医大'],
  [/工業大学$/u, '工大'],
  [/女子大学$/u, '女子大'],
  [/地方裁判所$/u, '地裁'],
  [/高等裁判所$/u, '高裁'],
  [/最高裁判所$/u, '最高裁'],
]
const ORDINALS = '一二三四五六七八九'

function shortTail(key: string): string {
  const short = TAILS.reduce((text, [long, tail]) => text.replace(long, tail), key)
  return short
    .replace(/第([一二三四五六七八九])(?![十百])/gu, (_, digit: string) => `第${ORDINALS.indexOf(digit) + 1}`)
    .replace(/&|アンド/gu, '&')
}

/** Where it sits, not who it is; グループ本社 is part of a name. */
const BRANCH_WORDS = /(?<!グループ)(?:本社|本店)$/u

function japanese(plain: string, read: ReadName): OrganisationName {
  const { core, form } = withoutJapaneseForm(plain)
  // A Latin form behind a Japanese name: 村田工業 Co., Ltd.
  const latinTail = /[\s,、]{1,3}[A-Za-z][A-Za-z.,&\s]{0,30}$/u.exec(core)
  const tail = latinTail === null ? null : withoutEnglishForm(['x', ...latinTokens(latinTail[0])])
  const isForm = tail?.core.length === 1
  const head = isForm && latinTail !== null ? core.slice(0, latinTail.index) : core
  const key = shortTail(foldJapanese(head.replace(BRANCH_WORDS, '')))
  return {
    words: [key],
    key,
    form: form ?? (isForm ? (tail?.form ?? null) : null),
    isJapanese: true,
    isAcronym: false,
    initials: [],
    reading: /\p{Script=Han}/u.test(head) ? read(head.replace(/[\s・]/gu, '')) : null,
  }
}

export function compareOrganisations(first: OrganisationName, second: OrganisationName): NameMatch {
  if (first.key === '' || second.key === '') return 'apart'
  const agree = formsAgree(first.form, second.form)
  if (ALIAS_OF.get(first.key) !== undefined || ALIAS_OF.get(second.key) !== undefined) {
    const [one, other] = [first, second].map(({ key }) => ALIAS_OF.get(key) ?? key)
    if (one === other) return agree ? 'same' : 'apart'
  }
  if (!agree) return 'apart'
  if (sameKey(first, second) || sameReading(first, second)) return 'same'
  if (isKana(first) !== isKana(second)) return acrossScripts(first, second) ? 'same' : 'apart'
  if (first.isJapanese || second.isJapanese) return 'apart'
  return isAcronymOf(first, second) || isAcronymOf(second, first) ? 'short' : 'apart'
}

function sameKey(first: OrganisationName, second: OrganisationName): boolean {
  if (first.key === second.key) return true
  if (first.isJapanese || second.isJapanese) return false
  if (withoutUmlautSpelling(first.key) === withoutUmlautSpelling(second.key)) return true
  if (first.words.length !== second.words.length) return false
  const unlike = first.words.flatMap((word, at) =>
    word === second.words[at] ? [] : [[word, second.words[at] ?? ''] as const],
  )
  return unlike.length === 1 && unlike.every(([one, other]) => isOneSlip(one, other))
}

/** ヤマダ電機 and ヤマダデンキ; of two with kanji the kanji decide. */
function sameReading(first: OrganisationName, second: OrganisationName): boolean {
  const [kana, kanji] = isKana(first) ? [first, second] : [second, first]
  if (!isKana(kana) || kanji.reading === null) return false
  const plain = (text: string) => romajiKey(romanise(text.replace(/ニ[ツッ]ポン/gu, 'ニホン')))
  return plain(foldJapanese(kanji.reading)) === plain(kana.key)
}

function isAcronymOf(short: OrganisationName, long: OrganisationName): boolean {
  return short.isAcronym && short.key.length >= 2 && long.words.length >= 2 && long.initials.includes(short.key)
}

function isKana({ key }: OrganisationName): boolean {
  return /^[ァ-ヴー]+$/u.test(key)
}

/** ソニー and Sony, マイクロソフト and Microsoft: the kana of the one spell the other. */
function acrossScripts(first: OrganisationName, second: OrganisationName): boolean {
  const [japaneseOne, latin] = isKana(first) ? [first, second] : [second, first]
  if (!/^[a-z]+$/u.test(latin.key)) return false
  const [one, other] = [romanise(japaneseOne.key), latin.key]
  const spelled = (text: string) =>
    romajiKey(text.replace(/y(?![aiueo])/gu, 'i').replace(/c(?![hei])/gu, 'k')).replace(/(.)\1+/gu, '$1')
  if (spelled(one) === spelled(other)) return true
  return shareConsonants(one, other, 4)
}
