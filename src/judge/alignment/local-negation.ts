import { isJapanese } from '../rules/words.ts'
import { anyOf } from './any-of.ts'

/** A word as it stands in a text, and whether its clause denies it. */
export interface PlacedWord {
  readonly word: string
  readonly denied: boolean
  /** The negation stands right before it, or one word from it. */
  readonly directly: boolean
}

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}'’-]*|[,;:.()]/gu
const DENIES = /^(?:not|no|never|none|nobody|nothing|neither|nor|cannot|hardly|barely|rarely|instead)$|n['’]t$/u
/** "Not only", "no less than", "no longer than", "not rule out": they affirm. */
const AFFIRMS = /^(?:only|just|merely|less|fewer|more|later|earlier|doubt|rule|ruled|exclude)$/u
const NOTHING = /^(?:nothing|nobody|none|no)$/u
const BREAK = /^[,;:.()]$/u
/** So many words before it, and one or two behind it, a negation still belongs to a word. */
const BEFORE = 3
const BEHIND = 2
const DIRECTLY = 2

const JAPANESE_WORD = /[\p{Script=Han}々]+|[\p{Script=Katakana}ー]{2,}/gu
const JAPANESE_DENIAL =
  /(?<!少|すく)な(?:い|かっ|く|し(?:[。、]|$))|ません|ず(?=[、。にで]|$)|ございません|ぬ(?=[、。]|$)/u
const JAPANESE_AFFIRMS =
  /だけでなく|のみならず|なければ|かもしれ|に違いな|だけではなく|にとどまらず|必ず|少なからず|なくてはなら|で(?:は)?なく|ではない(?:か|だろう|でしょう)|(?<!も)のではない/u
const JAPANESE_AFFIRMING = new RegExp(JAPANESE_AFFIRMS.source, 'gu')
/** As far behind a Japanese word its verb may still deny it. */
const JAPANESE_REACH = 16
const NEXT_VERB = 3

/** Every word in small letters; of Japanese every stretch of kanji or katakana. */
export function placedWords(text: string): readonly PlacedWord[] {
  const lower = text.normalize('NFKC').toLowerCase()
  return isJapanese(lower) ? japaneseWords(lower) : latinWords(lower)
}

function latinWords(text: string): readonly PlacedWord[] {
  const tokens = [...text.matchAll(TOKEN)].map(([token]) => token)
  return tokens.flatMap((word, at) => {
    if (BREAK.test(word)) return []
    const before = tokens.slice(Math.max(0, at - BEFORE), at)
    const cut = before.findLastIndex((token) => BREAK.test(token))
    const clause = before.slice(cut + 1)
    const deniedBefore = clause.some((token, i) => {
      const next = clause[i + 1] ?? word
      return DENIES.test(token) && !AFFIRMS.test(next) && !/^\d/u.test(next)
    })
    const behind = tokens.slice(at + 1, at + 1 + BEHIND)
    const stop = behind.findIndex((token) => BREAK.test(token))
    const after = stop < 0 ? behind : behind.slice(0, stop)
    const deniedAfter = after.some((token, i) => NOTHING.test(token) && after[i - 1] !== 'for' && word !== 'for')
    const near = clause.slice(-DIRECTLY)
    const directly = deniedBefore && near.some((token) => DENIES.test(token))
    return [{ word, denied: deniedBefore || deniedAfter, directly: directly || deniedAfter }]
  })
}

function japaneseWords(text: string): readonly PlacedWord[] {
  return [...text.matchAll(JAPANESE_WORD)].map((match) => {
    const [word] = match
    const behind = text.slice(match.index + word.length, match.index + word.length + JAPANESE_REACH)
    const clause = behind.split(/[、。「」\n]/u)[0] ?? ''
    // The next verb takes the denial: 減り、増えない denies 増え alone.
    const next = /\p{Script=Han}+/u.exec(clause)
    const own = next === null || next[0].length < NEXT_VERB ? clause : clause.slice(0, next.index)
    const denied = JAPANESE_DENIAL.test(own) && !JAPANESE_AFFIRMS.test(own)
    return { word, denied, directly: denied }
  })
}

/** "..., not 21 %" puts one thing in place of another and denies no verb. */
const CONTRAST = anyOf(
  'giu',
  /,\s(?:and |but )?not\b[^,;.]{0,80}/giu,
  /\bnot (?:only|[^,;.]{1,40}\bwithout)\b/giu,
  /\bno (?:(?:less|more|fewer|later|earlier) than|doubt)\b/giu,
  /\b(?:not|never|n['’]t) (?:ruled? out|exclude)\b/giu,
)
const LATIN_DENIAL = /\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot)\b|n['’]t\b/iu

/** What denies by a word of its own, without a "not". */
const CALLED_WRONG = anyOf(
  'iu',
  /\b(?:fail(?:s|ed|ing|ure)?|unable|refus(?:e|es|ed|al)|den(?:y|ies|ied|ial)|untrue|false|wrong|incorrect)\b/iu,
  /\b(?:unfounded|baseless|myth|hoax|contrary|disprov\w{1,4}|debunk\w{1,4}|rumou?rs?|lacks?|lacked|without)\b/iu,
  /否定|誤り|誤っ|デマ|うそ|嘘|事実無根|根拠(?:が|は|も)?な|撤回|うわさ|噂|失敗|に反し/iu,
)

export function deniesAnything(text: string): boolean {
  const plain = text.normalize('NFKC')
  if (CALLED_WRONG.test(plain)) return true
  if (isJapanese(plain)) return JAPANESE_DENIAL.test(plain.replace(JAPANESE_AFFIRMING, ''))
  return LATIN_DENIAL.test(plain.replace(CONTRAST, ''))
}

/** "Failed to open", "no longer": each denies what follows once. */
const DENIAL_WORDS = anyOf(
  'giu',
  /\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without|rather than|instead of|hardly|barely)\b/giu,
  /\b(?:fail(?:s|ed)? to|refus(?:es|ed)? to|unable|lacks?|lacked)\b|n['’]t\b/giu,
)
const JAPANESE_DENIALS = new RegExp(JAPANESE_DENIAL.source, 'gu')
const blank = (text: string) => ' '.repeat(text.length)

/** Where a text denies something, a place for each denial. */
export function denialsIn(text: string): readonly number[] {
  if (isJapanese(text))
    return [...text.replace(JAPANESE_AFFIRMING, blank).matchAll(JAPANESE_DENIALS)].map(({ index }) => index)
  return [...text.replace(CONTRAST, blank).matchAll(DENIAL_WORDS)].map(({ index }) => index)
}
