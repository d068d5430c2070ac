import type { AdapterInForce } from '../domain/adapter.ts'
import type { ClaimType, StanceRelation } from '../domain/claim.ts'
import type { Revision } from '../domain/revision.ts'
import type { HiddenLayer, StanceScore } from '../models/types.ts'
import type { TextContext } from './text-context.ts'

export interface StanceVerdict {
  readonly relation: StanceRelation
  readonly confidence: number
  readonly scores: StanceScore
  /** The sentence of the fragment that decided. */
  readonly rationale: string
  /** What changed the model's answer: figure_differs, figure_agrees, promoted. */
  readonly notes: readonly string[]
  /** The model whose reading the verdict rests on; null where none was asked. */
  readonly decidedBy: string | null
  /** Of a pair without titles the probabilities as sure as the model is; else `scores`. */
  readonly read?: StanceScore
  /** What was measured of the pair, in the order of STANCE_FEATURES; without a second reading the first part. */
  readonly signals?: readonly number[] | null
  /** What the stance head knew of the pair, mean of its readings; what is learned from corrections reads it. */
  readonly hidden?: HiddenLayer
}

/** The product's stance path: sentence by sentence in context, figures compared, readings fused. */
export interface StanceJudge {
  /** Claims that may be judged at once; left out: as many as the caller likes. */
  readonly claimsAtOnce?: number
  readonly modelId: string
  judgeFragments(
    claim: { readonly text: string; readonly language: string; readonly context?: TextContext },
    fragments: readonly { readonly id: string; readonly text: string; readonly context?: TextContext }[],
    signal?: AbortSignal,
  ): Promise<readonly StanceVerdict[]>
}

export interface ExtractedClaim {
  readonly text: string
  readonly type: ClaimType
  readonly polarity: 'affirm' | 'deny'
  readonly granularity: 'atomic' | 'compound'
  readonly language: string
  readonly spanStart: number
  readonly spanEnd: number
  readonly quality: number
  /** Title and heading that the text was completed with (`Title › Heading`); null where it stands alone. */
  readonly context?: string | null
}

export interface ClaimSource {
  readonly fragmentId: string
  readonly text: string
  /** Title of its page. */
  readonly title?: string | null
  readonly headingContext: string | null
  /** `statement`: values of a record in a sentence, which is claimed as it stands. */
  readonly fragmentType: string
  /** The values that a statement was made of. */
  readonly values?: readonly string[]
  /** What its page has struck out is no claim of it. */
  readonly revisions?: readonly Revision[]
}

export interface ClaimExtractor {
  readonly method: 'builtin' | 'llm'
  /**
   * Claims of each fragment in order; what was dropped comes back with its reason. A fragment that two methods have
   * read has two entries.
   */
  extract(
    sources: readonly ClaimSource[],
    question: string,
    signal?: AbortSignal,
    /** What was learned from corrections of claims. */
    learned?: AdapterInForce | null,
  ): Promise<
    readonly {
      readonly fragmentId: string
      readonly claims: readonly ExtractedClaim[]
      readonly dropped: readonly { text: string; reason: string }[]
      /** Set where it differs from the extractor's own: the built-in one stood in for the model. */
      readonly method?: 'builtin' | 'llm'
      /** Sentences that make no claim because they may speak to a machine (L2). */
      readonly silenced?: number
      /** The model told words of its prompt, or an address that the fragment does not name (L4). */
      readonly misled?: boolean
    }[]
  >
}
