import { z } from 'zod'

const reliabilitySchema = z.object({
  extraction_method: z.number(),
  fragment_type: z.number(),
  quality: z.number(),
  span: z.number(),
})
/** The factors of a fragment's reliability; their product is the reliability. */
type ReliabilityParts = Readonly<z.infer<typeof reliabilitySchema>>

/** One supporting or refuting edge as the confidence sees it. */
export interface EvidenceWeight {
  readonly edgeId: string
  readonly relation: 'supports' | 'refutes'
  readonly reliability: number
  readonly nliConfidence: number
  /** Edges of one independent source share a group; only the heaviest of a group and relation counts. */
  readonly sourceGroup: string
  /** What the reliability is made of, for the explanation. */
  readonly parts?: ReliabilityParts
  /** Named reason why it does not count at all: retracted, blocked, irrelevant. */
  readonly excluded?: string | undefined
}

/** One line of the explanation; evidence that was excluded is listed too. */
export const contributionSchema = z.object({
  edge_id: z.string(),
  relation: z.enum(['supports', 'refutes']),
  weight: z.number(),
  counted: z.boolean(),
  reliability: z.number(),
  reliability_parts: reliabilitySchema.nullable(),
  nli_confidence: z.number(),
  source_group: z.string(),
  /** Why it was not counted; null when it was. */
  reason: z.string().nullable(),
})
export type ConfidenceContribution = Readonly<z.infer<typeof contributionSchema>>

export interface Confidence {
  readonly value: number
  readonly logOdds: number
  readonly contributions: readonly ConfidenceContribution[]
}

/**
 * GRAPH 4.1: logistic(supports - refutes), each weight reliability x NLI confidence; domain trust does not
 * enter. Copies of one source weigh as one.
 */
export function claimConfidence(evidence: readonly EvidenceWeight[]): Confidence {
  const heaviest = new Map<string, EvidenceWeight>()
  for (const edge of evidence) {
    if (edge.excluded !== undefined) continue
    const best = heaviest.get(keyOf(edge))
    if (best === undefined || weightOf(edge) > weightOf(best)) heaviest.set(keyOf(edge), edge)
  }
  let logOdds = 0
  const contributions = evidence.map((edge): ConfidenceContribution => {
    const weight = weightOf(edge)
    const best = heaviest.get(keyOf(edge))
    const counted = best === edge
    if (counted) logOdds += edge.relation === 'supports' ? weight : -weight
    return {
      edge_id: edge.edgeId,
      relation: edge.relation,
      weight,
      counted,
      reliability: edge.reliability,
      reliability_parts: edge.parts ?? null,
      nli_confidence: edge.nliConfidence,
      source_group: edge.sourceGroup,
      reason: counted ? null : (edge.excluded ?? `same source as ${best?.edgeId ?? ''}, which weighs more`),
    }
  })
  return { value: logistic(logOdds), logOdds, contributions }
}

/** The probability from which on the judge calls a pair a support, and what a model asked about it alone says then. */
export const SUPPORT_BAR = 0.35
const SAID_AT_THE_BAR = 0.55

/**
 * The NLI confidence of GRAPH 4.1 for a support that the judge weighed from its readings. Its probability is one among
 * all pairs that searches show, of which 15 in 16 say nothing; the formula has a model's answer about a pair that says
 * something. A support at the bar counts as that answer did, so that two sources that agree still make 0.6.
 */
export function supportStrength(probability: number): number {
  if (probability < SUPPORT_BAR) return probability
  return SAID_AT_THE_BAR + ((1 - SAID_AT_THE_BAR) * (probability - SUPPORT_BAR)) / (1 - SUPPORT_BAR)
}

/** Belief in a claim without any evidence: log odds of 0. */
export const PRIOR_CONFIDENCE = 0.5

export function logistic(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

function keyOf(edge: EvidenceWeight): string {
  return `${edge.relation} ${edge.sourceGroup}`
}

function weightOf(edge: EvidenceWeight): number {
  return edge.reliability * edge.nliConfidence
}

interface FragmentFeatures {
  readonly extractionMethod: string
  readonly fragmentType: string
  readonly quality: number
  readonly isRetracted: boolean
  /** How well the stance is backed by a quotation from the fragment; 1 when unknown. */
  readonly span?: number
}

/** Reliability from the fragment alone (GRAPH 4.2): how it was got, what it is, how clean it is. Never the domain. */
export function fragmentReliability(features: FragmentFeatures): number {
  if (features.isRetracted) return 0
  const parts = reliabilityParts(features)
  return parts.extraction_method * parts.fragment_type * parts.quality * parts.span
}

export function reliabilityParts(features: FragmentFeatures): ReliabilityParts {
  return {
    extraction_method: METHOD_RELIABILITY[features.extractionMethod] ?? UNKNOWN_METHOD,
    fragment_type: TYPE_RELIABILITY[features.fragmentType] ?? UNKNOWN_TYPE,
    quality: LEAST_QUALITY + (1 - LEAST_QUALITY) * Math.min(1, Math.max(0, features.quality)),
    span: features.span ?? 1,
  }
}

/** Written by a version that knew other methods or types: a little below the common ones. */
const UNKNOWN_METHOD = 0.7
const UNKNOWN_TYPE = 0.8
/** REQ 3.3.3: poor quality takes at most 80 % of the weight. */
const LEAST_QUALITY = 0.2
/** A stance that cannot be quoted may rest on the model's imagination; a few words may be out of context. */
const NO_QUOTATION = 0.8
const SHORT_QUOTATION = 0.9
/** From this many characters on a quotation is a sentence; fewer words can be quoted out of context. */
const WHOLE_SPAN_CHARACTERS = 20

/**
 * 1 when the words that decided the stance stand in the fragment and are a sentence's length, 0.9 for a shorter
 * quotation,
 * 0.8 when nothing can be pointed at.
 */
export function spanStrength(fragmentText: string, rationale: string | null): number {
  const words = rationale?.trim() ?? ''
  if (words === '' || !fragmentText.includes(words)) return NO_QUOTATION
  return words.length >= Math.min(WHOLE_SPAN_CHARACTERS, fragmentText.trim().length) ? 1 : SHORT_QUOTATION
}

/**
 * GRAPH 4.2 names the factors and leaves their values open. These are our own choice and follow one order: text a
 * publisher or a person wrote down (1), text an extractor cut out (0.9), text a recogniser guessed (0.6). They were not
 * fitted to data: change them together with test/domain/confidence-worked.test.ts.
 */
const METHOD_RELIABILITY: Readonly<Record<string, number>> = {
  api_abstract: 1,
  api_record: 1,
  html: 0.9,
  pdf: 0.9,
  ocr: 0.6,
  user: 1,
}

/** Our own choice as well: prose states, lists and tables lose context, quotations and captions speak for others. */
const TYPE_RELIABILITY: Readonly<Record<string, number>> = {
  abstract: 1,
  statement: 1,
  paragraph: 0.95,
  list: 0.85,
  table: 0.85,
  quote: 0.7,
  figure: 0.7,
  code: 0.5,
  heading: 0.4,
}
