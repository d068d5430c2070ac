import { createIdleTimer, IDLE_MS } from '../domain/idle-timer.ts'
import { atOnce, type Steps } from '../domain/in-turns.ts'
import { createLruCache } from '../domain/lru-cache.ts'
import { type JapaneseTokenizer, loadingJapaneseTokenizer, type Morpheme } from './japanese.ts'
import { stem } from './stem.ts'

export interface Analysed {
  readonly terms: readonly string[]
  /** Pieces of the words: four letters of a Latin word, two characters of a Japanese run. */
  readonly parts: readonly string[]
  /** Those of `parts` that come from Japanese runs. */
  readonly pairs: readonly string[]
  /**
   * The pairs of each stretch of kanji or katakana: a compound is where they follow each other, however a dictionary
   * cuts it.
   */
  readonly compounds: readonly (readonly string[])[]
}

/** Stored beside terms that outlive the process: a change of what comes out of `analyseFully` wants another number. */
export const ANALYSER_VERSION = 'terms-1'

/** Terms of a text for BM25. */
export interface Analyser {
  analyse(text: string): string[]
  analyseFully(text: string): Analysed
  /** The same as steps: a long text of Japanese takes seconds. */
  analysing(text: string): Steps<Analysed>
  /** Words of a Japanese text with what the dictionary says of them; the text is one that is short enough. */
  morphemes(text: string): readonly Morpheme[]
}

const ENGLISH_STOP = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have he her his how i if in into is ' +
    'it its may more no not of on or ' +
    'our she so such than that the their them then there these they this to was we were what when which who ' +
    'why will with would you your http https www'
  ).split(' '),
)

const JAPANESE_STOP = new Set(
  'する いる ある なる れる られる できる こと もの ため これ それ あれ ここ そこ よう とき ところ 等 など の ん'.split(
    ' ',
  ),
)

const KANA_KANJI = '\\u3041-\\u3096\\u309d-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff々〆'
const LETTER = `(?![${KANA_KANJI}])[\\p{L}\\p{N}\\p{M}]`
const RUNS = new RegExp(`(?<japanese>[${KANA_KANJI}]+)|(?:${LETTER})(?:${LETTER}|[-.,/:_'’+](?=${LETTER}))*`, 'gu')

/** The analyser as the store's full-text index wants it. */
export function termSource(analyser: Analyser) {
  return {
    version: ANALYSER_VERSION,
    termsOf: (text: string) => analyser.analyseFully(text),
    readingTerms: (text: string) => analyser.analysing(text),
  }
}

/**
 * A fragment is indexed and then ranked: the second time costs nothing. Japanese takes some 8 ms for 500 characters.
 */
const REMEMBERED = 512
/** Characters: the pieces of a text take thirty times its size. */
const LONGEST_REMEMBERED = 8000

/** NFKC, lower case, Japanese lemmas, lightly stemmed English, numbers and identifiers whole (EXPLORE 4.3). */
export async function createAnalyser(idleMs = IDLE_MS): Promise<Analyser> {
  let tokenizer: JapaneseTokenizer | null = null
  // The dictionary is the largest thing a resting server would hold.
  const idle = createIdleTimer(() => {
    tokenizer = null
  }, idleMs)
  const recent = createLruCache<Analysed>(REMEMBERED)
  function* analysing(text: string): Steps<Analysed> {
    const known = recent.get(text)
    if (known !== undefined) return known
    const made = yield* analysingAnew(text)
    if (text.length <= LONGEST_REMEMBERED) recent.set(text, made)
    return made
  }
  function* analysingAnew(text: string): Steps<Analysed> {
    const terms: string[] = []
    const parts: string[] = []
    const pairs: string[] = []
    const compounds: string[][] = []
    // Persian and Hindi are written with and without joiners; a word is one word either way.
    const plain = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u200c\u200d]/g, '')
    for (const match of plain.matchAll(RUNS)) {
      const japanese = match.groups?.japanese
      const from = terms.length
      if (japanese === undefined) {
        pushOther(terms, match[0])
        for (const term of terms.slice(from)) pushLatinParts(parts, term)
      } else {
        tokenizer ??= yield* loadingJapaneseTokenizer()
        idle.touch()
        for (const piece of japanese.match(LONGEST_RUN) ?? []) {
          for (const morpheme of tokenizer(piece)) pushJapanese(terms, morpheme)
          yield
        }
        const found = japanesePairs(japanese)
        for (const pair of found) {
          parts.push(pair)
          pairs.push(pair)
        }
        for (const stretch of japanese.split(/[ぁ-ん]+/)) if (stretch.length > 1) compounds.push(japanesePairs(stretch))
      }
    }
    return { terms, parts, pairs, compounds }
  }
  const analyseFully = (text: string) => atOnce(analysing(text))
  const morphemes = (text: string) => {
    tokenizer ??= atOnce(loadingJapaneseTokenizer())
    idle.touch()
    return tokenizer(text)
  }
  return { analyse: (text) => [...analyseFully(text).terms], analyseFully, analysing, morphemes }
}

/** No sentence is that long; the time of morphological analysis grows faster than the text. */
const LONGEST_RUN = /.{1,1000}/gsu

/** Character n-grams of Latin words, so that "hypertensive" meets "hypertension". */
const LATIN_PART = 4

/** The marks keep the start and the end of a word apart from its middle. */
function pushLatinParts(parts: string[], term: string): void {
  const marked = [...`^${term}$`]
  for (let at = 0; at === 0 || at + LATIN_PART <= marked.length; at += 1)
    parts.push(marked.slice(at, at + LATIN_PART).join(''))
}

/** Pairs of characters, across the borders that the dictionary drew; hiragana alone is grammar. */
function japanesePairs(run: string): string[] {
  const pairs: string[] = []
  const characters = [...run]
  for (let at = 0; at + 1 < characters.length; at += 1) {
    const pair = `${characters[at]}${characters[at + 1]}`
    if (!/^[ぁ-ん]+$/.test(pair)) pairs.push(pair)
  }
  return pairs
}

function pushJapanese(terms: string[], morpheme: Morpheme): void {
  if (!/^(?:名詞|動詞|形容詞|副詞)$/.test(morpheme.pos)) return
  if (/^(?:非自立|代名詞|接尾)$/.test(morpheme.pos_detail_1) && /^[ぁ-ん]+$/.test(morpheme.surface_form)) return
  const lemma = morpheme.basic_form === '*' ? morpheme.surface_form : morpheme.basic_form
  if (!JAPANESE_STOP.has(lemma)) terms.push(lemma)
}

/**
 * A run with a digit is a number, a dose, a date or an identifier and stays whole; other runs are words. A DOI is found
 * with and without what stands before it (`doi:`, `doi.org/`).
 */
function pushOther(terms: string[], run: string): void {
  if (/\d/.test(run)) {
    const whole = run.replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    terms.push(whole)
    const doi = /[:/]10\.\d{4,9}\/./.exec(whole)
    if (doi !== null) terms.push(whole.slice(doi.index + 1))
    for (const part of whole.includes('/') ? [] : whole.split(/[-:_,+]/)) {
      if (part !== whole && part.length > 1) terms.push(/\d/.test(part) ? part : stem(part))
    }
    return
  }
  for (const word of run.split(/[-./,:_+]/)) {
    const bare = word.replace(/['’]s?$/, '').replace(/['’]/g, '')
    if (bare !== '' && !ENGLISH_STOP.has(bare)) terms.push(stem(bare))
  }
}
