import { z } from 'zod'
import { STANCE_RELATIONS } from '../../domain/claim.ts'
import { stanceFeatures } from '../../judge/learned-stance.ts'
import { scoresOfSignals } from '../../judge/stance-score.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { Correction } from './accept-adapter.ts'

/** What correct-nli.ts saved of a correction. */
const correction = z.object({ correct_relation: z.enum(STANCE_RELATIONS), confidence: z.number() })

/**
 * The standing corrections of verdicts by this model, one a pair; those of pairs that it never judged, or of before the
 * signals were kept, say nothing about it.
 */
export function stanceCorrections({ store }: HumanDeps, model: string): readonly Correction[] {
  return store.people.feedback.standingCorrections().flatMap((row): readonly Correction[] => {
    const edge = store.edges.get(row.target_id)
    const { nli_signals: signals = null, nli_model: by = null } = edge ?? {}
    const claim = edge === null ? null : store.claims.get(edge.target_id)
    if (claim === null || signals === null || by !== model) return []
    const { correct_relation: relation, confidence: weight } = correction.parse(row.payload)
    return [
      {
        ...stanceExample(signals, STANCE_RELATIONS.indexOf(relation)),
        ...{ weight, group: claim.claim_text },
      },
    ]
  })
}

/** A pair as the judge measured it; of one that was read once only the second part counts for nothing. */
export function stanceExample(signals: readonly number[], answer: number) {
  const { supports, refutes, neutral } = scoresOfSignals(signals)
  return { read: [supports, refutes, neutral], features: stanceFeatures(signals), answer, weight: 1 }
}
