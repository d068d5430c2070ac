import { z } from 'zod'
import type { FeedbackAnswer, FeedbackRequest } from '../api/feedback.ts'
import { STANCE_RELATIONS, type StanceRelation } from '../domain/claim.ts'
import { isoTime } from '../domain/clock.ts'
import { requireTask } from '../store/require-task.ts'
import { addNote } from './feedback/add-note.ts'
import { correctCitation } from './feedback/correct-citation.ts'
import { correctNli } from './feedback/correct-nli.ts'
import { flagIrrelevant } from './feedback/flag-irrelevant.ts'
import { flagMissing } from './feedback/flag-missing.ts'
import { rateUsefulness } from './feedback/rate-usefulness.ts'
import type { Applied } from './feedback/target.ts'
import type { HumanDeps } from './human-deps.ts'

/** FEEDBACK 8: this many unused corrections make a training worth while. */
const TRAINING_TRIGGER = 50

/** Applies a person's correction to the graph, keeps it, and has the touched claims computed again: all or nothing. */
export function submitFeedback(
  deps: HumanDeps,
  input: FeedbackRequest,
  recompute: (claimIds: readonly string[]) => void,
): FeedbackAnswer {
  requireTask(deps.store, input.task_id)
  return deps.store.write(() => {
    const causeId = deps.store.events.append({
      kind: `feedback.${input.action}`,
      taskId: input.task_id,
      subjectId: input.target_id,
      causeId: deps.ids.next('cause'),
    })
    const done = applied(deps, input, causeId)
    const id = deps.ids.next('fb')
    deps.store.people.feedback.insert({
      id,
      task_id: input.task_id,
      action: input.action,
      target_id: input.target_id,
      payload: done.payload,
      created_at: isoTime(deps.clock),
      cause_id: causeId,
    })
    if (done.touched.length > 0) recompute(done.touched)
    const pending = deps.store.people.feedback.countUnusedCorrections()
    return {
      ok: true,
      feedback_id: id,
      action: input.action,
      target_id: input.target_id,
      applied: done.applied,
      pending_training_samples: pending,
      training_due: pending >= TRAINING_TRIGGER,
    }
  })
}

function applied(deps: HumanDeps, input: FeedbackRequest, causeId: string): Applied {
  const target = { taskId: input.task_id, targetId: input.target_id, causeId }
  switch (input.action) {
    case 'correct_nli':
      return correctNli(deps, { ...target, payload: input.payload })
    case 'flag_irrelevant':
      return flagIrrelevant(deps, { ...target, payload: input.payload })
    case 'flag_missing':
      return flagMissing(deps, { ...target, payload: input.payload })
    case 'correct_citation':
      return correctCitation(deps, { ...target, payload: input.payload })
    case 'rate_usefulness':
      return rateUsefulness(deps, { ...target, payload: input.payload })
    case 'add_note':
      return addNote(deps, { ...target, payload: input.payload })
  }
}

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
export function trainingSamples(deps: HumanDeps, limit = 1000): readonly TrainingSample[] {
  return deps.store.people.feedback.unusedCorrections(limit).flatMap((row) => {
    const edge = deps.store.edges.get(row.target_id)
    const fragment = edge === null ? null : deps.store.fragments.get(edge.source_id)
    const claim = edge === null ? null : deps.store.claims.get(edge.target_id)
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
