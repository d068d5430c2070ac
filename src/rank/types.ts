export interface RankCandidate {
  readonly id: string
  readonly text: string
  /** 0..1 from the quality gate (REQ 3.3.3); one that was not judged loses nothing. */
  readonly quality?: number
  /** What a person's ratings make of its score (FEEDBACK 5); 1 where it has none. */
  readonly weight?: number
}

export interface Ranked {
  readonly id: string
  readonly bm25: number
  readonly embedding: number
  /** 0.3 BM25 + 0.7 embedding, normalised (EXPLORE 4.3), damped by the quality (REQ 3.3.3), times the weight. */
  readonly final: number
  /** Above the Kneedle cutoff. */
  readonly kept: boolean
}
