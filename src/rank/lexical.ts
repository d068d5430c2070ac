import { atOnce, type Steps } from '../domain/in-turns.ts'
import { bm25Indexing } from './bm25.ts'
import type { Analysed, Analyser } from './tokens.ts'

/**
 * What a match of word parts counts beside one of whole words. Chosen on SciFact's train claims: 0.2 lifts nDCG@10 of
 * BM25 from
 * 0.695 to 0.706 and the share of cited abstracts among its first 150 from 0.932 to 0.948.
 */
const PARTS_WEIGHT = 0.2

export interface LexicalIndex {
  /** One score per text, in their order. */
  scores(query: string): Float64Array
}

/** BM25 over terms and, at a fraction, over parts of words: endings, compounds and spellings then still meet. */
export function lexicalIndex(analyser: Analyser, texts: readonly string[]): LexicalIndex {
  return atOnce(lexicalIndexing(analyser, texts))
}

/** The same as steps, for texts of any number and length. */
export function* lexicalIndexing(analyser: Analyser, texts: readonly string[]): Steps<LexicalIndex> {
  const analysed: Analysed[] = []
  for (const text of texts) {
    analysed.push(yield* analyser.analysing(text))
    yield
  }
  const terms = yield* bm25Indexing(analysed.map((each) => each.terms))
  const parts = yield* bm25Indexing(analysed.map((each) => each.parts))
  return {
    scores: (query) => {
      const asked = analyser.analyseFully(query)
      const words = terms.scores(asked.terms)
      const pieces = parts.scores(asked.parts)
      return words.map((score, index) => score + PARTS_WEIGHT * (pieces[index] ?? 0))
    },
  }
}
