import { z } from 'zod'
import type { FeedbackAnswer, FeedbackRequest } from '../api/feedback.ts'
import { type Claim, STANCE_RELATIONS, type StanceRelation } from '../domain/claim.ts'
import { isoTime } from '../domain/clock.ts'
import { roundTo } from '../domain/round-to.ts'
import { requireTask } from '../store/require-task.ts'
import { addNote } from './feedback/add-note.ts'
import { correctCitation } from './feedback/correct-citation.ts'
import { correctNli } from './feedback/correct-nli.ts'
import type { FeedbackEffects } from './feedback/effects.ts'
import { joinClaims, splitClaim } from './feedback/finding-claims.ts'
import { flagIrrelevant } from './feedback/flag-irrelevant.ts'
import { flagMissing } from './feedback/flag-missing.ts'
import { rateUsefulness } from './feedback/rate-usefulness.ts'
import type { Applied } from './feedback/target.ts'
import type { HumanDeps } from './human-deps.ts'

/** FEEDBACK 8: this many unused corrections make a training worth while. */
const TRAINING_TRIGGER = 50

/**
 * Applies a person's correction to the graph, keeps it, and has the touched claims computed again: all or nothing. What
 * takes time (the archive, the models) is done before the transaction.
 */
export async function submitFeedback(
  deps: HumanDeps,
  input: FeedbackRequest,
  effects: FeedbackEffects,
): Promise<FeedbackAnswer> {
  requireTask(deps.store, input.task_id)
  const apply = await prepare(deps, input, effects)
  return deps.store.write(() => {
    const causeId = deps.store.events.append({
      kind: `feedback.${input.action}`,
      taskId: input.task_id,
      subjectId: input.target_id,
      causeId: deps.ids.next('cause'),
    })
    const { applied, touched, payload } = apply(causeId)
    const id = deps.ids.next('fb')
    deps.store.people.feedback.insert({
      id,
      task_id: input.task_id,
      action: input.action,
      target_id: input.target_id,
      payload,
      created_at: isoTime(deps.clock),
      cause_id: causeId,
    })
    const before = deps.store.claims.many(touched)
    if (touched.length > 0) effects.recompute(touched)
    const pending = deps.store.people.feedback.countUnusedCorrections()
    return {
      ok: true,
      feedback_id: id,
      action: input.action,
      target_id: input.target_id,
      applied,
      claims: changedClaims(before, deps.store.claims.many(touched), input.task_id),
      pending_training_samples: pending,
      training_due: pending >= TRAINING_TRIGGER,
    }
  })
}

/** Claims of the task that one answer names; a page or a fragment may carry many. */
const CLAIMS_SHOWN = 20

/** The claims of the task that were computed again, the most changed first. */
function changedClaims(before: readonly Claim[], after: readonly Claim[], taskId: string): FeedbackAnswer['claims'] {
  const old = new Map(before.map((claim) => [claim.id, claim.confidence]))
  const change = (claim: Claim) => Math.abs(claim.confidence - (old.get(claim.id) ?? claim.confidence))
  return after
    .filter((claim) => claim.task_id === taskId)
    .sort((a, b) => change(b) - change(a) || (a.id < b.id ? -1 : 1))
    .slice(0, CLAIMS_SHOWN)
    .map((claim) => ({
      claim_id: claim.id,
      confidence_before: roundTo(old.get(claim.id) ?? claim.confidence, 4),
      confidence: roundTo(claim.confidence, 4),
      verification_status: claim.verification_status,
    }))
}

type Apply = (causeId: string) => Applied

async function prepare(deps: HumanDeps, input: FeedbackRequest, effects: FeedbackEffects): Promise<Apply> {
  const target = { taskId: input.task_id, targetId: input.target_id }
  switch (input.action) {
    case 'correct_nli':
      return (causeId) => correctNli(deps, { ...target, causeId, payload: input.payload })
    case 'flag_irrelevant':
      return (causeId) => flagIrrelevant(deps, { ...target, causeId, payload: input.payload })
    case 'flag_missing':
      return flagMissing(deps, { ...target, payload: input.payload }, effects)
    case 'correct_citation':
      return (causeId) => correctCitation(deps, { ...target, causeId, payload: input.payload })
    case 'rate_usefulness':
      return (causeId) => rateUsefulness(deps, { ...target, causeId, payload: input.payload })
    case 'split_claim':
      return (causeId) => splitClaim(deps, { ...target, causeId, payload: input.payload })
    case 'join_claims':
      return (causeId) => joinClaims(deps, { ...target, causeId, payload: input.payload })
    case 'add_note':
      return (causeId) => addNote(deps, { ...target, causeId, payload: input.payload })
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
