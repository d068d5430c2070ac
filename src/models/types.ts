export interface Embedder {
  readonly modelId: string
  readonly dimension: number
  /** Unit vectors; the vector of a text does not depend on what else is in the list. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}

export interface StancePair {
  readonly evidence: string
  readonly claim: string
}

export interface StanceScore {
  readonly supports: number
  readonly refutes: number
  readonly neutral: number
}

/** The bare NLI model: calibrated probabilities for (evidence sentence, claim). */
export interface NliModel {
  readonly modelId: string
  judge(pairs: readonly StancePair[], signal?: AbortSignal): Promise<readonly StanceScore[]>
}
