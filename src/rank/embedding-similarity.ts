import { inTurns, type Steps } from '../domain/in-turns.ts'
import { splitSentences } from '../domain/sentences.ts'
import { dot } from '../domain/vector.ts'
import type { Embedder } from '../models/types.ts'
import type { RankCandidate } from './types.ts'

/** A passage this long says what it says before its end; bounds the work of one candidate. */
const MOST_SENTENCES = 40

export interface SimilarityContext {
  readonly embed: Embedder
  /** Vectors already kept for these ids; null or absent means: embed the text. */
  readonly vectors?: ((id: string) => Float32Array | null) | undefined
  readonly signal?: AbortSignal | undefined
}

export async function queryVector(query: string, { embed, signal }: SimilarityContext): Promise<Float32Array> {
  const [vector] = await embed.embed([query], signal)
  return vector ?? new Float32Array(embed.dimension)
}

/** Cosine of the query with each candidate as a whole. */
export async function textSimilarities(
  query: Float32Array,
  candidates: readonly RankCandidate[],
  { embed, vectors, signal }: SimilarityContext,
): Promise<number[]> {
  const known = candidates.map((candidate) => vectors?.(candidate.id) ?? null)
  const missing = candidates.filter((_, index) => known[index] === null)
  const fresh = await embed.embed(
    missing.map((candidate) => candidate.text),
    signal,
  )
  let next = 0
  return known.map((vector) => {
    const made = vector ?? fresh[next] ?? new Float32Array(embed.dimension)
    if (vector === null) next += 1
    return dot(query, made)
  })
}

/** The first sentences of each candidate; none of one that has a single one. */
function* readingSentences(candidates: readonly RankCandidate[]): Steps<readonly (readonly string[])[]> {
  const all: (readonly string[])[] = []
  for (const { text } of candidates) {
    const some: string[] = []
    for (const line of text.split('\n')) {
      if (some.length >= MOST_SENTENCES) break
      some.push(...splitSentences(line).flatMap(({ text: sentence }) => sentence.trim() || []))
      yield
    }
    all.push(some.length > 1 ? some.slice(0, MOST_SENTENCES) : [])
  }
  return all
}

/** Cosine of the query with the nearest sentence of each candidate; null where the text is a single one. */
export async function sentenceSimilarities(
  query: Float32Array,
  candidates: readonly RankCandidate[],
  { embed, signal }: SimilarityContext,
): Promise<(number | null)[]> {
  const sentences = await inTurns(readingSentences(candidates))
  const vectors = await embed.embed(sentences.flat(), signal)
  let next = 0
  return sentences.map((some) => {
    let best: number | null = null
    for (const _ of some) {
      const vector = vectors[next]
      next += 1
      if (vector !== undefined) best = Math.max(best ?? Number.NEGATIVE_INFINITY, dot(query, vector))
    }
    return best
  })
}
