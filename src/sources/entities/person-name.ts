import { foldJapanese, foldLatin, isJapaneseText, withoutUmlautSpelling } from './fold-letters.ts'
import { romajiKey, romanise, shareConsonants } from './kana-romaji.ts'
import { FULL_FORM } from './nicknames.ts'
import { isOneSlip } from './one-slip.ts'
import { LONGEST_NAME, type NameMatch } from './organisation-name.ts'
import { DEGREES, ENGLISH_TITLES, GENERATIONS, JAPANESE_HONORIFICS } from './person-titles.ts'
import type { ReadName } from './read-name.ts'

export interface PersonName {
  /** Folded, in their order; initials are single letters. */
  readonly words: readonly string[]
  readonly key: string
  readonly isJapanese: boolean
  /** `Smith, John`, `Smith J`: the family name stands first. */
  readonly familyFirst: boolean
  readonly generation: string | null
  /** By the title before it. */
  readonly gender: 'f' | 'm' | null
  /** Katakana of a Japanese name, where the dictionary knows it. */
  readonly reading: string | null
}

const PARTICLES = new Set('van von der den de la le du da dos di el al bin ibn ten ter zu'.split(' '))
const FEMALE = new Set('mrs ms miss lady dame madame mme mlle frau sister queen princess'.split(' '))
const MALE = new Set('mr sir lord herr monsieur king prince father'.split(' '))

export function parsePerson(name: string, read: ReadName = () => null): PersonName {
  const plain = name
    .slice(0, LONGEST_NAME)
    .normalize('NFKC')
    .replace(/[(（[][^)）\]]{0,60}[)）\]]/gu, ' ')
    .trim()
  return isJapaneseText(plain) ? japanese(plain, read) : english(plain)
}

function english(plain: string): PersonName {
  const [beforeComma = '', ...afterComma] = plain.split(/,\s*/u)
  const isRank = (part: string) => words(part).every((word) => DEGREES.has(word) || word in GENERATIONS)
  const given = afterComma.filter((part) => part !== '' && !isRank(part))
  const ranks = afterComma.filter(isRank).flatMap(words)
  const all = [...words(given.join(' ')), ...words(beforeComma)]
  const generation = [...all, ...ranks].map((word) => GENERATIONS[word]).find((one) => one !== undefined) ?? null
  const isFemale = all.some((word) => FEMALE.has(word))
  const isMale = all.some((word) => MALE.has(word))
  const gender = isFemale === isMale ? null : isFemale ? 'f' : 'm'
  const kept = withoutTitles(all).flatMap((word, at) => (at === 0 ? initialsOf(plain, word) : [word]))
  const last = beforeComma.trim().split(/\s+/u).at(-1) ?? ''
  const initialsLast =
    given.length === 0 && kept.length >= 2 && /^(?:\p{Lu}\.?-?){1,3}$/u.test(last) && (kept[0]?.length ?? 0) > 1
  return {
    words: initialsLast ? initialsFirst(kept, last) : kept,
    key: kept.join(''),
    isJapanese: false,
    familyFirst: given.length > 0 || initialsLast,
    generation,
    gender,
    reading: null,
  }
}

/** `Smith JR` as `j r smith`. */
function initialsFirst(kept: readonly string[], last: string): readonly string[] {
  const initials = [...foldLatin(last).replace(/[^a-z]/gu, '')]
  return [...initials, ...kept.filter((word) => word.length > 1 && word !== initials.join(''))]
}

/** JP Dupont; a name that is all in capitals says nothing. */
function initialsOf(plain: string, first: string): readonly string[] {
  const isInitials =
    first.length <= 3 && first.length >= 2 && plain.includes(`${first.toUpperCase()} `) && /\p{Ll}/u.test(plain)
  return isInitials && /^\p{Lu}/u.test(plain) && plain.startsWith(first.toUpperCase()) ? [...first] : [first]
}

function withoutTitles(all: readonly string[]): readonly string[] {
  const kept = all.filter((word) => !DEGREES.has(word) && !(word in GENERATIONS && word.length > 1))
  let from = 0
  while (from < kept.length - 1 && ENGLISH_TITLES.has(kept[from] ?? '')) from += 1
  let to = kept.length
  while (to > from + 1 && ENGLISH_TITLES.has(kept[to - 1] ?? '')) to -= 1
  const bare = kept.slice(from, to)
  const whole = bare.filter((word) => !PARTICLES.has(word))
  return whole.length === 0 ? bare : whole
}

function words(text: string): readonly string[] {
  return foldLatin(text)
    .replace(/\bph\.?\s?d\b\.?/gu, 'phd')
    .replace(/\bm\.\s?d\b\.?/gu, 'md')
    .replace(/['’`]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

const ROLE_BEFORE = /^(?:故|元|前|名誉)?[^\s　]{2,12}[\s　]+(?=\S)/u

function japanese(plain: string, read: ReadName): PersonName {
  let bare = plain
  for (let again = true; again; ) {
    const honorific = JAPANESE_HONORIFICS.find((one) => bare.endsWith(one) && bare.length > one.length + 1)
    again = honorific !== undefined
    if (honorific !== undefined) bare = bare.slice(0, -honorific.length).replace(/[\s・,、の]{1,3}$/u, '')
  }
  const role = ROLE_BEFORE.exec(bare)
  if (role !== null && JAPANESE_HONORIFICS.some((one) => role[0].trim().endsWith(one)))
    bare = bare.slice(role[0].length)
  const parts = bare.split(/[\s・=＝,、]+/u).filter((part) => part !== '')
  const kana = /^[\p{Script=Katakana}\p{Script=Hiragana}ー\s・=＝A-Za-z.]+$/u.test(bare)
  return {
    words: parts.map((part) => (isJapaneseText(part) ? foldJapanese(part) : foldLatin(part).replace(/\./gu, ''))),
    key: foldJapanese(bare),
    isJapanese: true,
    familyFirst: !kana,
    generation: null,
    gender: null,
    reading: kana ? foldJapanese(bare) : (read(parts.join('')) ?? null),
  }
}

export function comparePersons(first: PersonName, second: PersonName): NameMatch {
  if (first.words.length === 0 || second.words.length === 0) return 'apart'
  if (first.generation !== second.generation) return 'apart'
  if (first.gender !== null && second.gender !== null && first.gender !== second.gender) return 'apart'
  if (first.key === second.key) return 'same'
  if (first.isJapanese && second.isJapanese) return bothJapanese(first, second)
  if (first.isJapanese || second.isJapanese) return acrossScripts(first, second)
  return bothLatin(first, second)
}

function bothJapanese(first: PersonName, second: PersonName): NameMatch {
  if (sorted(first.words) === sorted(second.words) && first.words.length > 1) return 'same'
  const kanji = [first, second].filter(({ key }) => /\p{Script=Han}/u.test(key))
  if (kanji.length === 1 && sameReading(first.reading, second.reading)) return 'same'
  if (kanji.length === 0 && withoutMiddle(first.words, second.words)) return 'same'
  if (kanji.length === 0 && first.words.length === second.words.length && first.words.length > 1)
    return first.words.every((word, at) => isInitialOf(word, second.words[at] ?? '')) ? 'short' : 'apart'
  return 'apart'
}

/** ジョン・F・ケネディ and ジョン・ケネディ. */
function withoutMiddle(first: readonly string[], second: readonly string[]): boolean {
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  return short.length === 2 && long.length === 3 && short[0] === long[0] && short[1] === long[2]
}

/** J and ジョン. */
function isInitialOf(one: string, other: string): boolean {
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return /^[a-z]$/u.test(short) && romanise(long).startsWith(short)
}

function sameReading(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false
  return romajiKey(romanise(foldJapanese(one))) === romajiKey(romanise(foldJapanese(other)))
}

function acrossScripts(first: PersonName, second: PersonName): NameMatch {
  const [own, latin] = first.isJapanese ? [first, second] : [second, first]
  if (own.reading === null) return 'apart'
  const kana = /\p{Script=Han}/u.test(own.key) ? null : own.words
  const whole = romajiKey(romanise(own.reading))
  const orders = [latin.words, [...latin.words].reverse()].map((list) => romajiKey(list.join('')))
  if (latin.words.length > 1 && orders.includes(whole)) return 'same'
  if (kana === null || kana.length !== latin.words.length || kana.length < 2) return 'apart'
  return kana.every((word, at) => shareConsonants(romanise(word), latin.words[at] ?? '', 2)) ? 'same' : 'apart'
}

function sorted(list: readonly string[]): string {
  return [...list].sort().join(' ')
}

function bothLatin(first: PersonName, second: PersonName): NameMatch {
  const [a, b] = [first.words, second.words]
  if (a.length === 1 || b.length === 1)
    return a.length === b.length && sameWord(a[0] ?? '', b[0] ?? '') ? 'same' : 'apart'
  if (a.join('') === b.join('') || isTurned(a, b)) return 'same'
  const whole = (list: readonly string[]) => list.every((word) => word.length > 1)
  if (whole(a) && whole(b) && sorted(a.map(romajiKey)) === sorted(b.map(romajiKey))) return 'same'
  const straight = aligned(a, b)
  if (straight !== 'apart') return straight
  // Tanaka, T. and Tanaka Taro.
  if (first.familyFirst !== second.familyFirst) {
    const turned = first.familyFirst ? aligned(a, [...b].reverse()) : aligned([...a].reverse(), b)
    if (turned !== 'apart') return turned
  }
  // One of them may stand with the family name first: TANAKA Taro.
  return whole(a) && whole(b) && a.length === 2 && b.length === 2 && aligned(a, [...b].reverse()) === 'same'
    ? 'same'
    : 'apart'
}

/** Kim Min-jun and Minjun Kim. */
function isTurned(a: readonly string[], b: readonly string[]): boolean {
  const turned = ([first = '', ...rest]: readonly string[]) => [...rest, first].join('')
  return turned(a) === b.join('') || turned(b) === a.join('')
}

/** Given names against given names, the last word being the family's. */
function aligned(a: readonly string[], b: readonly string[]): NameMatch {
  const [familyA = '', familyB = ''] = [a.at(-1), b.at(-1)]
  if (!sameWord(familyA, familyB)) return 'apart'
  const [givenA, givenB] = [a.slice(0, -1), b.slice(0, -1)]
  if (sameWord(givenA.join(''), givenB.join(''))) return 'same'
  const [shorter, longer] = givenA.length <= givenB.length ? [givenA, givenB] : [givenB, givenA]
  const [head = '', ...middle] = shorter
  const [otherHead = '', ...otherMiddle] = longer
  const firstMatch = sameGiven(head, otherHead)
  if (firstMatch === 'apart') return 'apart'
  if (familyA !== familyB && firstMatch !== 'same') return 'apart'
  let place = 0
  for (const word of middle) {
    const at = otherMiddle.findIndex((other, index) => index >= place && sameGiven(word, other) !== 'apart')
    if (at < 0) return 'apart'
    place = at + 1
  }
  return firstMatch
}

function sameGiven(one: string, other: string): NameMatch {
  if (one === other || sameWord(one, other)) return 'same'
  if ((FULL_FORM.get(one) ?? one) === (FULL_FORM.get(other) ?? other)) return 'same'
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? 'short' : 'apart'
  return 'apart'
}

function sameWord(one: string, other: string): boolean {
  if (one === other) return true
  if (one.length < 2 || other.length < 2) return false
  return (
    withoutUmlautSpelling(one) === withoutUmlautSpelling(other) ||
    romajiKey(one) === romajiKey(other) ||
    isOneSlip(one, other)
  )
}
