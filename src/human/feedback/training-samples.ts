import { z } from 'zod'
import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import type { HumanDeps } from '../human-deps.ts'

/** What correct-nli.ts saved of a correction. */
const correction = z
  .object({ correct_relation: z.enum(STANCE_RELATIONS), confidence: z.number() })
  .transform(({ correct_relation: label, confidence: weight }) => ({ label, weight }))

interface TrainingSample {
  readonly feedback_id: string
  readonly premise: string
  readonly hypothesis: string
  readonly label: StanceRelation
  readonly weight: number
}

/** The corrections as training pairs (FEEDBACK 8); one whose edge is gone is left out. */
export function trainingSamples({ store }: HumanDeps, limit = 1000): readonly TrainingSample[] {
  return store.people.feedback.unusedCorrections(limit).flatMap((row) => {
    const edge = store.edges.get(row.target_id)
    const fragment = edge === null ? null : store.fragments.get(edge.source_id)
    const claim = edge === null ? null : store.claims.get(edge.target_id)
    if (fragment === null || claim === null) return []
    return [
      {
        feedback_id: row.id,
        premise: fragment.text_content,
        hypothesis: claim.claim_text,
        ...correction.parse(row.payload),
      },
    ]
  })
}
