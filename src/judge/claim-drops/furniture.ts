import { either } from './alternatives.ts'
import { isCaptionOrHeadline } from './captions.ts'
import { hasKnownVerb } from './english-verbs.ts'
import {
  AUTHOR_NOTE,
  BYLINE_TRADES,
  DISCLAIMERS,
  FIELDS,
  JAPANESE_SITE_PHRASES,
  JAPANESE_SITE_TOPICS,
  JAPANESE_SITE_VOICE,
  SHOP_PHRASES,
  SITE_PHRASES,
  SITE_TOPICS,
  SITE_VOICE,
  STAMPS,
  YOUR_ACCOUNT,
} from './furniture-words.ts'

const word = (entries: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])${either(entries)}(?![\\p{L}\\p{N}])`, 'iu')

const PHRASE = word([...SITE_PHRASES, ...SHOP_PHRASES, AUTHOR_NOTE])
const DISCLAIMER = new RegExp(`\\b${either(DISCLAIMERS)}`, 'i')
const READERS_OWN = new RegExp(
  `^your ${either(YOUR_ACCOUNT)} (?:is|are|was|were|has|have|had|will|can|may|must|could)\\b`,
  'i',
)
/** "Our team tests every product we recommend." */
const OWN_HOUSE =
  /^our (?:team|editors?|experts?|reviewers|staff|customers?|products?|mission|store|shop|writers|journalists)\b/i
const TOPIC = word(SITE_TOPICS)
const VOICE = word(SITE_VOICE)
const FIELD = new RegExp(`^${either(FIELDS)}\\s*[:：]`, 'i')
const STAMP = new RegExp(`^${either(STAMPS)}(?![\\p{L}])`, 'iu')
const BYLINE = /^By (?:\p{Lu}[\p{L}.'’-]+ ?){2,4}/u
const TRADE = word(BYLINE_TRADES)
/** "Here are 10 foods that can lower your blood pressure." */
const ANNOUNCES = /^here(?:['’]s| (?:is|are))\b.*\b(?:your|you|we|our)\b/i
/** A line of a menu or a footer, not a sentence about its topic. */
const SHORT_LINE_WORDS = 5

const JAPANESE_PHRASE = new RegExp(either(JAPANESE_SITE_PHRASES))
const JAPANESE_TOPIC = new RegExp(either(JAPANESE_SITE_TOPICS), 'i')
const JAPANESE_VOICE = new RegExp(either(JAPANESE_SITE_VOICE))

function isByline(text: string): boolean {
  const name = BYLINE.exec(text)?.[0]
  if (name === undefined) return false
  const rest = text.slice(name.length)
  return TRADE.test(rest) || !hasKnownVerb(`x ${rest}`)
}

/** The page about itself (menus, notices, bylines, shop lines), not about the world. */
export function isEnglishFurniture(text: string): boolean {
  if ([PHRASE, DISCLAIMER, READERS_OWN, OWN_HOUSE, FIELD, ANNOUNCES].some((sign) => sign.test(text))) return true
  if (isByline(text) || isCaptionOrHeadline(text)) return true
  const stamp = STAMP.exec(text)?.[0]
  if (stamp !== undefined && !hasKnownVerb(`x ${text.slice(stamp.length)}`)) return true
  if (/©/.test(text)) return true
  return TOPIC.test(text) && (VOICE.test(text) || text.split(/\s+/).length <= SHORT_LINE_WORDS)
}

export function isJapaneseFurniture(text: string): boolean {
  if (JAPANESE_PHRASE.test(text) || /©/.test(text)) return true
  return JAPANESE_TOPIC.test(text) && (JAPANESE_VOICE.test(text) || !/[はが]/.test(text))
}
