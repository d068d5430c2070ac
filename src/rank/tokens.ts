import { type JapaneseTokenizer, loadJapaneseTokenizer, type Morpheme } from './japanese.ts'
import { stem } from './stem.ts'

export interface Analysed {
  readonly terms: readonly string[]
  /** Pieces of the words: four letters of a Latin word, two characters of a Japanese run. */
  readonly parts: readonly string[]
}

/** Terms of a text for BM25. */
export interface Analyser {
  analyse(text: string): string[]
  analyseFully(text: string): Analysed
}

const ENGLISH_STOP = new Set(
  (
    'a an and are as at be been but by can did do does for from had has have he her his how i if in into is it its may more no not of on or ' +
    'our she so such than that the their them then there these they this to was we were what when which who why will with would you your http https www'
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

/** NFKC, lower case, Japanese lemmas, lightly stemmed English, numbers and identifiers whole (EXPLORE 4.3). */
export async function createAnalyser(): Promise<Analyser> {
  let tokenizer: JapaneseTokenizer | null = null
  function analyseFully(text: string): { terms: string[]; parts: string[] } {
    const terms: string[] = []
    const parts: string[] = []
    const plain = text.normalize('NFKC').toLowerCase()
    for (const match of plain.matchAll(RUNS)) {
      const japanese = match.groups?.japanese
      const from = terms.length
      if (japanese === undefined) {
        pushOther(terms, match[0])
        for (const term of terms.slice(from)) pushLatinParts(parts, term)
      } else {
        tokenizer ??= loadJapaneseTokenizer()
        for (const morpheme of tokenizer(japanese)) pushJapanese(terms, morpheme)
        pushJapaneseParts(parts, japanese)
      }
    }
    return { terms, parts }
  }
  return { analyse: (text) => analyseFully(text).terms, analyseFully }
}

const LATIN_PART = 4

/** The marks keep the start and the end of a word apart from its middle. */
function pushLatinParts(parts: string[], term: string): void {
  const marked = `^${term}$`
  for (let at = 0; at === 0 || at + LATIN_PART <= marked.length; at += 1) parts.push(marked.slice(at, at + LATIN_PART))
}

/** Pairs of characters, across the borders that the dictionary drew; hiragana alone is grammar. */
function pushJapaneseParts(parts: string[], run: string): void {
  const characters = [...run]
  for (let at = 0; at + 1 < characters.length; at += 1) {
    const pair = `${characters[at]}${characters[at + 1]}`
    if (!/^[ぁ-ん]+$/.test(pair)) parts.push(pair)
  }
}

function pushJapanese(terms: string[], morpheme: Morpheme): void {
  if (!/^(?:名詞|動詞|形容詞|副詞)$/.test(morpheme.pos)) return
  if (/^(?:非自立|代名詞|接尾)$/.test(morpheme.pos_detail_1) && /^[ぁ-ん]+$/.test(morpheme.surface_form)) return
  const lemma = morpheme.basic_form === '*' ? morpheme.surface_form : morpheme.basic_form
  if (!JAPANESE_STOP.has(lemma)) terms.push(lemma)
}

/** A run with a digit is a number, a dose, a date or an identifier and stays whole; other runs are words. */
function pushOther(terms: string[], run: string): void {
  if (/\d/.test(run)) {
    const whole = run.replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    terms.push(whole)
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
