/** One supporting or refuting edge as the confidence sees it. */
export interface EvidenceWeight {
  readonly edgeId: string
  readonly relation: 'supports' | 'refutes'
  readonly reliability: number
  readonly nliConfidence: number
  /** Edges of one independent source share a group; only the heaviest of a group and relation counts. */
  readonly sourceGroup: string
}

export interface ConfidenceContribution {
  readonly edge_id: string
  readonly relation: 'supports' | 'refutes'
  readonly weight: number
  readonly counted: boolean
}

export interface Confidence {
  readonly value: number
  readonly logOdds: number
  readonly contributions: readonly ConfidenceContribution[]
}

/** The share a claim keeps when a refuting search found nothing (REQ 3.1.7.5: 5 % decay). */
export const NO_REFUTATION_DECAY = 0.95

/**
 * GRAPH: logistic(sum of supports - sum of refutes), each weight reliability x NLI confidence. Domain trust does not
 * enter. Copies of one source weigh as one.
 */
export function claimConfidence(evidence: readonly EvidenceWeight[]): Confidence {
  const heaviest = new Map<string, EvidenceWeight>()
  for (const edge of evidence) {
    const key = `${edge.relation} ${edge.sourceGroup}`
    const best = heaviest.get(key)
    if (best === undefined || weightOf(edge) > weightOf(best)) heaviest.set(key, edge)
  }
  const counted = new Set([...heaviest.values()].map((edge) => edge.edgeId))
  let logOdds = 0
  const contributions = evidence.map((edge) => {
    const weight = weightOf(edge)
    if (counted.has(edge.edgeId)) logOdds += edge.relation === 'supports' ? weight : -weight
    return { edge_id: edge.edgeId, relation: edge.relation, weight, counted: counted.has(edge.edgeId) }
  })
  return { value: 1 / (1 + Math.exp(-logOdds)), logOdds, contributions }
}

function weightOf(edge: EvidenceWeight): number {
  return edge.reliability * edge.nliConfidence
}

export interface FragmentFeatures {
  readonly extractionMethod: string
  readonly fragmentType: string
  readonly quality: number
  readonly isRetracted: boolean
}

/** Reliability from the fragment alone (GRAPH): how it was obtained, what it is, how clean it is. Never the domain. */
export function fragmentReliability(features: FragmentFeatures): number {
  if (features.isRetracted) return 0
  const method = METHOD_RELIABILITY[features.extractionMethod] ?? 0.7
  const type = TYPE_RELIABILITY[features.fragmentType] ?? 0.8
  return method * type * (0.2 + 0.8 * Math.min(1, Math.max(0, features.quality)))
}

const METHOD_RELIABILITY: Readonly<Record<string, number>> = { api_abstract: 1, html: 0.9, pdf: 0.9, ocr: 0.6, user: 1 }

const TYPE_RELIABILITY: Readonly<Record<string, number>> = {
  abstract: 1,
  paragraph: 0.95,
  list: 0.85,
  table: 0.85,
  quote: 0.7,
  figure: 0.7,
  code: 0.5,
  heading: 0.4,
}
