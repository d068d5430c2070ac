import { z } from 'zod'
import { STANCE_RELATIONS, type StanceRelation } from '../../domain/claim.ts'
import { isoTime } from '../../domain/clock.ts'
import { LyraError } from '../../domain/errors.ts'
import { stableId } from '../../domain/ids.ts'
import type { FeedbackRow } from '../../store/people/feedback-rows.ts'
import type { HumanDeps } from '../human-deps.ts'
import { calibrateBy } from './calibrate-by.ts'
import { saveCitation } from './correct-citation.ts'
import { claimsBeside } from './finding-claims.ts'
import { type Applied, claimsTouchedByPages, type FeedbackInput } from './target.ts'

/** Takes one correction back, with the copies it reached. A later one of the same target holds. */
export function undo(deps: HumanDeps, input: FeedbackInput<'undo'>): Applied {
  const { feedback } = deps.store.people
  const row = feedback.get(input.targetId)
  if (row === null || row.task_id !== input.taskId || row.action === 'undo')
    throw new LyraError('NOT_FOUND', `No correction of task ${input.taskId} has the id ${input.targetId}`)
  if (row.action === 'merge_entities' || row.action === 'split_entity')
    throw new LyraError('INVALID_PARAMS', `${row.id} is about entities`, {
      hint: `lyra entities ${input.taskId} undo ${row.id}`,
    })
  if (row.undone_at !== null)
    throw new LyraError('INVALID_PARAMS', `Correction ${row.id} was undone at ${row.undone_at}`)
  const rows = [row, ...feedback.copiesOf(row.id)].filter(({ undone_at: at }) => at === null)
  feedback.markUndone(
    rows.map(({ id }) => id),
    isoTime(deps.clock),
  )
  const done = rows.map((one) => takeBack(deps, one, input.causeId))
  return {
    applied: done.flatMap(({ applied }) => applied),
    touched: [...new Set(done.flatMap(({ touched }) => touched))],
    payload: { ...input.payload, undone_action: row.action, undone_target: row.target_id },
  }
}

interface TakenBack {
  readonly applied: readonly string[]
  readonly touched: readonly string[]
}

function takeBack(deps: HumanDeps, row: FeedbackRow, causeId: string): TakenBack {
  switch (row.action) {
    case 'correct_nli':
      return stanceBefore(deps, row, causeId)
    case 'flag_irrelevant':
      return relevantAgain(deps, row)
    case 'flag_missing':
      return withoutPassage(deps, row)
    case 'correct_citation':
      return citationBefore(deps, row, causeId)
    case 'split_claim':
    case 'join_claims':
      return groupingBefore(deps, row)
    default:
      return { applied: [`${row.action} of ${row.target_id}: taken back`], touched: [] }
  }
}

const correction = z.object({
  correct_relation: z.enum(STANCE_RELATIONS),
  confidence: z.number(),
  model_confidence: z.number().nullable().exactOptional(),
  edge_confidence: z.number().nullable().exactOptional(),
})

/** What the latest standing correction says; without one what the model had said, or no edge where none had judged. */
function stanceBefore(deps: HumanDeps, row: FeedbackRow, causeId: string): TakenBack {
  const { store } = deps
  const edge = store.edges.get(edgeIdOf(row))
  if (edge === null) return { applied: [`edge ${row.target_id}: gone`], touched: [] }
  const standing = store.people.feedback.standing(row.target_id, row.action).at(-1)
  const touched = [edge.target_id]
  const claim = store.claims.get(edge.target_id)
  const sample = (relation: StanceRelation | null) =>
    claim === null ? null : calibrateBy(deps, { edge, claim }, relation, causeId)
  if (standing !== undefined) {
    const { correct_relation: relation, confidence } = correction.parse(standing.payload)
    store.edges.correct(edge.id, relation, confidence)
    sample(relation)
    return { applied: [`edge ${edge.id}: ${edge.relation} -> ${relation}, as corrected by ${standing.id}`], touched }
  }
  sample(null)
  if (edge.nli_label === null) {
    store.edges.remove(edge.id)
    return { applied: [`edge ${edge.id}: removed, no search had judged the pair`], touched }
  }
  const [first] = store.people.feedback.about(row.target_id, row.action)
  const said = correction.parse(first?.payload ?? row.payload)
  store.edges.restore(
    edge.id,
    edge.nli_label,
    said.edge_confidence ?? said.model_confidence ?? edge.nli_raw_confidence ?? null,
  )
  return { applied: [`edge ${edge.id}: ${edge.relation} -> ${edge.nli_label}, as judged`], touched }
}

/** An older row names a pair that nobody had judged by its fragment and claim. */
function edgeIdOf({ target_id: target, payload }: FeedbackRow): string {
  return typeof payload.claim_id === 'string' ? stableId('edge', target, payload.claim_id, 'stance') : target
}

function relevantAgain({ store }: HumanDeps, row: FeedbackRow): TakenBack {
  const { target_id: id, action } = row
  if (store.people.feedback.standing(id, action).length > 0)
    return { applied: [`fragment ${id}: another correction still calls it irrelevant`], touched: [] }
  store.fragments.markRelevant(id)
  const drawn = store.claims.fromFragment(row.task_id, id)
  const touched = [...store.claims.touchedByFragment(id), ...drawn].map((claim) => claim.id)
  return { applied: [`fragment ${id}: evidence again`], touched: [...new Set(touched)] }
}

/** The passage stays in the graph, for what was read stays; it is evidence no more. */
function withoutPassage({ store }: HumanDeps, { payload, target_id: page }: FeedbackRow): TakenBack {
  const fragment = typeof payload.fragment_id === 'string' ? store.fragments.get(payload.fragment_id) : null
  if (fragment === null || fragment.extraction_method !== 'user')
    return { applied: [`page ${page}: nothing had been added`], touched: [] }
  const touched = store.claims.touchedByFragment(fragment.id).map((claim) => claim.id)
  store.fragments.markIrrelevant(fragment.id)
  return { applied: [`fragment ${fragment.id}: no longer counted as evidence`], touched }
}

const citation = z.object({
  citing_page_id: z.string(),
  cited_page_id: z.string(),
  correction_type: z.enum(['add', 'remove']),
})

function citationBefore(deps: HumanDeps, row: FeedbackRow, causeId: string): TakenBack {
  const { citing_page_id: citing, cited_page_id: cited, correction_type: type } = citation.parse(row.payload)
  if (type === 'add') deps.store.edges.remove(stableId('edge', citing, cited, 'cites', 'user'))
  else saveCitation(deps, citing, cited, causeId)
  const act = type === 'add' ? 'removed' : 'added'
  return { applied: [`citation ${citing} -> ${cited}: ${act}`], touched: claimsTouchedByPages(deps, [citing, cited]) }
}

const grouping = z.object({
  before: z.array(z.object({ first: z.string(), second: z.string(), decision: z.enum(['same', 'apart']) })).default([]),
  split_from: z.array(z.string()).default([]),
  same_as: z.string().exactOptional(),
})

function groupingBefore(deps: HumanDeps, row: FeedbackRow): TakenBack {
  const { before, split_from: others, same_as: other } = grouping.parse(row.payload)
  const claimId = deps.store.findings.get(row.target_id)?.claim_id ?? row.target_id
  const touched = new Set(
    [claimId, ...others, ...(other === undefined ? [] : [other])].flatMap((id) => claimsBeside(deps, id)),
  )
  deps.store.findings.takeBack(row.task_id, row.cause_id, before)
  return { applied: [`${row.action} of ${row.target_id}: taken back`], touched: [...touched] }
}
