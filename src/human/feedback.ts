import { describeIssues } from '../api/describe-issues.ts'
import {
  type FeedbackAnswer,
  type FeedbackItem,
  type FeedbackList,
  type FeedbackListAnswer,
  type FeedbackRequest,
  feedbackItem,
} from '../api/feedback.ts'
import { LyraError } from '../domain/errors.ts'
import type { FeedbackActor } from '../store/people/feedback-rows.ts'
import { requireTask } from '../store/require-task.ts'
import { addNote } from './feedback/add-note.ts'
import { correctCitation } from './feedback/correct-citation.ts'
import { correctNli } from './feedback/correct-nli.ts'
import type { FeedbackEffects } from './feedback/effects.ts'
import { joinClaims, splitClaim } from './feedback/finding-claims.ts'
import { flagIrrelevant } from './feedback/flag-irrelevant.ts'
import { flagMissing } from './feedback/flag-missing.ts'
import { rateUsefulness } from './feedback/rate-usefulness.ts'
import { type Apply, record, type Submission } from './feedback/record.ts'
import { changedClaims, touchedFindings } from './feedback/touched.ts'
import { undo } from './feedback/undo.ts'
import type { HumanDeps } from './human-deps.ts'

/** FEEDBACK 8: this many unused corrections make a training worth while. */
const TRAINING_TRIGGER = 50

/**
 * Applies a correction, or a list of them, to the graph, keeps each, and has the touched claims computed again, once:
 * all or nothing, or in a list each by itself. What takes time (the archive, the models) is done before the
 * transaction.
 */
export async function submitFeedback(
  deps: HumanDeps,
  input: FeedbackRequest,
  effects: FeedbackEffects,
  by: FeedbackActor = 'person',
): Promise<FeedbackAnswer | FeedbackListAnswer> {
  requireTask(deps.store, input.task_id)
  const taskId = input.task_id
  if (input.action === 'list') return submitList(deps, { taskId, by }, input.payload, effects)
  const apply = await prepare(deps, { taskId, by }, input, effects)
  return deps.store.write(() => {
    const before = deps.store.findings.standings(taskId)
    const { feedbackId, applied, touched } = record(deps, { taskId, by }, input, apply)
    const claims = deps.store.claims.many(touched)
    if (touched.length > 0) effects.recompute(touched)
    return {
      ok: true,
      feedback_id: feedbackId,
      action: input.action,
      target_id: input.target_id,
      applied,
      claims: changedClaims(claims, deps.store.claims.many(touched), taskId),
      findings: touchedFindings(deps, taskId, before, touched),
      ...trainingState(deps),
    }
  })
}

type Prepared = { readonly item: FeedbackItem; readonly apply: Apply } | { readonly error: LyraError }

async function submitList(
  deps: HumanDeps,
  submission: Submission,
  { items, mode }: FeedbackList['payload'],
  effects: FeedbackEffects,
): Promise<FeedbackListAnswer> {
  const { taskId } = submission
  const prepared: Prepared[] = []
  for (const [at, given] of items.entries()) {
    const one = await prepareItem(deps, submission, { at, given }, effects)
    if ('error' in one && mode === 'all') throw one.error
    prepared.push(one)
  }
  return deps.store.write(() => {
    const before = deps.store.findings.standings(taskId)
    const outcomes = prepared.map((one, at) => recordItem(deps, submission, one, { at, mode }))
    const touched = [...new Set(outcomes.flatMap((one) => one.touched))]
    if (touched.length > 0) effects.recompute(touched)
    return {
      ok: true,
      mode,
      results: outcomes.map(({ touched: _touched, ...result }) => result),
      findings: touchedFindings(deps, taskId, before, touched),
      ...trainingState(deps),
    }
  })
}

async function prepareItem(
  deps: HumanDeps,
  submission: Submission,
  { at, given }: { readonly at: number; readonly given: unknown },
  effects: FeedbackEffects,
): Promise<Prepared> {
  const checked = feedbackItem.safeParse(given)
  if (!checked.success) return { error: ofItem(at, new LyraError('INVALID_PARAMS', describeIssues(checked.error))) }
  try {
    return { item: checked.data, apply: await prepare(deps, submission, checked.data, effects) }
  } catch (error) {
    if (!(error instanceof LyraError)) throw error
    return { error: ofItem(at, error) }
  }
}

interface ItemOutcome {
  readonly feedback_id: string | null
  readonly applied: readonly string[]
  readonly error?: string
  readonly touched: readonly string[]
}

function recordItem(
  deps: HumanDeps,
  submission: Submission,
  one: Prepared,
  { at, mode }: { readonly at: number; readonly mode: 'each' | 'all' },
): ItemOutcome {
  if ('error' in one) return failed(one.error)
  try {
    const { feedbackId, ...done } = deps.store.attempt(() => record(deps, submission, one.item, one.apply))
    return { feedback_id: feedbackId, ...done }
  } catch (error) {
    if (!(error instanceof LyraError)) throw error
    if (mode === 'all') throw ofItem(at, error)
    return failed(ofItem(at, error))
  }
}

function failed({ code, message }: LyraError): ItemOutcome {
  return { feedback_id: null, applied: [], error: `${code}: ${message}`, touched: [] }
}

/** As in `items.3: ...`, the first being 0. */
function ofItem(at: number, { code, message, hint }: LyraError): LyraError {
  return new LyraError(code, `items.${at}: ${message}`, hint === undefined ? {} : { hint })
}

function trainingState({ store }: HumanDeps): Pick<FeedbackAnswer, 'pending_training_samples' | 'training_due'> {
  const pending = store.people.feedback.countUnusedCorrections()
  return { pending_training_samples: pending, training_due: pending >= TRAINING_TRIGGER }
}

async function prepare(
  deps: HumanDeps,
  { taskId, by }: Submission,
  input: FeedbackItem,
  effects: FeedbackEffects,
): Promise<Apply> {
  const target = { taskId, by, targetId: input.target_id }
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
    case 'undo':
      return (causeId) => undo(deps, { ...target, causeId, payload: input.payload })
  }
}
