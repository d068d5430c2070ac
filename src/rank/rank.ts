import type { Settings } from '../domain/settings.ts'
import type { Embedder } from '../infer/types.ts'
import { bm25Scores } from './bm25.ts'
import { fuse } from './fuse.ts'
import { cutoff } from './kneedle.ts'
import type { Analyser } from './tokens.ts'
import type { RankCandidate, Ranked } from './types.ts'

export interface RankContext {
  readonly analyser: Analyser
  readonly embed: Embedder
  /** Vectors already kept for these ids; null or absent means: embed the text. */
  readonly vectors?: (id: string) => Float32Array | null
  readonly settings: Settings['ranking']
  readonly signal?: AbortSignal
}

/**
 * BM25 over all, embeddings over its best, fused, cut at the knee (EXPLORE 4.3). Every candidate comes back, best first;
 * those that BM25 left behind stand last with `final` 0 and are not kept. Ties are broken by id.
 */
export async function rankFragments(
  query: string,
  candidates: readonly RankCandidate[],
  context: RankContext,
): Promise<Ranked[]> {
  if (candidates.length === 0) return []
  const { analyser, settings } = context
  const documents = candidates.map((candidate) => analyser.analyse(candidate.text))
  const words = bm25Scores(analyser.analyse(query), documents)
  const byWords = candidates
    .map((candidate, index) => ({ candidate, bm25: words[index] ?? 0 }))
    .sort((a, b) => b.bm25 - a.bm25 || compareIds(a.candidate.id, b.candidate.id))
  const chosen = byWords.slice(0, settings.bm25_top_k)
  const meanings = await similarities(
    query,
    chosen.map((entry) => entry.candidate),
    context,
  )
  const finals = fuse(
    chosen.map((entry) => entry.bm25),
    meanings,
    settings,
  )
  const ranked = chosen
    .map((entry, index) => ({
      id: entry.candidate.id,
      bm25: entry.bm25,
      embedding: meanings[index] ?? 0,
      final: finals[index] ?? 0,
    }))
    .sort((a, b) => b.final - a.final || compareIds(a.id, b.id))
  const kept = cutoff(
    ranked.map((entry) => entry.final),
    settings,
  )
  const left = byWords.slice(settings.bm25_top_k)
  return [
    ...ranked.map((entry, index) => ({ ...entry, kept: index < kept })),
    ...left.map((entry) => ({ id: entry.candidate.id, bm25: entry.bm25, embedding: 0, final: 0, kept: false })),
  ]
}

async function similarities(
  query: string,
  candidates: readonly RankCandidate[],
  { embed, vectors, signal }: RankContext,
): Promise<number[]> {
  const known = candidates.map((candidate) => vectors?.(candidate.id) ?? null)
  const missing = candidates.filter((_, index) => known[index] === null)
  const fresh = await embed.embed([query, ...missing.map((candidate) => candidate.text)], signal)
  const queryVector = fresh[0] ?? new Float32Array(embed.dimension)
  let next = 1
  return known.map((vector) => {
    if (vector !== null) return dot(queryVector, vector)
    const made = fresh[next] ?? new Float32Array(embed.dimension)
    next += 1
    return dot(queryVector, made)
  })
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

function compareIds(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
