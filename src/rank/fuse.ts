export interface FusionWeights {
  readonly bm25_weight: number
  readonly embedding_weight: number
}

/** Min-max to 0..1. When all are equal there is nothing to tell apart: 1 where the score is positive, else 0. */
export function normalise(scores: readonly number[]): number[] {
  const highest = Math.max(...scores)
  const lowest = Math.min(...scores)
  if (highest === lowest) return scores.map((score) => (score > 0 ? 1 : 0))
  return scores.map((score) => (score - lowest) / (highest - lowest))
}

/** EXPLORE 4.3: 0.3 BM25 + 0.7 embedding, each normalised over the candidates. */
export function fuse(bm25: readonly number[], embedding: readonly number[], weights: FusionWeights): number[] {
  const words = normalise(bm25)
  const meanings = normalise(embedding)
  return words.map((word, index) => weights.bm25_weight * word + weights.embedding_weight * (meanings[index] ?? 0))
}
