import { inTurns } from '../domain/in-turns.ts'
import type { Settings } from '../domain/settings.ts'
import { queryVector, type SimilarityContext, sentenceSimilarities, textSimilarities } from './embedding-similarity.ts'
import { fuse } from './fuse.ts'
import { cutoff } from './kneedle.ts'
import { type LexicalIndex, lexicalIndexing } from './lexical.ts'
import type { Analyser } from './tokens.ts'
import type { RankCandidate, Ranked } from './types.ts'

interface RankContext extends SimilarityContext {
  readonly analyser: Analyser
  readonly settings: Settings['ranking']
}

interface Ranker {
  rank(query: string): Promise<Ranked[]>
}

/** BM25 over all, embeddings over its best, fused, cut at the knee (EXPLORE 4.3). */
export function rankFragments(
  query: string,
  candidates: readonly RankCandidate[],
  context: RankContext,
): Promise<Ranked[]> {
  return openRanker(candidates, context).rank(query)
}

/**
 * The candidates analysed once, for as many queries as come. Every candidate comes back, best first; those that BM25
 * left behind stand last with `final` 0 and are not kept. Ties are broken by id.
 */
export function openRanker(candidates: readonly RankCandidate[], context: RankContext): Ranker {
  const { analyser, settings } = context
  const texts = candidates.map((candidate) => candidate.text)
  let indexed: Promise<LexicalIndex> | null = null
  return {
    rank: async (query) => {
      if (candidates.length === 0) return []
      indexed ??= inTurns(lexicalIndexing(analyser, texts))
      const words = (await indexed).scores(query)
      const byWords = candidates
        .map((candidate, at) => ({ candidate, bm25: words[at] ?? 0 }))
        .sort((a, b) => b.bm25 - a.bm25 || compareIds(a.candidate.id, b.candidate.id))
      const chosen = byWords.slice(0, settings.bm25_top_k)
      const left = byWords.slice(settings.bm25_top_k)
      const meanings = await similarities(query, chosen, context)
      const finals = dampedScores(chosen, meanings, settings)
      const ranked = chosen
        .map((entry, at) => ({
          id: entry.candidate.id,
          bm25: entry.bm25,
          embedding: meanings[at] ?? 0,
          final: finals[at] ?? 0,
        }))
        .sort((a, b) => b.final - a.final || compareIds(a.id, b.id))
      const kept = cutoff(
        ranked.map((entry) => entry.final),
        settings,
      )
      return [
        ...ranked.map((entry, at) => ({ ...entry, kept: at < kept })),
        ...left.map((entry) => ({ id: entry.candidate.id, bm25: entry.bm25, embedding: 0, final: 0, kept: false })),
      ]
    },
  }
}

interface Chosen {
  readonly candidate: RankCandidate
  readonly bm25: number
}

/** REQ 3.3.3: quality problems damp the ranking score, by at most 80 %. */
const LEAST_QUALITY_FACTOR = 0.2

/** The fused scores with quality and ratings in them: order and cut both see them. */
function dampedScores(
  chosen: readonly Chosen[],
  meanings: readonly number[],
  settings: Settings['ranking'],
): readonly number[] {
  const fused = fuse(
    chosen.map((entry) => entry.bm25),
    meanings,
    settings,
  )
  return fused.map((score, at) => {
    const { quality = 1, weight = 1 } = chosen[at]?.candidate ?? {}
    return score * Math.max(LEAST_QUALITY_FACTOR, quality) * weight
  })
}

/**
 * The whole text's cosine; for those that can still be kept, the mean of it and the nearest sentence's: the model reads
 * 256 tokens and was made for sentences (0.749 against 0.728 nDCG@10 on SciFact's train claims).
 */
async function similarities(query: string, chosen: readonly Chosen[], context: RankContext): Promise<number[]> {
  const candidates = chosen.map((entry) => entry.candidate)
  const vector = await queryVector(query, context)
  const whole = await textSimilarities(vector, candidates, context)
  const coarse = dampedScores(chosen, whole, context.settings)
  const order = [...coarse.keys()].sort((a, b) => (coarse[b] as number) - (coarse[a] as number) || a - b)
  const near = order.slice(0, context.settings.max_results)
  const sentences = await sentenceSimilarities(
    vector,
    near.map((at) => candidates[at] as RankCandidate),
    context,
  )
  const meanings = [...whole]
  near.forEach((at, place) => {
    const sentence = sentences[place]
    if (typeof sentence === 'number') meanings[at] = ((whole[at] as number) + sentence) / 2
  })
  return meanings
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
