import { either } from './alternatives.ts'

/** "I" and "my", but neither I-95, I.M. Pei nor ME/CFS. */
const FIRST_PERSON = /^(?:(?:I|i|My|my|Me|me)(?![-./\p{L}])(?! kappa)|[Ii]['’](?:m|ve|ll|d))(?=[\s,!]|['’]|$)/u

/** Talk when a pause follows; "No vaccine", "So far" and "Well water" open findings. */
const INTERJECTION = new RegExp(
  `^${either(['well', 'so', 'ok', 'okay', 'yes', 'yeah', 'no', 'anyway'])}(?:[,!]|\\. (?!\\d))`,
  'i',
)
const GREETING = /^(?:hi|hello|thanks|thank you|welcome|hey|wow)\b[,!. ]/i

const FORUM_TALK = new RegExp(
  `\\b${either([
    'my (?:wife|husband|friend|mom|dad|favou?rite|doctor)',
    'i (?:love|hate|guess|was like|remember)',
    'lol',
    'haha',
    'imho?',
    'tl;dr',
    'happened to me',
    'worked for me',
    'same (?:here|thing happened)',
    'this thread',
    'the op is',
  ])}\\b|^${either([
    'mine',
    'just (?:wondering|curious|checking)',
    'works (?:like|great|well|perfectly|as)',
    'arrived (?:on|in|late|early|broken|quickly|damaged)',
    'fits (?:perfectly|well|great)',
    'can confirm',
    'edit:',
    'been (?:taking|using|doing)',
    're:',
    'posted by',
    'bump(?:ing)?',
  ])}\\b`,
  'i',
)

/** A review, a post or a call: the one who speaks is not named. */
const OWN_VOICE = new RegExp(
  `(?<![\\p{L}])${either([
    'in my (?:experience|case|opinion)',
    'would (?:buy|purchase|order|recommend) (?:it |this )?(?:again|to anyone)',
    '(?:highly|definitely|would) recommend(?:ed)?',
    '(?:as|and|but|if|when|that|,) i(?: (?:am|was|have|had|would|will|think|said|mentioned|know|tried|bought' +
      "|got|use|used)|['’](?:d|ll|m|ve))",
    "we(?: are|['’]re) (?:very |so |really )?(?:excited|pleased|proud|thrilled|delighted|happy)",
    '(?:turn|hand|pass) (?:it|the call|things) over to',
    'very (?:happy|pleased|satisfied|disappointed) with',
    '(?:if|has|does|did|is) any(?:one|body) (?:else|here|know|tried|has|have|had)',
  ])}\\b`,
  'iu',
)

const JAPANESE_TALK = new RegExp(
  [
    `^${either([
      'うちの(?:子|夫|妻|母|父|犬|猫|娘|息子)',
      '(?:我が家|わが家)',
      '使ってみた',
      '私[はもの]',
      '僕[はも]',
      '俺[はも]',
      'わたし[はも]',
      '個人的に',
      'こんにちは',
      'はじめまして',
      '皆さん',
      'みなさん',
      '質問者さん',
      'お礼が',
      '回答ありがとう',
    ])}`,
    `${either([
      'ですよね',
      'だよね',
      'なんですよ',
      'いいですよ',
      'ました！',
      '笑',
      'すみません',
      'ありがとうございま(?:す|した)',
      '助かりました',
      '最高でした',
    ])}[。！!]?$`,
  ].join('|'),
)

/** What a named speaker says of himself is reported, not chatted. */
const QUOTED = /["“][^"”]{0,400}["”]/g

export function isEnglishChatter(text: string): boolean {
  if ([FIRST_PERSON, INTERJECTION, GREETING, FORUM_TALK].some((sign) => sign.test(text))) return true
  return OWN_VOICE.test(text.replace(QUOTED, ''))
}

export function isJapaneseChatter(text: string): boolean {
  return JAPANESE_TALK.test(text)
}
