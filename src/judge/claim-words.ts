import { multilineRegExp } from '../domain/multiline-regexp.ts'
import { nfkcKeepingNumbers } from '../domain/nfkc-keeping-numbers.ts'
import { contentWords, isJapanese } from './rules/words.ts'

/** A word of English or a phrase (文節) of Japanese, as it is compared. */
export interface Word {
  readonly text: string
  readonly key: string
  /** Punctuation that ends a clause stands before it. */
  readonly opens: boolean
  /** Joins and places other words: "of", "by", "and". A figure or a name never does. */
  readonly isFunction: boolean
}

/** A Map: any word of a page is looked up here, `constructor` too. */
const FORMS: ReadonlyMap<string, string> = new Map([
  ...['is', 'are', 'was', 'were', 'am'].map((form) => [form, 'be'] as const),
  ...['has', 'had'].map((form) => [form, 'have'] as const),
  ...['does', 'did'].map((form) => [form, 'do'] as const),
  ['percent', '%'],
])

/** Says nothing that could be left out or added wrongly. */
const ARTICLES = new Set(['a', 'an', 'the'])
const ENGLISH = /[\p{L}\p{N}](?:[\p{L}\p{N}'’+-]|[.,](?=\p{N}))*|%|[,;:.()[\]–—]/gu
const JAPANESE =
  /[、。，．,.;:：；「」『』()（）【】[\]]+|[^\p{Script=Hiragana}、。，．,.;:：；「」『』()（）【】[\]]+\p{Script=Hiragana}*|\p{Script=Hiragana}+/gu

/** Politeness is no difference. */
function plain(phrase: string): string {
  return phrase
    .replace(/(?:である|です)$/, 'だ')
    .replace(/でした$/, 'だった')
    .replace(/しました$/, 'した')
    .replace(/します$/, 'する')
    .replace(/れました$/, 'れた')
    .replace(/れます$/, 'れる')
}

function englishKey(word: string): string {
  const lower = word.toLowerCase().replace(/(?<=\d),(?=\d{3})/g, '')
  const [stem] = contentWords(lower)
  return FORMS.get(lower) ?? stem ?? lower
}

/** Joining words that also tell a topic apart, and so are no stop words of `contentWords`. */
const JOINING = multilineRegExp('i')`
  ^(?:after|before|since|because|until|although|though|whereas|despite|compared|versus|upon|towards?|through|across
    |around)$`

function isFunctionWord(word: string): boolean {
  return JOINING.test(word) || (word.length > 1 && !/[\d%]/.test(word) && contentWords(word).size === 0)
}

export function wordsOf(text: string): readonly Word[] {
  const unicode = nfkcKeepingNumbers(text)
  const japanese = isJapanese(unicode)
  // Between Japanese letters a space is layout; the model may drop it.
  const folded = japanese ? unicode.replace(/\s+/g, '') : unicode.replace(/per cent\b/gi, 'percent')
  const words: Word[] = []
  let opens = false
  for (const [piece] of folded.matchAll(japanese ? JAPANESE : ENGLISH)) {
    if (!/[\p{L}\p{N}%]/u.test(piece)) opens ||= piece.trim() !== ''
    else if (japanese || !ARTICLES.has(piece.toLowerCase())) {
      const key = japanese ? plain(piece.toLowerCase()) : englishKey(piece)
      words.push({ text: piece, key, opens, isFunction: !japanese && isFunctionWord(piece) })
      opens = false
    }
  }
  return words
}
