import { statedNames } from '../../../src/judge/alignment/stated-names.ts'
import { turnedStatements } from '../../../src/judge/alignment/turned-statements.ts'
import { denied } from '../../lyra-reader-mini/recipe/restated.ts'
import { SAME_KIND, wordPattern } from './same-kind.ts'

export type Lang = 'en' | 'ja'
export type Draw = () => number
/** One thing of a text put in another's place; `from` and `to` are told where the same can be done to another text. */
export interface Alteration {
  readonly kind: 'number' | 'year' | 'name' | 'word' | 'direction' | 'denial' | 'hedge'
  readonly text: string
  readonly from?: string
  readonly to?: string
}
/** What the text is laid beside: names of its world, and the figures of the page. */
export interface Around {
  readonly evidence: string
  readonly names: readonly string[]
  readonly years: readonly string[]
}

export const pick = <T>(some: readonly T[], draw: Draw): T | undefined => some[Math.floor(draw() * some.length)]

const YEAR = /(?<![\d.,$€¥£/])(?:1[5-9]|20)\d\d(?![\d%]|\.\d|,\d{3})/gu
const NUMBER = /(?<![\p{Script=Latin}\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|(?<![\p{Script=Latin}\d.,])\d+(?:\.\d+)?(?![\d]|\.\d|,\d)/gu
const ROUGH = /(?:about|around|roughly|some|nearly|almost|approximately|over|under|more than|less than|fewer than|at least|up to|約|およそ|ほぼ)\s?[$€¥£]?$/iu
const ROUGH_BEHIND = /^[^\d、。,.]{0,4}?(?:超|余り|以上|強|未満|以下|弱|ほど|程度|近く|前後|台)/u
const isYear = (text: string) => /^(?:1[5-9]|20)\d\d$/u.test(text)

const WORDS = 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen twenty thirty forty fifty sixty'.split(' ')
const WORD = new RegExp(String.raw`\b(?:${WORDS.join('|')})\b(?!-)`, 'giu')
const KANJI = /(?<![\p{Script=Han}第数何\d])[二三四五六七八九十](?=[台本件両駅基隻棟軒校冊社票席点枚頭匹個種階割人名倍歳回つか])/gu

function grouped(value: number, like: string): string {
  const places = /\.(\d+)$/u.exec(like)?.[1]?.length ?? 0
  const plain = value.toFixed(places)
  return like.includes(',') || (value >= 10_000 && !/^\d{5,}/u.test(like)) ? plain.replace(/\B(?=(?:\d{3})+(?!\d))/gu, ',') : plain
}

/** Another figure: near or far, its digits exchanged, ten times as large, or one that the evidence has for another thing. */
function otherNumber(text: string, rough: boolean, { evidence }: Around, draw: Draw): string {
  const value = Number(text.replaceAll(',', ''))
  const digits = text.replace(/\D/gu, '').length
  const step = 10 ** -(/\.(\d+)$/u.exec(text)?.[1]?.length ?? 0)
  const told = [...evidence.matchAll(NUMBER)].map(([own]) => own).filter((own) => own !== text && !isYear(own))
  const chosen = draw()
  if (chosen < 0.3 && told.length > 0) return pick(told, draw) ?? text
  if (chosen < 0.4) return grouped(draw() < 0.5 ? value * 10 : Math.max(1, Math.round(value / 10)), text)
  if (chosen < 0.6 && digits > 1 && !rough) {
    const at = Math.floor(draw() * (digits - 1))
    const plain = text.replace(/\D/gu, '')
    const turned = plain.slice(0, at) + plain[at + 1] + plain[at] + plain.slice(at + 2)
    if (!turned.startsWith('0') && turned !== plain) return grouped(Number(turned) * step, text)
  }
  const sign = draw() < 0.5 ? -1 : 1
  const share = rough ? 0.4 + draw() * 0.8 : 0.03 + draw() * 0.6
  const moved = Math.max(step, Math.round((value * share) / step) * step)
  const next = value + sign * moved
  return grouped(next > 0 ? next : value + moved, text)
}

function numbers(text: string, around: Around, draw: Draw): Alteration[] {
  const made: Alteration[] = []
  const put = (kind: Alteration['kind'], at: number, from: string, to: string) =>
    from !== to && made.push({ kind, text: text.slice(0, at) + to + text.slice(at + from.length), from, to })
  for (const match of text.matchAll(NUMBER)) {
    const [own] = match
    if (isYear(own)) continue
    const rough = ROUGH.test(text.slice(Math.max(0, match.index - 24), match.index)) || ROUGH_BEHIND.test(text.slice(match.index + own.length))
    put('number', match.index, own, otherNumber(own, rough, around, draw))
  }
  for (const match of text.matchAll(WORD)) {
    const other = pick(WORDS.filter((word) => word !== match[0].toLowerCase()), draw) ?? match[0]
    put('number', match.index, match[0], /^\p{Lu}/u.test(match[0]) ? other.charAt(0).toUpperCase() + other.slice(1) : other)
  }
  for (const match of text.matchAll(KANJI)) {
    const other = pick([...'二三四五六七八九十'].filter((sign) => sign !== match[0]), draw) ?? match[0]
    put('number', match.index, match[0], other)
  }
  for (const match of text.matchAll(YEAR)) {
    const others = around.years.filter((year) => year !== match[0])
    const near = String(Number(match[0]) + (draw() < 0.5 ? -1 : 1) * (1 + Math.floor(draw() * draw() * 9)))
    put('year', match.index, match[0], draw() < 0.4 ? (pick(others, draw) ?? near) : near)
  }
  return made
}

const LATIN = /\p{Script=Latin}/u
const ENDING = /(?:[県府市区町村駅湖川山島港橋]|会|社|園|院|校|館|課|局|団|党|線|号)$/u
const endOf = (name: string) => ENDING.exec(name)?.[0] ?? ''

/** A name for one of the same letters and, in Japanese, of the same ending; a longer or shorter form of it is no other. */
function names(text: string, { names: known }: Around, draw: Draw): Alteration[] {
  return statedNames(text).flatMap(({ text: own }) => {
    const at = text.indexOf(own)
    if (at < 0 || /\d/u.test(own)) return []
    const alike = known.filter((other) => {
      const shares = other.split(/[\s-]/u).some((part) => part.length > 2 && own.includes(part)) || other.includes(own) || own.includes(other)
      if (shares || text.includes(other) || /\d/u.test(other)) return false
      if (LATIN.test(own) !== LATIN.test(other) || (!LATIN.test(own) && endOf(own) !== endOf(other))) return false
      return LATIN.test(own) ? own.split(' ').length === other.split(' ').length || draw() < 0.25 : /^\p{Script=Katakana}/u.test(own) === /^\p{Script=Katakana}/u.test(other)
    })
    const other = pick(alike, draw)
    return other === undefined ? [] : [{ kind: 'name' as const, text: text.slice(0, at) + other + text.slice(at + own.length), from: own, to: other }]
  })
}

function words(text: string, lang: Lang, draw: Draw): Alteration[] {
  return SAME_KIND[lang].flatMap((kind) =>
    kind.flatMap((own) => {
      if (!text.includes(own)) return []
      const match = [...text.matchAll(wordPattern(own, lang))][0]
      const other = pick(kind.filter((one) => one !== own && !text.includes(one)), draw)
      if (match === undefined || other === undefined) return []
      return [{ kind: 'word' as const, text: text.slice(0, match.index) + other + text.slice(match.index + own.length), from: own, to: other }]
    }),
  )
}

/** What is only likely, planned or said, told as a fact. */
const HEDGES: Readonly<Record<Lang, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\b(?:may|might|could) have\b/u, 'has'], [/\b(?:may|might|could) be\b/u, 'is'], [/\b(?:may|might|could)\b/u, 'will'],
    [/\b(?:probably|possibly|perhaps|reportedly|allegedly|apparently|likely|presumably) /u, ''], [/\bsuggests?\b/u, 'proves'], [/\bsuggested\b/u, 'proved'],
    [/\b(?:is|are) (?:expected|planned|likely|thought|believed|due) to\b/u, 'will certainly'], [/\b(?:was|were) (?:thought|believed|said|reported) to\b/u, 'was proved to'],
    [/\bplans? to\b/u, 'has decided to'], [/\bseems? to\b/u, 'is proved to'], [/\bappears? to\b/u, 'is proved to'], [/\bestimated\b/u, 'exactly measured'], [/\bhopes? to\b/u, 'will'],
  ],
  ja: [
    [/する(?:可能性がある|かもしれない|とみられる|見込み(?:だ|である)|だろう|と考えられる|予定(?:だ|である))/u, 'することが確認された'],
    [/した(?:可能性がある|かもしれない|とみられる|という|と考えられる|ようだ|と推定される|とされる)/u, 'したことが確認された'],
    [/(?:可能性がある|とみられる|とみられている|と考えられている|と推測される|とされる|かもしれない|ようだ|らしい)(?=。|$)/u, 'ことが確認された'],
    [/する予定/u, 'した'], [/検討している/u, '決定した'], [/を目指す/u, 'を実現した'], [/見通し/u, '決定'],
  ],
}
function hedges(text: string, lang: Lang): Alteration[] {
  return HEDGES[lang].flatMap(([pattern, other]) => {
    const next = text.replace(pattern, other)
    return next === text ? [] : [{ kind: 'hedge' as const, text: next }]
  })
}

/** What can be altered of a text, in no order. */
export function alterations(text: string, lang: Lang, around: Around, draw: Draw): readonly Alteration[] {
  const turned = turnedStatements(text)
    .filter(({ own }) => !own.includes(', '))
    .map(({ text: other, own, other: put }): Alteration => ({ kind: 'direction', text: other, from: own, to: put }))
  const not = denied(text, lang)
  return [
    ...numbers(text, around, draw),
    ...names(text, around, draw),
    ...words(text, lang, draw),
    ...turned,
    ...(not === null || not === text ? [] : [{ kind: 'denial' as const, text: not }]),
    ...hedges(text, lang),
  ]
}

/** The same done to another text: everywhere, and where the other one stands there already the two change places. */
export function alteredAlike(text: string, { from, to }: Alteration, lang: Lang): string | null {
  if (from === undefined || to === undefined) return null
  const isWord = /^[\p{Script=Latin}\d.,]+$/u.test(from)
  const find = isWord
    ? new RegExp(String.raw`(?<![\p{Script=Latin}\d])${from.replace(/[.]/gu, '\\.')}(?![\p{Script=Latin}\d]|[.,]\d)`, 'gu')
    : new RegExp(from.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'), 'gu')
  if (lang === 'ja' && from.length < 2) return null
  if (!find.test(text)) return null
  if (!text.includes(to)) return text.replace(find, () => to)
  const parts = text.split(to).map((part) => part.replace(find, () => to))
  return parts.join(from)
}
