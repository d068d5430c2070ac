import { splitSentences } from '../../domain/sentences.ts'
import type { CandidateParts } from './name-candidates.ts'

/** Characters that are read at once: what is compared with what is bounded by it, however long the text is. */
const PORTION = 1500

interface Portion {
  /** Where it begins in the whole text. */
  readonly from: number
  readonly portion: CandidateParts
}

/** The text in portions of whole sentences, each with what the rules found in it. */
export function inPortions(parts: CandidateParts): readonly Portion[] {
  if (parts.text.length <= PORTION) return [{ from: 0, portion: parts }]
  const ends = cuts(parts)
  const portions: Portion[] = []
  let [from, name, word] = [0, 0, 0]
  for (const to of ends) {
    const [names, words] = [name, word]
    while ((parts.found[name]?.start ?? to) < to) name += 1
    while ((parts.words[word]?.start ?? to) < to) word += 1
    const portion = {
      ...parts,
      text: parts.text.slice(from, to),
      found: moved(parts.found.slice(names, name), -from),
      words: moved(parts.words.slice(words, word), -from),
    }
    portions.push({ from, portion })
    from = to
  }
  return portions
}

/** Ends of the portions: of sentences where there are any, and never within a name. */
function cuts({ text, found }: CandidateParts): readonly number[] {
  const ends: number[] = []
  let [from, last] = [0, 0]
  const cut = (at: number) => {
    if (at > from) ends.push(at)
    from = at
  }
  for (const { start, end } of splitSentences(text)) {
    if (end - from > PORTION) cut(start)
    for (let at = from + PORTION; at < end; at = from + PORTION) {
      while ((found[last]?.end ?? at) < at) last += 1
      const name = found[last]
      cut(name !== undefined && name.start < at && name.start > from ? name.start : at)
    }
  }
  cut(text.length)
  return ends
}

export function moved<T extends { readonly start: number; readonly end: number }>(
  all: readonly T[],
  by: number,
): readonly T[] {
  return by === 0 ? all : all.map((one) => ({ ...one, start: one.start + by, end: one.end + by }))
}
