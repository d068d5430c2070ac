import type { ModelPlaces, NliConfig } from './model-folder.ts'
import type { Encoded } from './onnx-session.ts'
import type { StanceScore } from './types.ts'

export interface NliOptions extends ModelPlaces {
  /** Setting models.nli. */
  readonly model: string
  /** Setting models.threads. */
  readonly threads: number
}

/** Cuts the evidence, never the claim, unless the claim alone would leave the evidence less than half the room. */
export function cutPair(encoded: Encoded, limit: number): Encoded {
  const excess = encoded.ids.length - limit
  if (excess <= 0) return encoded
  const firstOfClaim = encoded.secondFrom ?? encoded.typeIds.indexOf(1)
  const boundary = firstOfClaim === -1 ? encoded.ids.length : firstOfClaim
  const evidence = { from: 1, to: boundary - 1 }
  const claim = { from: boundary, to: encoded.ids.length - 1 }
  const room = limit - 3
  const claimKept = Math.min(
    claim.to - claim.from,
    Math.max(Math.floor(room / 2), room - (evidence.to - evidence.from)),
  )
  const evidenceKept = room - claimKept
  const pick = (values: readonly number[]) => [
    ...values.slice(0, evidence.from + evidenceKept),
    ...values.slice(evidence.to, claim.from + claimKept),
    ...values.slice(-1),
  ]
  return { ids: pick(encoded.ids), typeIds: pick(encoded.typeIds) }
}

export function scoreOf(labels: NliConfig['labels'], probabilities: readonly number[]): StanceScore {
  const of = (label: (typeof labels)[number]) => probabilities[labels.indexOf(label)] ?? 0
  return { supports: of('supports'), refutes: of('refutes'), neutral: of('neutral') }
}
