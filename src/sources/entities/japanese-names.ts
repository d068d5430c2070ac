import type { EntityKind, RecognisedName } from '../../domain/entity.ts'
import { multilineRegExp } from '../../domain/multiline-regexp.ts'
import { ORGANISATION_NOUNS_BEFORE, ORGANISATION_VERBS, PRODUCT_NOUNS, PRODUCT_VERBS } from './japanese-cues.ts'
import { japaneseLaws } from './japanese-laws.ts'
import { namesOfRun } from './japanese-runs.ts'
import type { TaggedWord } from './japanese-words.ts'
import type { RuleName } from './rule-name.ts'

/** Names that Japanese text writes; those in Latin letters alone are read by the English rules. */
export function japaneseNames(text: string, words: readonly TaggedWord[]): RuleName[] {
  const laws = japaneseLaws(text, words)
  const quoted = quotedNames(text)
  const taken = [...laws, ...quoted, ...knownNames(text)]
  const isFree = (start: number, end: number) => !taken.some((one) => start < one.end && one.start < end)
  const runs = nounRuns(text, words).flatMap(({ run, next }) => namesOfRun(text, run, next))
  const named = runs.filter(({ start, end }) => isFree(start, end))
  const sure = [...taken, ...named]
  return [
    ...sure.map((one) => ({ ...one, isSure: true })),
    ...unknownNames(text, words, sure).map((one) => ({ ...one, isSure: false })),
  ]
}

interface NounRun {
  readonly run: readonly TaggedWord[]
  /** The word behind it. */
  readonly next: TaggedWord | undefined
}

/** No name has more words; the time to read a run grows with the square of its length. */
const LONGEST_RUN = 40

/** Nouns that follow each other, with what stands inside names: dots, joined Latin, prefixes. */
export function nounRuns(text: string, words: readonly TaggedWord[]): readonly NounRun[] {
  const runs: NounRun[] = []
  let run: TaggedWord[] = []
  const close = (next: TaggedWord | undefined) => {
    if (run.length > 0) runs.push({ run, next })
    run = []
  }
  for (const [at, word] of words.entries()) {
    if (run.length >= LONGEST_RUN) close(word)
    if (belongs(words, at) || isInForm(text, word)) run.push(word)
    else close(word)
  }
  close(undefined)
  return runs
}

/** (株) and its like. */
function isInForm(text: string, { start, end }: TaggedWord): boolean {
  if (/^[㈱㈲㍿]$/u.test(text.slice(start, end))) return true
  return /^[(（]$/u.test(text.slice(start, end))
    ? SHORT_FORM.test(text.slice(start, start + 5))
    : /^[)）]$/u.test(text.slice(start, end)) &&
        SHORT_FORM.test(text.slice(Math.max(0, end - 4), end).replace(/^[^(（]*/u, ''))
}

const SHORT_FORM = /^[(（](?:株|有|同|資|名|財|社|一社|公財|一財|公社|学|医|福|独|特非)[)）]/u

function belongs(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at]
  if (word === undefined) return false
  if (word.pos === '接頭詞') return words[at + 1]?.pos === '名詞'
  if (word.pos === '名詞')
    return !['代名詞', '非自立', '副詞可能'].includes(word.detail) && /^[\p{L}\p{N}&＆]/u.test(word.text)
  if (word.pos === '記号' && /^[・＆&=＝\-－‐]$/u.test(word.text))
    return words[at - 1]?.pos === '名詞' && words[at + 1]?.pos === '名詞'
  if (word.pos === '記号' && /^[\s　]$/u.test(word.text))
    return words[at - 1]?.part === '姓' && (words[at + 1]?.group === '人名' || words[at + 1]?.pos === '名詞')
  return word.pos === '記号' && word.detail === 'アルファベット'
}

/** Bodies and firms whose names no rule finds: their words are any words. */
const KNOWN = multilineRegExp('gu')`
    国際連合|国連(?!総会)|欧州連合|世界銀行|国際通貨基金|世界保健機関|世界貿易機関|国際原子力機関|経済協力開発機構|(?<![ァ-ヴー])(?:アップル|グーグル|アマゾン|マイクロソフト
    |フェイスブック|テスラ|ネットフリックス|エヌビディア|インテル|サムスン|ファイザー|モデルナ|ボーイング|エアバス|シャープ|ユニクロ|メルカリ|ソフトバンク|サントリー|キリン
    |アサヒビール)(?![ァ-ヴー])`

/** A name in hiragana, which the dictionary takes apart. */
const ROAD = /国道[\d０-９]{1,3}号/gu
const HIRAGANA_NAME = /(?<=^|[、。「（\n])[ぁ-ん]{2,6}(?:銀行|信用金庫|大学|病院|証券|新聞|書房|生命)/gu

function knownNames(text: string): RecognisedName[] {
  const named = (pattern: RegExp, kind: EntityKind) =>
    [...text.matchAll(pattern)].map(({ index: start, 0: found }) => ({
      start,
      end: start + found.length,
      text: found,
      kind,
    }))
  return [...named(ROAD, 'place'), ...named(KNOWN, 'organisation'), ...named(HIRAGANA_NAME, 'organisation')]
}

/** Shops, clubs and groups stand in quotation marks as well. */
const QUOTED_ORGANISATION = multilineRegExp('u')`
    (?:店|喫茶|カフェ|居酒屋|レストラン|食堂|旅館|ホテル|会社|企業|ベンチャー|スタートアップ|団体|チーム|劇団|バンド|法人|NPO|サークル|クラブ|工房|書店|ラーメン|ベーカリー
    |パン屋|教室|塾|園|施設|出版社|ネットワーク)(?:の|、)?$`

const QUOTES = /[「『“"]([^「」『』“”"。\n]{1,40})[」』”"]/gu

/** What stands in quotation marks is a product where the words around it say so. */
function quotedNames(text: string): RecognisedName[] {
  return [...text.matchAll(QUOTES)].flatMap((match): RecognisedName[] => {
    const inside = match[1] ?? ''
    const start = match.index + 1
    const before = text.slice(Math.max(0, match.index - 16), match.index)
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 40)
    if (/[はがをにで、]|です|ます/u.test(inside) || /(?:法|法律|条例)$/u.test(inside)) return []
    if (QUOTED_ORGANISATION.test(before))
      return [{ start, end: start + inside.length, text: inside, kind: 'organisation' }]
    if (!PRODUCT_NOUNS.test(before) && !PRODUCT_VERBS.test(after)) return []
    if (
      /(?:論文|書籍|著書|小説|映画|番組|記事|曲|本|絵本|漫画|雑誌|計画|事業|展|イベント|会議|シンポジウム|報告書)(?:の|、)?$/u.test(
        before,
      )
    )
      return []
    return [{ start, end: start + inside.length, text: inside, kind: 'product' }]
  })
}

/** Katakana that no dictionary has, by what is said of it. */
function unknownNames(text: string, words: readonly TaggedWord[], taken: readonly RecognisedName[]): RecognisedName[] {
  return words.flatMap((word): RecognisedName[] => {
    const isName = word.isUnknown || (word.detail === '固有名詞' && word.group !== '人名' && word.group !== '地域')
    if (!isName || !/^[\p{Script=Katakana}ー]{3,}$/u.test(word.text)) return []
    if (taken.some(({ start, end }) => word.start < end && start < word.end)) return []
    const kind = kindAround(text, word)
    return kind === null ? [] : [{ start: word.start, end: word.end, text: word.text, kind }]
  })
}

/** What is said around a name that says nothing itself; null: nothing. */
export function kindAround(
  text: string,
  { start, end, group }: Pick<TaggedWord, 'start' | 'end' | 'group'>,
): EntityKind | null {
  const before = text.slice(Math.max(0, start - 16), start)
  const after = text.slice(end, end + 60)
  if (ORGANISATION_NOUNS_BEFORE.test(before)) return 'organisation'
  if (/^(?:社|製|の(?:社長|会長|株|株価|決算|工場|本社|子会社|従業員|広報|経営))/u.test(after)) return 'organisation'
  if (PRODUCT_VERBS.test(after) || PRODUCT_NOUNS.test(before)) return 'product'
  if (ORGANISATION_VERBS.test(after)) return 'organisation'
  return group === '組織' ? 'organisation' : null
}
