import { foldJapanese, foldLatin, isJapaneseText, withoutUmlautSpelling } from './fold-letters.ts'
import { consonants, romajiKey, romanise } from './kana-romaji.ts'
import { ALIAS_OF } from './known-aliases.ts'
import { formsAgree, type LegalForm, withoutEnglishForm, withoutJapaneseForm } from './legal-forms.ts'
import { isOneSlip } from './one-slip.ts'

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
    'fdn:foundation bk:bank ins:insurance chem:chemical elec:electric electr:electric auto:automotive corp:corporation ' +
    'mgmt:management dev:development intelli:intelligence inv:investment transp:transport res:research sci:science ' +
    'cntr:center amer:american us:us usa:us organisation:organization organisations:organization labour:labor defence:defense ' +
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

export function parseOrganisation(name: string): OrganisationName {
  const whole = name.slice(0, LONGEST_NAME).normalize('NFKC').trim()
  const plain = whole.replace(IN_BRACKETS, '')
  return isJapaneseText(plain) ? japanese(plain) : english(plain)
}

function english(plain: string): OrganisationName {
  const tokens = latinTokens(plain)
  const rest = tokens[0] === 'the' && tokens.length > 1 ? tokens.slice(1) : tokens
  const { core, form } = withoutEnglishForm(rest)
  const words = core.filter((word) => !SMALL_WORDS.has(word)).map((word) => singular(SHORT_WORDS[word] ?? word))
  const kept = words.length === 0 ? core : words
  const bare = plain.replace(/[^\p{L}\p{N}]+$/u, '')
  const letters = (some: readonly string[]) => some.map((word) => word[0] ?? '').join('')
  return {
    words: kept,
    key: kept.join(''),
    form,
    isJapanese: false,
    isAcronym: core.length === 1 && /^(?:\p{Lu}[.&]?\s?){2,7}\b/u.test(bare) && /^[a-z]{2,7}$/u.test(kept.join('')),
    initials: [letters(kept), letters(core), letters(rest)],
  }
}

/** Where it sits, not who it is; グループ本社 is part of a name. */
const BRANCH_WORDS = /(?<!グループ)(?:本社|本店)$/u

function japanese(plain: string): OrganisationName {
  const { core, form } = withoutJapaneseForm(plain)
  // A Latin form behind a Japanese name: 村田工業 Co., Ltd.
  const latinTail = /[\s,、]+[A-Za-z][A-Za-z.,&\s]{0,30}$/u.exec(core)
  const tail = latinTail === null ? null : withoutEnglishForm(['x', ...latinTokens(latinTail[0])])
  const isForm = tail?.core.length === 1
  const head = isForm && latinTail !== null ? core.slice(0, latinTail.index) : core
  const key = foldJapanese(head.replace(BRANCH_WORDS, ''))
    .replace(/ホルデイングス?$|ホ-?ールデイングス?$|ホールデイング$/u, 'hd')
    .replace(/(?:ホールデイングス|hldgs|holdings)$/u, 'hd')
    .replace(/フ[アイ]?イ?ナンシヤルグループ$/u, 'fg')
    .replace(/&|アンド|＆/gu, '&')
  return {
    words: [key],
    key,
    form: form ?? (isForm ? (tail?.form ?? null) : null),
    isJapanese: true,
    isAcronym: false,
    initials: [],
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
  if (sameKey(first, second)) return 'same'
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

function isAcronymOf(short: OrganisationName, long: OrganisationName): boolean {
  return short.isAcronym && short.key.length >= 3 && long.words.length >= 2 && long.initials.includes(short.key)
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
  const [bones, others] = [consonants(one), consonants(other)]
  return bones.length >= 4 && bones === others
}
