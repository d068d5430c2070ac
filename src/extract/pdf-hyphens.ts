/** Two lines of one paragraph as one text. */
export type LineJoiner = (before: string, after: string) => string

const CJK_END = /[\u3040-\u30ff\u3400-\u9fff、，]$/
const CJK_START = /^[\u3040-\u30ff\u3400-\u9fff「（]/
const HYPHEN_END = /[-\u2010\u00ad]$/

/** Second parts of compounds that are written with a hyphen whatever comes first. */
const SECOND_PARTS =
  words(`based driven related free like type level term time scale wide specific dependent independent
  induced mediated controlled adjusted blind blinded effective efficient friendly aware oriented centred centered
  focused led funded owned made known established year years month week day hour minute old fold point order income
  risk dose density quality resolution performance speed pressure temperature energy power frequency voltage cost value
  weight rich poor deficient resistant sensitive tolerant positive negative responsive linked coupled coated treated
  exposed infected matched weighted averaged sectional reviewed reported esteem sufficient consistent contained sized
  shaped sided handed bearing producing consuming saving making sharing generated assisted intensive neutral proof rate
  grade stage phase case class generation`)
/** First parts that seldom end in the middle of a word. */
const FIRST_PARTS =
  words(`self well high low long short cross double single first second third large small peer open real
  zero one two three four five six seven eight nine ten full half state decision evidence machine`)
/** What makes another word of a first part: shortage, highest, openly. */
const ENDINGS =
  words(`age ages er ers est ly ing ings ness ary aries light lights land lands way ways ened ening ity ize
  ise ized ised ism ist ists ment ments ful less ship some body thing`)
/** First halves of words written as one. */
const GROWN = words('some every over under them with there here where other when what back break work down out')

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/**
 * A hyphen at a line's end is the typesetter's or the word's own (market-driven). The document itself tells where it
 * has the word elsewhere, then the parts do. Japanese lines join without a space.
 */
export function createLineJoiner(lines: readonly string[]): LineJoiner {
  let known: ReadonlySet<string> | null = null
  const isKnown = (word: string) => {
    known ??= wordsOf(lines)
    return known.has(word.toLowerCase())
  }
  return (before, after) => {
    if (HYPHEN_END.test(before) && /^[\p{L}\d]/u.test(after)) return joinHyphen(before, after, isKnown)
    if (/\d[\u2013\u2212]$/.test(before) && /^\d/.test(after)) return before + after
    if (CJK_END.test(before) && CJK_START.test(after)) return before + after
    if (/[。！？]$/.test(before)) return before + after
    return `${before} ${after}`
  }
}

function joinHyphen(before: string, after: string, isKnown: (word: string) => boolean): string {
  const stem = before.slice(0, -1)
  if (before.endsWith('\u00ad')) return stem + after
  // A dash between words, or a minus.
  if (/(?:^|[\s-])$/.test(stem)) return `${before} ${after}`
  if (!/\p{Ll}$/u.test(stem) || !/^\p{Ll}/u.test(after)) return before + after
  const [first = ''] = /[\p{L}-]{1,40}$/u.exec(stem) ?? []
  const [second = ''] = /^\p{L}{1,40}/u.exec(after) ?? []
  return keepsHyphen(first.toLowerCase(), second.toLowerCase(), isKnown) ? before + after : stem + after
}

function keepsHyphen(first: string, second: string, isKnown: (word: string) => boolean): boolean {
  if (first.includes('-')) return true
  const [whole, parted] = [isKnown(first + second), isKnown(`${first}-${second}`)]
  if (whole !== parted) return parted
  if (first.length >= 3 && SECOND_PARTS.has(second)) return true
  if (FIRST_PARTS.has(first)) return second.length >= 4 && !ENDINGS.has(second)
  return first.length >= 4 && second.length >= 4 && !GROWN.has(first) && isKnown(first) && isKnown(second)
}

/** Words that stand whole within a line. */
function wordsOf(lines: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>()
  let cut = false
  for (const line of lines) {
    const found = line.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []
    const isCut = HYPHEN_END.test(line)
    for (const word of found.slice(cut ? 1 : 0, isCut ? -1 : undefined)) known.add(word)
    cut = isCut
  }
  return known
}
