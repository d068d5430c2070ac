import { z } from 'zod'
import { ownWords, STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import type { FeedbackActor } from '../../store/people/feedback-rows.ts'
import type { HumanDeps } from '../human-deps.ts'

/** What correct-nli.ts saved of a correction. */
const correction = z.object({
  correct_relation: z.enum(STANCE_RELATIONS),
  confidence: z.number(),
  model_relation: z.enum(STANCE_RELATIONS).nullable().default(null),
})

/** A corrected pair, as a training reads it, and where its words stand. */
export interface TrainingSample {
  readonly feedback_id: string
  readonly task_id: string
  readonly premise: string
  /** Title and heading that the passage stands under; the judge reads them with it. */
  readonly premise_title: string | null
  readonly premise_heading: string | null
  readonly hypothesis: string
  readonly hypothesis_title: string | null
  readonly hypothesis_heading: string | null
  readonly language: string
  readonly label: StanceRelation
  readonly weight: number
  readonly by: FeedbackActor
  readonly at: string
  readonly source_url: string | null
  readonly warc_file: string | null
  readonly warc_record_id: string | null
  /** Who judged before, and what; null where nobody had. */
  readonly model: string | null
  readonly model_relation: StanceRelation | null
}

/** The standing corrections as training pairs (FEEDBACK 8), oldest first; one whose edge is gone is left out. */
export function trainingSamples({ store }: HumanDeps, taskId: string | null = null): readonly TrainingSample[] {
  const place = (fragmentId: string) => {
    const fragment = store.fragments.get(fragmentId)
    const page = fragment === null ? null : store.pages.get(fragment.page_id)
    return { fragment, page, title: page?.title ?? null, heading: fragment?.heading_context ?? null }
  }
  return store.people.feedback.standingCorrections().flatMap((row): readonly TrainingSample[] => {
    if (taskId !== null && row.task_id !== taskId) return []
    const edge = store.edges.get(row.target_id)
    const claim = edge === null ? null : store.claims.get(edge.target_id)
    if (edge === null || claim === null) return []
    const passage = place(edge.source_id)
    const own = place(claim.source_fragment_id)
    if (passage.fragment === null) return []
    const { correct_relation: label, confidence: weight, model_relation } = correction.parse(row.payload)
    return [
      {
        ...{ feedback_id: row.id, task_id: row.task_id },
        ...{ premise: passage.fragment.text_content, premise_title: passage.title, premise_heading: passage.heading },
        ...{ hypothesis: ownWords(claim), hypothesis_title: own.title, hypothesis_heading: own.heading },
        ...{ language: claim.language, label, weight, by: row.actor, at: row.created_at },
        source_url: passage.page?.url ?? null,
        warc_file: passage.page?.warc_file ?? null,
        warc_record_id: passage.page?.warc_record_id ?? null,
        ...{ model: edge.nli_model ?? null, model_relation },
      },
    ]
  })
}
