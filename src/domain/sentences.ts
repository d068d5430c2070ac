import { multilineRegExp } from './multiline-regexp.ts'
import { LONGEST_SENTENCE } from './text-limits.ts'

/** A sentence and where it stands in the text it was cut from: `text === input.slice(start, end)`. */
export interface Sentence {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Abbreviations that are always followed by more of the same sentence. */
const NEVER_LAST = new Set(
  (
    'dr mr mrs ms prof rev hon gen col lt sgt capt sen rep gov st mt ft messrs mme mlle ' +
    'fig figs eq eqs ref refs sect ch chap vol vols pp pt tab no nos art arts cf vs v viz ca approx resp ' +
    'e.g i.e eds trans suppl spp sp subsp var'
  ).split(' '),
)

/** Abbreviations that may also end a sentence: only a following capitalised word ends it. */
const MAY_BE_LAST = new Set(
  (
    'etc al inc ltd corp co llc bros jr sr esq ph.d m.d b.a m.a b.sc m.sc d.c u.s u.k u.n e.u a.m p.m ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun ' +
    'dept univ assn min max est hr hrs sec mg ml kg cm mm km wt ver op cit ibid'
  ).split(' '),
)

/** Of those, the ones that a capitalised word usually continues (a month, a firm, a country's agency). */
const CAPITAL_CONTINUES = new Set(
  'jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k u.n e.u dept univ d.c al op'.split(' '),
)

/** Words that open a sentence often enough to end it after `U.S.`, `et al.` and their like. */
const OPENERS = new Set(
  (
    'the this that these those it its they their he his she her we our you i a an in on at by for from with ' +
    'as after before when while ' +
    'however but and or if although though since because moreover furthermore therefore thus there here also ' +
    'no not both all some many ' +
    'most each what which who how why according such during despite'
  ).split(' '),
)

/** Ranks that go on after a firm's Inc. or Corp.: "Apple Inc. Chief Executive Tim Cook". */
const RANKS = new Set(
  'chief ceo cfo president chairman chairwoman vice executive director founder spokesman spokeswoman'.split(' '),
)
const FIRMS = new Set('inc ltd corp co llc bros'.split(' '))

/** After a.m. and p.m.: time zones and days belong to the time. */
const OF_A_TIME = multilineRegExp('')`
  ^(?:[ECMP][SD]?T|GMT|UTC|BST|CES?T|JST|IST|AES?T|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day
    |(?:Eastern|Pacific|Central|Mountain|Greenwich|local) [Tt]ime)\b`

/**
 * Names that end on a stop, and what may follow them in one sentence; anything else may be an order that hides behind
 * them (L2).
 */
const NAMES_WITH_A_STOP = [
  { name: 'Yahoo!', goesOn: /^(?:Inc|Corp|Holdings|Japan|Mail|News|Finance|Answers|Auctions|Sports|Research)\b/ },
  { name: 'モーニング娘。', goesOn: /^[はがのもをに]/ },
  { name: 'ゲスの極み乙女。', goesOn: /^[はがのもをに]/ },
]

/** A letter after these is their number, not an initial: "vitamin C. Lead pipes", "100 °C. Lead pipes". */
const LETTERED =
  /(?:°|\b(?:vitamins?|hepatitis|types?|groups?|class|grade|plan|appendix|influenza|phase|option|panel|factor) )$/i

const BULLET = /^\s*[-*•・‣–]\s+|^\s*[•・]/
const CJK_STOP = '。！？｡'
const LATIN_STOP = '.!?…'
const CLOSERS = '"\'”’)]}»›」』）】〕〉》］｝'
const JAPANESE_OPEN = '「『（〔【〈《［｛(“'
const JAPANESE_CLOSE = '」』）〕】〉》］｝)”'
/** A bracket left open for longer than this is taken for a slip, not for a quotation. */
const LONGEST_QUOTE = 400

/**
 * Splits English and Japanese prose. A full stop inside a Japanese quotation does not end the sentence around it
 * (彼は「行く。」と言った。), nor do abbreviations, decimals, initials or identifiers. A blank line always does.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  let depth = 0
  let opened = 0
  const close = (end: number) => {
    pushTrimmed(sentences, text, start, end)
    start = end
    depth = 0
  }
  for (let i = 0; i < text.length; i += 1) {
    // Nine characters in ten, which neither open, close nor end anything.
    if (isAsciiWord(text.charCodeAt(i))) continue
    const char = text.charAt(i)
    if (char === '\n' && isBreak(text, i)) {
      close(i + 1)
    } else if (JAPANESE_OPEN.includes(char) && isCjkNear(text, i)) {
      if (depth === 0) opened = i
      depth += 1
    } else if (depth > 0 && JAPANESE_CLOSE.includes(char)) {
      depth -= 1
      if (depth === 0 && quotationEndsSentence(text, opened, i)) close(i + 1)
    } else if (CJK_STOP.includes(char)) {
      const end = afterStops(text, i)
      if (isInName(text, i, end)) continue
      if (depth === 0 || i - opened > LONGEST_QUOTE) close(end)
      i = depth === 0 ? end - 1 : i
    } else if (LATIN_STOP.includes(char) && depth === 0) {
      const end = afterStops(text, i)
      if (endsLatinSentence(text, start, i, end)) close(end)
      i = end - 1
    }
  }
  close(text.length)
  return sentences
}

/** A space, a letter or a digit of ASCII. */
function isAsciiWord(code: number): boolean {
  return code === 32 || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
}

/** A sentence without end becomes several: what reads sentences has to be able to read each in one go. */
function pushTrimmed(into: Sentence[], text: string, from: number, to: number): void {
  let begin = from
  while (to - begin > LONGEST_SENTENCE) {
    const room = text.slice(begin, begin + LONGEST_SENTENCE)
    const end = begin + (room.lastIndexOf(' ') + 1 || LONGEST_SENTENCE)
    pushOne(into, text, begin, end)
    begin = end
  }
  pushOne(into, text, begin, to)
}

function pushOne(into: Sentence[], text: string, from: number, to: number): void {
  let start = from
  let end = to
  const bullet = BULLET.exec(text.slice(from, to))
  if (bullet) start += bullet[0].length
  while (start < end && /\s/.test(text.charAt(start))) start += 1
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1
  if (end > start) into.push({ text: text.slice(start, end), start, end })
}

/**
 * A line end breaks before a blank line, around list items and table rows, and after Japanese; else it is a wrapped
 * line.
 */
function isBreak(text: string, at: number): boolean {
  const after = text.slice(at + 1, at + 200)
  if (/^[ \t\r]*\n/.test(after) || BULLET.test(after)) return true
  const before =
    text
      .slice(Math.max(0, at - 200), at)
      .split('\n')
      .at(-1) ?? ''
  if (BULLET.test(before) || / \| /.test(before) || / \| /.test(after.split('\n')[0] ?? '')) return true
  return isCjk(before.trimEnd().slice(-1))
}

function isCjkNear(text: string, at: number): boolean {
  return (
    '「『（〔【〈《［｛'.includes(text.charAt(at)) ||
    isCjk(text.charAt(at - 1)) ||
    isCjk(nextVisible(text, at + 1).char)
  )
}

function isCjk(char: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f々〆]/.test(char)
}

/** 「…。」 ends a sentence when it is the whole of it: a new quotation, a line end, or nothing follows. */
function quotationEndsSentence(text: string, opened: number, closed: number): boolean {
  const inner = text.slice(opened + 1, closed).trimEnd()
  if (inner === '' || !/[。！？!?｡]$/.test(inner)) return false
  const next = nextVisible(text, closed + 1)
  return next.char === '' || next.brokeLine || next.char === '「' || next.char === '『'
}

function nextVisible(text: string, from: number): { char: string; index: number; brokeLine: boolean } {
  let index = from
  let brokeLine = false
  while (index < text.length && /\s/.test(text.charAt(index))) {
    brokeLine ||= text.charAt(index) === '\n'
    index += 1
  }
  return { char: text.charAt(index), index, brokeLine }
}

/** Where a run of stops, its closing quotes and its reference marks ([3], [citation needed]) ends. */
function afterStops(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && (LATIN_STOP + CJK_STOP).includes(text.charAt(end))) end += 1
  while (end < text.length && CLOSERS.includes(text.charAt(end))) end += 1
  const marks = /^(?:\[[^[\]\n]{1,30}\])+/.exec(text.slice(end, end + 100))
  return marks ? end + marks[0].length : end
}

function endsLatinSentence(text: string, start: number, stop: number, end: number): boolean {
  const next = nextVisible(text, end)
  if (next.char === '') return true
  const spaced = next.index > end
  // Without a space only Japanese goes on after a stop; otherwise it is 1.5, a host name, a DOI or a file name.
  if (!spaced) return isCjk(next.char) && isCjk(text.charAt(stop - 1))
  const following = /^[\p{L}'’]+/u.exec(text.slice(next.index, next.index + 30))?.[0] ?? ''
  if (isInName(text, stop, next.index)) return false
  if (text.charAt(stop) !== '.') return !/[a-z,;]/.test(next.char) || isBrand(following)
  if (end - stop > 1 && text.slice(stop, end).startsWith('..')) return !/[a-z]/.test(next.char)
  const lastWord =
    /(?<![\p{L}\p{N}.&'’-])[\p{L}\p{N}.&'’-]+$/u.exec(text.slice(Math.max(start, stop - 40), stop))?.[0] ?? ''
  const abbreviation = lastWord.toLowerCase().replace(/^[.'’-]+/, '')
  if (NEVER_LAST.has(abbreviation)) return false
  if (abbreviation === 'p' && /[\d<=>]/.test(next.char)) return false
  if ((/^[a-z]/.test(next.char) && !isBrand(following)) || /^[,;:)\]]/.test(next.char)) return false
  if (FIRMS.has(abbreviation) && RANKS.has(following.toLowerCase())) return false
  if (/^[ap]\.m$/.test(abbreviation) && OF_A_TIME.test(text.slice(next.index, next.index + 30))) return false
  if (CAPITAL_CONTINUES.has(abbreviation)) return OPENERS.has(following.toLowerCase())
  if (MAY_BE_LAST.has(abbreviation)) return !/\d/.test(next.char)
  // An initial (J. Smith, J. R. Smith) goes on; a lone letter that ends a sentence (vitamin C.) is followed by an
  // opener.
  if (/^\p{Lu}$/u.test(lastWord) && LETTERED.test(text.slice(Math.max(start, stop - 20), stop - 1))) return true
  if (/^\p{Lu}$/u.test(lastWord) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(lastWord)) {
    return OPENERS.has(following.toLowerCase())
  }
  // "1. First item": a list number is not a sentence of its own.
  if (/^\d{1,3}$/.test(lastWord) && text.slice(start, stop).trim() === lastWord) return false
  return true
}

function isInName(text: string, stop: number, next: number): boolean {
  return NAMES_WITH_A_STOP.some(
    ({ name, goesOn }) => text.endsWith(name, stop + 1) && goesOn.test(text.slice(next, next + 30)),
  )
}

/** iPhone, eBay: a small letter that opens a sentence all the same; mRNA and pH do too. */
function isBrand(word: string): boolean {
  return /^[a-z]{1,2}[A-Z]/.test(word)
}
