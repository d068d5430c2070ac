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

/** What the stance head knew of a pair before it answered. */
export interface HiddenLayer {
  /** Names the weights: numbers of one layer mean nothing to what was learned from another. */
  readonly layer: string
  readonly values: Float32Array
}

export interface StanceReading extends StanceScore {
  /** Missing where the model does not give it out. */
  readonly hidden?: HiddenLayer
}

/** The bare NLI model: calibrated probabilities for (evidence sentence, claim). */
export interface NliModel {
  readonly modelId: string
  /**
   * Not of this project: the weights of the fusion do not know it, and its own probabilities, calibrated on the check
   * set, stand in their place.
   */
  readonly outside?: boolean
  judge(pairs: readonly StancePair[], signal?: AbortSignal): Promise<readonly StanceReading[]>
}

/** What a sentence of a page is for: only the first two state something that can be checked. */
export type SentenceKind =
  | 'claim'
  | 'dependent'
  | 'opinion'
  | 'advice'
  | 'question'
  | 'about the text'
  | 'speech'
  | 'fragment'
  | 'anecdote'

export type SentenceReading = Readonly<Record<SentenceKind, number>>

/** The small model that reads text for the product: stance, same quantity, kind of sentence. */
export interface Reader extends NliModel {
  /**
   * Whether the two blanked figures are of the same quantity of the same thing at the same time, as probability. Texts
   * come folded (`readFigures`), with one figure replaced by `BLANK` on each side.
   */
  sameQuantity(pairs: readonly StancePair[], signal?: AbortSignal): Promise<readonly number[]>
  /** `before` is the sentence before it, or the heading above; empty where there is neither. */
  readSentences(
    sentences: readonly { readonly before: string; readonly text: string }[],
    signal?: AbortSignal,
  ): Promise<readonly SentenceReading[]>
  /** How likely each sentence, by itself, speaks to the machine that reads it or to whoever runs that machine (L2). */
  readSpeech(sentences: readonly string[], signal?: AbortSignal): Promise<readonly number[]>
}
