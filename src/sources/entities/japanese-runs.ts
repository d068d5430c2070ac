import type { EntityKind, RecognisedName } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { BREAKS, GIVEN_NAME_END, ORGANISATION_TAILS, PLACE_TAILS, WEAK_TAILS } from './japanese-cues.ts'
import type { TaggedWord } from './japanese-words.ts'
import { JAPANESE_FORMS } from './legal-forms.ts'
import { JAPANESE_HONORIFICS } from './person-titles.ts'

type Words = readonly TaggedWord[]
/** The word behind the run. */
type Next = TaggedWord | undefined

/** The names of one run of nouns, from left to right. */
export function namesOfRun(text: string, run: Words, next: Next): RecognisedName[] {
  const found: RecognisedName[] = []
  let at = 0
  while (at < run.length) {
    const name = personAt(run, at, next) ?? organisationAt(text, run, at) ?? placeAt(run, at) ?? modelAt(run, at)
    if (name === null) {
      at += 1
      continue
    }
    const [first, last] = [run[name.from], run[name.to - 1]]
    if (first !== undefined && last !== undefined)
      found.push({ start: first.start, end: last.end, text: text.slice(first.start, last.end), kind: name.kind })
    at = Math.max(name.to, at + 1)
  }
  return found
}

interface Part {
  readonly from: number
  readonly to: number
  readonly kind: EntityKind
}

const isKanji = (text: string) => /^[\p{Script=Han}々ヶケ]+$/u.test(text)
const isKatakana = (text: string) => /^[\p{Script=Katakana}ー]+$/u.test(text)
const isSpace = (word: TaggedWord | undefined) => word !== undefined && /^[\s　]$/u.test(word.text)

function isHonorific(run: Words, at: number, next: Next): boolean {
  const word = run[at] ?? next
  if (word === undefined) return false
  if (word.text === '氏' || word.text === 'さん' || word.text === '様') return true
  return JAPANESE_HONORIFICS.some(
    (one) => one === word.text || (word.text.length >= 2 && one.startsWith(word.text) && word.text !== '代'),
  )
}

function personAt(run: Words, at: number, next: Next): Part | null {
  const word = run[at]
  if (word === undefined || word.detail === '接尾') return null
  const foreign = foreignPerson(run, at, next)
  if (foreign !== null) return foreign
  if (word.part === '姓' && !isKatakana(word.text)) {
    const gap = isSpace(run[at + 1]) ? 1 : 0
    const given = givenName(run, at + 1 + gap, next)
    const behind = run[at + 1 + gap + given]
    const isPlace = behind !== undefined && PLACE_TAILS.has(behind.text) && behind.detail !== '固有名詞'
    if (given > 0 && !isPlace) return { from: at, to: at + 1 + gap + given, kind: 'person' }
    if (isHonorific(run, at + 1, next)) return { from: at, to: at + 1, kind: 'person' }
    return standsAlone(run, at, next) ? { from: at, to: at + 1, kind: 'person' } : null
  }
  if (word.part === '名' && word.text.length >= 2 && standsAlone(run, at, next))
    return { from: at, to: at + 1, kind: 'person' }
  if (
    word.group === '地域' &&
    run.length === at + 1 &&
    at === 0 &&
    next !== undefined &&
    /^(?:さん|氏|君|くん|ちゃん)$/u.test(next.text)
  )
    return { from: at, to: at + 1, kind: 'person' }
  if (word.group === '地域' && /^(?:さん|氏|君|選手|容疑者|被告|議員|監督|投手)$/u.test(run[at + 1]?.text ?? ''))
    return { from: at, to: at + 1, kind: 'person' }
  return unlistedPerson(run, at, next)
}

/** A family or given name by itself, of which something is said. */
function standsAlone(run: Words, at: number, next: Next): boolean {
  if (run.length !== 1 || at !== 0 || next === undefined || (run[0]?.text.length ?? 0) < 2) return false
  return next.pos === '助詞' && /^(?:は|が|も|に|を|と|から|によると)$/u.test(next.text)
}

/** How many words from here on are a given name. */
function givenName(run: Words, at: number, next: Next): number {
  const word = run[at]
  if (word === undefined || isSpace(word) || word.detail === '接尾' || word.detail === '数') return 0
  if (tailAt(run, at) !== null || BREAKS.has(word.text)) return 0
  if (word.part === '名' || (word.group === '人名' && word.part !== '姓')) {
    const next = run[at + 1]
    return next !== undefined &&
      next.text.length === 1 &&
      isKanji(next.text) &&
      GIVEN_NAME_END.test(next.text) &&
      next.detail !== '接尾'
      ? 2
      : 1
  }
  const rest: TaggedWord[] = []
  for (let step = at; step < run.length && step < at + 3; step += 1) {
    const one = run[step]
    if (
      one === undefined ||
      isHonorific(run, step, next) ||
      one.detail === '接尾' ||
      ORGANISATION_TAILS.has(one.text) ||
      PLACE_TAILS.has(one.text)
    )
      break
    if (BREAKS.has(one.text)) break
    rest.push(one)
  }
  const name = rest.map(({ text }) => text).join('')
  const isWhole = at + rest.length === run.length || isHonorific(run, at + rest.length, next)
  const isShort = name.length >= 1 && name.length <= 3
  if (!isShort || !isWhole || !(isKanji(name) || /^[\p{Script=Hiragana}]{2,4}$/u.test(name))) return 0
  const honoured = isHonorific(run, at + rest.length, next)
  const looksGiven =
    GIVEN_NAME_END.test(name) ||
    (name.length >= 2 &&
      rest.every(({ detail, text, isUnknown }) => detail === '固有名詞' || isUnknown || text.length === 1))
  return honoured || looksGiven || SINGLE_GIVEN.test(name) ? rest.length : 0
}

const SINGLE_GIVEN =
  /^[誠翼光葵蓮凛健学望歩愛優陽仁剛勇聡哲豊茂稔進忍薫巧亮渉修昇猛徹淳潤覚梓瞳舞渚泉遥楓凪悠蒼湊樹司明弘隆博]$/u

/** ジョン・スミス; a single katakana name needs an honorific. */
function foreignPerson(run: Words, at: number, next: Next): Part | null {
  const word = run[at]
  if (word === undefined || !isKatakana(word.text)) return null
  let to = at + 1
  let dots = 0
  while (run[to]?.text !== undefined) {
    const here = run[to]
    const next = run[to + 1]
    if (
      here !== undefined &&
      /^[・=＝]$/u.test(here.text) &&
      next !== undefined &&
      (isKatakana(next.text) || /^[A-Z]$/u.test(next.text))
    ) {
      to += 2
      dots += 1
    } else if (
      here !== undefined &&
      isKatakana(here.text) &&
      !ORGANISATION_TAILS.has(here.text) &&
      !BREAKS.has(here.text)
    )
      to += 1
    else break
  }
  const parts = run.slice(at, to).filter(({ text }) => isKatakana(text))
  const honoured = isHonorific(run, to, next)
  if (ORGANISATION_TAILS.has(run[to]?.text ?? '') || parts.some(({ text }) => ORGANISATION_TAILS.has(text))) return null
  if (dots > 0 && (honoured || parts.some(({ group, isUnknown }) => group === '人名' || isUnknown))) {
    const isPlace = parts.every(({ group }) => group === '地域')
    return { from: at, to, kind: isPlace ? 'place' : 'person' }
  }
  return honoured && dots === 0 && to - at <= 2 && word.group !== '地域' ? { from: at, to, kind: 'person' } : null
}

/** Kanji that no dictionary has as a name, before an honorific: the run up to it, if it is short enough. */
function unlistedPerson(run: Words, at: number, next: Next): Part | null {
  if (at !== 0) return null
  let to = 0
  while (to < run.length && !isHonorific(run, to, next)) to += 1
  if (to === 0 || !isHonorific(run, to, next)) return null
  const honorific = run[to]?.text ?? next?.text ?? ''
  if (!/^(?:氏|さん|様|容疑者|被告|選手|議員|教授|博士|監督)$/u.test(honorific)) return null
  const name = run
    .slice(0, to)
    .map(({ text }) => text)
    .join('')
  if (!isKanji(name) || name.length < 2 || name.length > 5) return null
  const words = run.slice(0, to)
  if (
    words.some(
      ({ text, detail, group }) =>
        ORGANISATION_TAILS.has(text) || detail === '数' || group === '地域' || group === '組織',
    )
  )
    return null
  const isPlain = words.every(({ detail, isUnknown }) => detail !== '固有名詞' && !isUnknown)
  return isPlain && !/^(?:氏|さん)$/u.test(honorific)
    ? null
    : isPlain && words.length === 1
      ? null
      : { from: 0, to, kind: 'person' }
}

function isForm(run: Words, at: number): number {
  let joined = ''
  for (let step = at; step < Math.min(run.length, at + 6); step += 1) {
    joined += run[step]?.text ?? ''
    if (JAPANESE_FORMS.includes(joined.normalize('NFKC'))) return step + 1 - at
  }
  return 0
}

function organisationAt(text: string, run: Words, at: number): Part | null {
  const word = run[at]
  if (word === undefined || BREAKS.has(word.text) || word.pos === '記号' || isSpace(word)) return null
  if (/^[米英仏独伊露韓中蘭]$/u.test(word.text) && isKatakana(run[at + 1]?.text ?? '')) return null
  const form = isForm(run, at)
  if (form > 0) {
    const to = endOfName(run, at + form)
    return to > at + form ? { from: at, to, kind: 'organisation' } : null
  }
  if (word.detail === '接尾') return null
  if (/^(?:上院|下院|参院|衆院|参議院|衆議院)$/u.test(word.text) && /^(?:議員|議長|選)/u.test(run[at + 1]?.text ?? ''))
    return null
  const tail = lastTail(run, at)
  if (tail > at) return { from: at, to: tail, kind: 'organisation' }
  if (word.group === '組織' && !/^[A-Za-z\d]+$/u.test(word.text)) return { from: at, to: at + 1, kind: 'organisation' }
  return latinAndKana(text, run, at)
}

function endOfName(run: Words, from: number): number {
  let to = from
  while (to < run.length) {
    const word = run[to]
    if (
      word === undefined ||
      JAPANESE_HONORIFICS.includes(word.text) ||
      /^(?:代表|取締役|社長|会長|本社|支店|支社|工場|株主|製|様|御中)$/u.test(word.text)
    )
      break
    to += 1
  }
  return to
}

/** The end of the organisation that begins here, by the last of its tails or a legal form behind it; else `at`. */
function lastTail(run: Words, at: number): number {
  let end = at
  for (let step = at; step < run.length; step += 1) {
    const word = run[step]
    if (word === undefined || BREAKS.has(word.text)) break
    // 東都大学・港工科大学 are two.
    if (word.text === '・' && end === step && end > at) break
    const tail = tailAt(run, step)
    if (step > at && tail === null && JAPANESE_HONORIFICS.includes(word.text)) break
    const form = isForm(run, step)
    if (form > 0 && step > at) return step + form
    if (step > at && word.part === '姓' && run[step + 1]?.part === '名') break
    if (tail === null) continue
    if (
      step === at &&
      tail.length === 1 &&
      word.group !== '組織' &&
      !KATAKANA_TAIL.test(word.text) &&
      !(word.text.length >= 3 && !WEAK_TAILS.has(word.text) && /^(?:内閣府|警視庁|最高裁)/u.test(word.text))
    )
      continue
    if (step === at && tail.length > 1) continue
    if (step > at && WEAK_TAILS.has(tail.text) && !hasName(run.slice(at, step), tail.text)) continue
    // トヨタ社 is トヨタ.
    end = tail.text === '社' ? Math.max(end, step) : step + tail.length
  }
  return end
}

/** Inside one unknown word. */
const KATAKANA_TAIL = multilineRegExp('u')`
    ^[ァ-ヴー]{2,}(?:ホールディングス|グループ|カンパニー|コーポレーション|テクノロジーズ?|システムズ|ソリューションズ|エレクトロニクス|エンジニアリング|ファーマ|モーターズ?|フーズ
    |エナジー|パートナーズ|キャピタル|ネットワークス|ラボ|ロボティクス|バイオ|ソフト|メディア|クリニック|エアラインズ)$`

/** The tail that begins here; the dictionary cuts some of them in two (委員 会). */
function tailAt(run: Words, at: number): { readonly text: string; readonly length: number } | null {
  for (const length of [3, 2, 1]) {
    const text = run
      .slice(at, at + length)
      .map((word) => word.text)
      .join('')
    if (at + length <= run.length && ORGANISATION_TAILS.has(text)) return { text, length }
  }
  const word = run[at]
  if (word?.isUnknown === true && KATAKANA_TAIL.test(word.text)) return { text: word.text, length: 1 }
  return run[at]?.group === '組織' && !/^[A-Za-z\d]+$/u.test(run[at]?.text ?? '')
    ? { text: run[at]?.text ?? '', length: 1 }
    : null
}

/** Of these also any noun makes a name (みどり保育園), unless it says which sort it is (公立小学校). */
const INSTITUTIONS =
  /^(?:保育園|幼稚園|小学校|中学校|高校|病院|医院|クリニック|薬局|銀行|商店|書店|食堂|旅館|酒造|醸造|建設|電機|製薬|商事|運輸|書房|信用金庫|農園|工務店|新聞|証券|美術館|図書館|博物館)$/u
const SORTS = multilineRegExp('u')`
    ^(?:公立|私立|市立|県立|都立|府立|町立|村立|国立|区立|道立|総合|大学|地方|民間|大手|中小|地元|一般|専門|認可|無認可|動物|都市|投資|商業|中央|信託|ネット|メガ|世界
    |電子|総合|附属|付属|個人|全国|公共|近代|現代|民俗|科学|自然|歴史|子ども|移動|国会|学校|有価|住宅|大型|土木|救急|精神|基幹|拠点|協力|指定|調剤|門前|英字|業界|一流|有力
    |主要|夕刊|朝刊|スポーツ|経済|古|新|海外|国内|各)$`

/** What stands before a weak tail must be a name, not any noun. */
function hasName(before: Words, tail: string): boolean {
  if (
    INSTITUTIONS.test(tail) &&
    before.length === 1 &&
    before.every(
      ({ text, detail }) => text.length >= 2 && detail !== 'サ変接続' && detail !== '数' && !SORTS.test(text),
    )
  )
    return true
  if (
    before.some(
      ({ detail, isUnknown, text }) =>
        detail === '固有名詞' || (isUnknown && text.length >= 2) || /^[A-Z]{2,}/u.test(text),
    )
  )
    return true
  if (/^(?:省|庁)$/u.test(tail))
    return before.length >= 1 && before.every(({ detail }) => detail === '一般' || detail === 'サ変接続')
  if (tail === '裁判所') return /^(?:最高|高等|地方|家庭|簡易|国際)/u.test(before.at(-1)?.text ?? '')
  if (tail === '会') return before.length >= 3 && before.some(({ detail }) => detail === '固有名詞')
  return (
    /^(?:委員会|研究所|機構|協会|学会|裁判所|協議会|財団|取引所|大学|大学院|党|連合|銀行|基金)$/u.test(tail) &&
    before.length >= 2
  )
}

/** NTTデータ, JR東日本: letters and a name without a space between. */
function latinAndKana(text: string, run: Words, at: number): Part | null {
  const [word, next] = [run[at], run[at + 1]]
  if (word === undefined || next === undefined || !/^[A-ZＡ-Ｚ]{2,6}$/u.test(word.text) || next.start !== word.end)
    return null
  const isName =
    (isKatakana(next.text) && (next.isUnknown || next.detail === '固有名詞')) ||
    (/^(?:JR|NTT|ANA|JA|SMBC|KDDI|LINE)$/u.test(word.text) &&
      next.detail !== '接尾' &&
      (isKatakana(next.text) || next.group === '地域'))
  if (!isName) return null
  const isJoined =
    run[at + 2] !== undefined && (ORGANISATION_TAILS.has(run[at + 2]?.text ?? '') || run[at + 2]?.group === '地域')
  return text === '' ? null : { from: at, to: at + (isJoined ? 3 : 2), kind: 'organisation' }
}

/** A place with what belongs to its name: 京都市左京区, 琵琶湖, 成田空港. */
function placeAt(run: Words, at: number): Part | null {
  const word = run[at]
  if (word === undefined || word.pos === '記号' || word.detail === '接尾' || /^[米英仏独伊露韓中蘭]$/u.test(word.text))
    return null
  let to = at
  if (word.group === '地域') {
    to = at + 1
    for (let step = to; step < run.length; step += 1) {
      const next = run[step]
      if (next === undefined) break
      const isTail = PLACE_TAILS.has(next.text) && next.text !== '原'
      const chains = next.group === '地域' && isTailWord(run[step - 1])
      if (!isTail && !chains) break
      to = step + 1
    }
    return isPeople(run[to]) ? null : { from: at, to, kind: 'place' }
  }
  const next = run[at + 1]
  const named = word.detail === '固有名詞' || word.isUnknown || word.part === '姓'
  if (
    next !== undefined &&
    named &&
    PLACE_TAILS.has(next.text) &&
    !/^(?:国|地域|地区|地方|市場|公園|原|城)$/u.test(next.text)
  )
    return { from: at, to: at + 2, kind: 'place' }
  if (
    word.detail === '固有名詞' &&
    word.group === '一般' &&
    /(?:川|山|湖|島|岳|湾|海|峡|港|城|寺|神社|駅|半島|平野)$/u.test(word.text)
  )
    return { from: at, to: at + 1, kind: 'place' }
  return null
}

function isTailWord(word: TaggedWord | undefined): boolean {
  return word !== undefined && (PLACE_TAILS.has(word.text) || /[都道府県市区町村郡]$/u.test(word.text))
}

/** 日本人, 中国語, 米国製: no place is meant. */
function isPeople(word: TaggedWord | undefined): boolean {
  return word !== undefined && /^(?:人|語|人民|製|系|料理|国民|風|式|文学|史)$/u.test(word.text)
}

/** ヒカリX3, プレイステーション5: kana or letters with a number that counts nothing. */
function modelAt(run: Words, at: number): Part | null {
  const word = run[at]
  if (word === undefined || !isKatakana(word.text) || word.text.length < 2 || BREAKS.has(word.text)) return null
  let to = at + 1
  let digits = false
  while (
    to < run.length &&
    run[to]?.start === run[to - 1]?.end &&
    /^(?:[A-Za-zＡ-Ｚ]{1,6}|[\d０-９]{1,4}|[-－])$/u.test(run[to]?.text ?? '')
  ) {
    if (/[\d０-９]/u.test(run[to]?.text ?? '')) digits = true
    to += 1
  }
  const next = run[to]
  const counts =
    next !== undefined &&
    (next.detail === '接尾' ||
      /^(?:ドル|ユーロ|ポンド|メートル|キロ|グラム|パーセント|人|台|個|年|月|日)$/u.test(next.text))
  return digits &&
    !counts &&
    !/^(?:ドル|ユーロ|ベスト|トップ|レベル|ページ|ステージ|フェーズ|グループ|タイプ|バージョン|シーズン|ランク|クラス)$/u.test(
      word.text,
    )
    ? { from: at, to, kind: 'product' }
    : null
}
