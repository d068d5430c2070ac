import type { QueryExpansion } from '../../domain/query-expansion.ts'
import { dot } from '../../domain/vector.ts'
import { isJapaneseQuery } from '../../engines/query-language.ts'
import { type QueryWord, queryWords } from '../../engines/query-words.ts'
import type { Thesaurus, ThesaurusLanguage } from '../../engines/thesaurus.ts'
import type { Embedder } from '../../models/types.ts'

export interface ExpandDeps {
  readonly thesaurus: Thesaurus
  readonly embedder: Pick<Embedder, 'embed'>
}

/** Most words that one entry of the thesaurus has. */
const LONGEST_TERM = 6
/**
 * From here on two words mean the same: of the words of the shipped thesaurus, each left out of its group, so many of
 * the nearest were of the group they were taken from: English 0.93 (138 words), Japanese 1.00 (24 words).
 */
const ALIKE: Readonly<Record<ThesaurusLanguage, number>> = { en: 0.75, ja: 0.9 }

/**
 * REQ 3.1.1, mechanical expansion: the query with one of its words replaced by a synonym, at most so many times. Words
 * that the thesaurus has come first; then those whose vector is near to one of its words. What stands in quotation
 * marks, and operators, stay.
 */
export async function expandQuery(
  { thesaurus, embedder }: ExpandDeps,
  query: string,
  most: number,
  signal?: AbortSignal,
): Promise<readonly QueryExpansion[]> {
  if (most === 0) return []
  const language: ThesaurusLanguage = isJapaneseQuery(query) ? 'ja' : 'en'
  const words = queryWords(query, language)
  const terms = knownTerms(thesaurus, language, query, words)
  const named = inTurn(terms).slice(0, most)
  const known: QueryExpansion[] = named.map(({ term, synonym }) => ({
    ...{ query: replaced(query, term, synonym), by: 'thesaurus' as const },
    ...{ term: query.slice(term.start, term.end), synonym, similarity: null },
  }))
  if (known.length >= most) return known
  const taken = (word: QueryWord) => terms.some(({ term }) => word.start < term.end && word.end > term.start)
  const rest = words.filter((word) => !word.fixed && !taken(word) && isSubject(word.text, language))
  const near = await nearWords({ thesaurus, embedder }, language, rest, signal)
  return [
    ...known,
    ...near.slice(0, most - known.length).map(({ word, synonym, similarity }) => ({
      ...{ query: replaced(query, word, synonym), by: 'embedding' as const },
      ...{ term: word.text, synonym, similarity },
    })),
  ]
}

interface Place {
  readonly start: number
  readonly end: number
}

interface KnownTerm {
  readonly term: Place
  readonly synonyms: readonly string[]
}

/** The longest terms that the thesaurus has, from left to right, none over another. */
function knownTerms(
  thesaurus: Thesaurus,
  language: ThesaurusLanguage,
  query: string,
  words: readonly QueryWord[],
): readonly KnownTerm[] {
  const found: KnownTerm[] = []
  for (let first = 0; first < words.length; first += 1) {
    for (let count = Math.min(LONGEST_TERM, words.length - first); count > 0; count -= 1) {
      const run = words.slice(first, first + count)
      const term = { start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 }
      if (run.some(({ fixed }) => fixed)) continue
      const synonyms = thesaurus.synonyms(language, query.slice(term.start, term.end))
      if (synonyms.length === 0) continue
      found.push({ term, synonyms })
      first += count - 1
      break
    }
  }
  return found
}

/** The first synonym of each term, then the second of each. */
function inTurn(terms: readonly KnownTerm[]): readonly { readonly term: Place; readonly synonym: string }[] {
  const longest = Math.max(0, ...terms.map(({ synonyms }) => synonyms.length))
  return Array.from({ length: longest }, (_, place) => place).flatMap((place) =>
    terms.flatMap(({ term, synonyms }) => {
      const synonym = synonyms[place]
      return synonym === undefined ? [] : [{ term, synonym }]
    }),
  )
}

function replaced(query: string, { start, end }: Place, synonym: string): string {
  return `${query.slice(0, start)}${synonym}${query.slice(end)}`
}

/** A word that may be a subject: neither a number nor one of the small words of grammar. */
function isSubject(word: string, language: ThesaurusLanguage): boolean {
  if (/\d/.test(word)) return false
  return language === 'ja' ? word.length >= 2 && !/^\p{Script=Hiragana}+$/u.test(word) : word.length >= 4
}

async function nearWords(
  { thesaurus, embedder }: ExpandDeps,
  language: ThesaurusLanguage,
  words: readonly QueryWord[],
  signal?: AbortSignal,
) {
  const all = thesaurus.words(language)
  if (words.length === 0 || all.length === 0) return []
  const vectors = await embedder.embed([...words.map(({ text }) => text.toLowerCase()), ...all], signal)
  const own = vectors.slice(words.length)
  return words
    .flatMap((word, place) => {
      const vector = vectors[place]
      if (vector === undefined) return []
      const ranked = own.map((other, at) => ({ synonym: all[at] ?? '', similarity: dot(vector, other) }))
      const best = ranked.reduce((a, b) => (b.similarity > a.similarity ? b : a))
      const isOther = best.synonym.toLowerCase() !== word.text.toLowerCase()
      return isOther && best.similarity >= ALIKE[language] ? [{ word, ...best }] : []
    })
    .sort((a, b) => b.similarity - a.similarity)
}
