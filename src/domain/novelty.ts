import { atOnce, type Steps } from './in-turns.ts'

/** REQ 3.3.2: unique n-grams are counted over the last 20 fragments. */
export const NOVELTY_WINDOW = 20
/** A search is exhausted when two cycles of ten readings bring less than a tenth of new ones each. */
const NOVELTY_CYCLE = 10
const NOVELTY_FLOOR = 0.1
/** A text is new when at least half of its n-grams were not read before. */
const NEW_SHARE = 0.5

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Of a word: each sign of a script written without spaces by itself, the rest together. */
const SIGN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]|[^\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+/gu
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]$/u
/**
 * Three words, or eight characters of a text written without spaces. Shorter runs are soon all known: after some pages
 * on one subject every run of five characters has been read, whatever the next page says.
 */
const WORDS_OF_NGRAM = 3
const CHARACTERS_OF_NGRAM = 8

/** The hashes of a text's n-grams; a text shorter than one is one by itself. */
function ngramsOf(text: string): ReadonlySet<number> {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? []
  const tokens = words.flatMap((word) => word.match(SIGN) ?? [])
  const unspaced = tokens.filter((token) => UNSPACED.test(token)).length * 2 > tokens.length
  const size = Math.min(tokens.length, unspaced ? CHARACTERS_OF_NGRAM : WORDS_OF_NGRAM)
  const grams = new Set<number>()
  for (let i = 0; size > 0 && i + size <= tokens.length; i += 1) grams.add(hash(tokens.slice(i, i + size).join(' ')))
  return grams
}

/** FNV-1a. What a task has read may be a million n-grams: numbers take a tenth of the memory. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** A fragment a search has read; `useful` when it is about the query. */
export interface ReadText {
  readonly text: string
  readonly useful: boolean
}

export interface NoveltyMeter {
  /** The fragments of one page, in order; what was read counts as said, useful or not. */
  readPage(fragments: readonly ReadText[]): void
  /** The same for `inTurns`: a page may be a megabyte. */
  readingPage(fragments: readonly ReadText[]): Steps<void>
  /** Share of the useful fragments that said something new; 0 where there were none. */
  score(): number
  /** REQ 3.1.7.4: the last two cycles of ten readings each brought less than a tenth of new ones. */
  isExhausted(): boolean
}

/**
 * REQ 3.1.7.4, LYRA 2.8. `known` is what the task had read before the search. A reading is a useful fragment, or a page
 * without any. For example, with two useful fragments on each page:
 *
 *     first search, 12 pages, each in its own words:   24 of 24 are new: 1.00
 *     the same search again, the same 12 pages:         0 of 24 are new: 0.00, exhausted after the 10th page
 *     another query, 9 known pages and 3 others:        6 of 24 are new: 0.25
 */
export function createNoveltyMeter(known: readonly string[] = []): NoveltyMeter {
  return atOnce(openingNoveltyMeter(known))
}

export function* openingNoveltyMeter(known: readonly string[]): Steps<NoveltyMeter> {
  const seen = yield* readingNgrams(known)
  const useful: boolean[] = []
  const readings: boolean[] = []

  function isNew(text: string): boolean {
    const grams = ngramsOf(text)
    let fresh = 0
    for (const gram of grams) if (!seen.has(gram)) fresh += 1
    for (const gram of grams) seen.add(gram)
    return grams.size > 0 && fresh / grams.size >= NEW_SHARE
  }

  function* readingPage(fragments: readonly ReadText[]): Steps<void> {
    const flags: boolean[] = []
    for (const { text, useful: counts } of fragments) {
      const fresh = isNew(text)
      if (counts) flags.push(fresh)
      yield
    }
    useful.push(...flags)
    readings.push(...(flags.length === 0 ? [false] : flags))
  }

  return {
    readPage: (fragments) => atOnce(readingPage(fragments)),
    readingPage,
    score: () => shareOf(useful),
    isExhausted: () =>
      readings.length >= 2 * NOVELTY_CYCLE &&
      [readings.slice(-2 * NOVELTY_CYCLE, -NOVELTY_CYCLE), readings.slice(-NOVELTY_CYCLE)].every(
        (cycle) => shareOf(cycle) < NOVELTY_FLOOR,
      ),
  }
}

function* readingNgrams(texts: readonly string[]): Steps<Set<number>> {
  const seen = new Set<number>()
  for (const text of texts) {
    for (const gram of ngramsOf(text)) seen.add(gram)
    yield
  }
  return seen
}

function shareOf(flags: readonly boolean[]): number {
  return flags.length === 0 ? 0 : flags.filter(Boolean).length / flags.length
}

/** REQ 3.3.2: among the n-grams of the last fragments, the share that no fragment before has. */
export function uniqueNgramShare(fragmentsInOrder: readonly string[], last = NOVELTY_WINDOW): number {
  return atOnce(countingUniqueNgrams(fragmentsInOrder, last))
}

export function* countingUniqueNgrams(fragmentsInOrder: readonly string[], last: number): Steps<number> {
  const from = Math.max(0, fragmentsInOrder.length - last)
  const seen = yield* readingNgrams(fragmentsInOrder.slice(0, from))
  let [fresh, all] = [0, 0]
  for (const text of fragmentsInOrder.slice(from)) {
    const grams = ngramsOf(text)
    all += grams.size
    for (const gram of grams) if (!seen.has(gram)) fresh += 1
    for (const gram of grams) seen.add(gram)
    yield
  }
  return all === 0 ? 0 : fresh / all
}

/** What a search found, one entry a fragment. */
export interface FoundFragment {
  readonly domain: string
  readonly cluster_id: string | null
}

/** REQ 7: at most a fifth of the fragments repeat another, at most 60 % come from one domain. */
export const DUPLICATE_LIMIT = 0.2
export const ONE_DOMAIN_LIMIT = 0.6

/** REQ 4.6: share of fragments that repeat another of their cluster. */
export function duplicateShare(found: readonly FoundFragment[]): number {
  const clustered = found.flatMap(({ cluster_id }) => cluster_id ?? [])
  return found.length === 0 ? 0 : (clustered.length - new Set(clustered).size) / found.length
}

/** REQ 4.6: different domains for each fragment, and the domain that has most of them. */
export function domainSpread(found: readonly FoundFragment[]): {
  readonly diversity: number
  readonly largest: { readonly domain: string; readonly share: number } | null
} {
  const counts = new Map<string, number>()
  for (const { domain } of found) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return {
    diversity: found.length === 0 ? 0 : counts.size / found.length,
    largest: most === undefined ? null : { domain: most[0], share: most[1] / found.length },
  }
}
