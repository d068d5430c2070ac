import type { Steps } from '../domain/in-turns.ts'

export type VectorTarget = 'fragment' | 'claim'

export interface VectorHit {
  readonly id: string
  readonly similarity: number
}

export interface VectorStore {
  /** False, and nothing saved, when the text is gone: another process may have removed it while the model worked. */
  save(target: VectorTarget, targetId: string, modelId: string, vector: Float32Array, at: string): boolean
  get(target: VectorTarget, targetId: string, modelId: string): Float32Array | null
  /** Ids of the target kind that have no vector of this model yet; of one task, or of all. */
  missing(
    target: VectorTarget,
    modelId: string,
    limit: number,
    taskId?: string,
  ): readonly { readonly id: string; readonly text: string }[]
  /** How many `missing` would list without a limit. */
  missingCount(target: VectorTarget, modelId: string, taskId?: string): number
  /**
   * Cosine over one model's vectors, best first; the task scope follows EXPLORE 4.4.2.1. Fragments a person called
   * irrelevant are neither found nor counted.
   */
  search(query: {
    readonly target: VectorTarget
    readonly modelId: string
    readonly vector: Float32Array
    readonly taskId?: string | undefined
    readonly topK: number
    readonly minSimilarity: number
  }): { readonly hits: readonly VectorHit[]; readonly totalSearched: number }
}

/** Where terms come from: the one analyser of src/rank, handed in by the composition root. */
export interface TermSource {
  /** Changes with what the analyser makes of a text; entries of another version are made anew. */
  readonly version: string
  /** Words, pairs of characters of Japanese runs, and the pairs of each Japanese compound. */
  termsOf(text: string): Terms
  /** The same as steps, where reading a text may take long. */
  readingTerms?(text: string): Steps<Terms>
}

export interface Terms {
  readonly terms: readonly string[]
  readonly pairs: readonly string[]
  readonly compounds: readonly (readonly string[])[]
}

/** A text and what the analyser made of it. */
export interface IndexedText {
  readonly id: string
  readonly text: string
  readonly terms: readonly string[]
  readonly pairs: readonly string[]
}

interface TextHit {
  readonly id: string
  /** BM25, higher is better. */
  readonly score: number
}

/** Full text of claims and fragments (FTS5). Entries of rows that go or change go with them. */
export interface UnindexedText {
  readonly id: string
  readonly text: string
}

export interface TextIndex {
  /** Analyses what has no entry yet. Takes time and no lock, so it is done before the transaction that saves. */
  prepare(target: VectorTarget, items: readonly UnindexedText[]): readonly IndexedText[]
  /** The same as steps, for as many texts as a search has read. */
  preparing(target: VectorTarget, items: readonly UnindexedText[]): Steps<readonly IndexedText[]>
  /** Leaves out what is indexed already and what no longer has that text; returns how many were written. */
  save(target: VectorTarget, entries: readonly IndexedText[]): number
  missing(target: VectorTarget, limit: number): readonly { readonly id: string; readonly text: string }[]
  missingCount(target: VectorTarget): number
  /**
   * Texts with a word or a Japanese compound of the query, best first; the task scope is that of `VectorStore.search`.
   */
  search(query: {
    readonly target: VectorTarget
    readonly query: string
    readonly taskId?: string | undefined
    readonly topK: number
  }): {
    readonly hits: readonly TextHit[]
    readonly totalSearched: number
    /** Nothing of the query is a word to look for. */
    readonly wordless: boolean
  }
}
