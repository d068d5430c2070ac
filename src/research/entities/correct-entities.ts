import { z } from 'zod'
import type { EntityCorrection } from '../../api/entities.ts'
import { type Clock, isoTime } from '../../domain/clock.ts'
import type { NameCorrection } from '../../domain/entity.ts'
import { LyraError } from '../../domain/errors.ts'
import type { FeedbackActor } from '../../store/people/feedback-rows.ts'
import { type EntityParts, entryOf, requireEntity, upToDate } from './list-entities.ts'
import { updateEntities } from './update-entities.ts'

type CorrectingParts = EntityParts & { readonly clock: Clock }

export type EntityDecision =
  | { readonly action: 'merge'; readonly task_id: string; readonly entity_id: string; readonly with: string }
  | { readonly action: 'split'; readonly task_id: string; readonly name_id: string }
  | { readonly action: 'undo'; readonly task_id: string; readonly feedback_id: string }

/** A person knows better which spellings mean one thing; the last word on a pair stands, and each can be undone. */
export async function correctEntities(
  parts: CorrectingParts,
  decision: EntityDecision,
  by: FeedbackActor,
): Promise<EntityCorrection> {
  const { store, ids } = parts
  const { task_id: taskId, action } = decision
  await upToDate(parts, taskId)
  const reader = await parts.nameReader?.()
  if (reader === undefined) throw new LyraError('MODEL_NOT_READY', 'Names are not read here')
  return store.write(() => {
    const { target, pairs, kept } = decided(parts, decision)
    const kind = action === 'undo' ? 'feedback.undo' : `feedback.${ACTIONS[action]}`
    const cause = { kind, taskId, subjectType: 'entity', subjectId: target, data: { by }, causeId: ids.next('cause') }
    const eventId = store.events.append(cause)
    const payload = decision.action === 'undo' ? takeBack(parts, decision, kept) : decide(store, taskId, pairs, eventId)
    const feedbackId = ids.next('fb')
    store.people.feedback.insert({
      ...{ id: feedbackId, task_id: taskId, action: action === 'undo' ? 'undo' : ACTIONS[action], target_id: target },
      ...{ payload, created_at: isoTime(parts.clock), cause_id: eventId, actor: by, copy_of: null },
    })
    updateEntities({ store, reading: reader.reading }, { taskId, causeId: eventId })
    return { ok: true, task_id: taskId, action, feedback_id: feedbackId, entities: touched(parts, taskId, payload) }
  })
}

export const ACTIONS = { merge: 'merge_entities', split: 'split_entity' } as const

interface Decided {
  /** What the timeline names. */
  readonly target: string
  readonly pairs: readonly NameCorrection[]
  readonly kept: Kept
}

const pairSchema = z.object({ first: z.string(), second: z.string(), decision: z.enum(['same', 'apart']) })
const keptSchema = z.object({ pairs: z.array(pairSchema) })
type Kept = Readonly<z.infer<typeof keptSchema>>

const NOTHING: Kept = { pairs: [] }

function decided({ store }: CorrectingParts, decision: EntityDecision): Decided {
  const { entities, people } = store
  const { task_id: taskId } = decision
  if (decision.action === 'undo') {
    const row = people.feedback.get(decision.feedback_id)
    if (row === null || row.task_id !== taskId || !isOfEntities(row.action))
      throw new LyraError('NOT_FOUND', `No merge or split of task ${taskId} has the id ${decision.feedback_id}`)
    if (row.undone_at !== null) throw new LyraError('INVALID_PARAMS', `${row.id} was undone at ${row.undone_at}`)
    return { target: row.target_id, pairs: [], kept: keptSchema.parse(row.payload) }
  }
  if (decision.action === 'merge') {
    const [one, other] = [decision.entity_id, decision.with].map((id) => requireEntity(store, taskId, id))
    if (one === undefined || other === undefined || one.id === other.id)
      throw new LyraError('INVALID_PARAMS', 'An entity cannot be merged with itself')
    if (one.kind !== other.kind)
      throw new LyraError('INVALID_PARAMS', `One of them is of kind ${one.kind}, the other of kind ${other.kind}`)
    return { target: one.id, pairs: joining(store, taskId, [one.id, other.id]), kept: NOTHING }
  }
  const name = entities.names(taskId).find(({ id }) => id === decision.name_id)
  if (name === undefined || name.entity_id === null)
    throw new LyraError('NOT_FOUND', `No spelling of task ${taskId} has the id ${decision.name_id.slice(0, 80)}`)
  const others = entities.namesOf(name.entity_id).filter(({ id }) => id !== name.id)
  if (others.length === 0) throw new LyraError('INVALID_PARAMS', `${name.id} already stands alone`)
  const pairs = others.map(({ id }): NameCorrection => ({ first: name.id, second: id, decision: 'apart' }))
  return { target: name.entity_id, pairs, kept: NOTHING }
}

/** One pair joins them all; what was parted between them before is joined as well. */
function joining(
  { entities }: CorrectingParts['store'],
  taskId: string,
  [one, other]: readonly [string, string],
): readonly NameCorrection[] {
  const [own, theirs] = [one, other].map((id) => entities.namesOf(id).map((name) => name.id))
  const [first, second] = [own?.[0], theirs?.[0]]
  if (own === undefined || theirs === undefined || first === undefined || second === undefined) return []
  const isBetween = ({ first: a, second: b }: NameCorrection) =>
    (own.includes(a) && theirs.includes(b)) || (theirs.includes(a) && own.includes(b))
  const parted = entities.corrections(taskId).filter((pair) => pair.decision === 'apart' && isBetween(pair))
  const pairs = [...parted, { first, second }]
  return pairs.map((pair) => ({ first: pair.first, second: pair.second, decision: 'same' }))
}

function decide(
  { entities }: Pick<CorrectingParts['store'], 'entities'>,
  taskId: string,
  pairs: readonly NameCorrection[],
  causeId: string,
): Kept {
  for (const pair of pairs) entities.correct(taskId, pair, causeId)
  return { pairs: [...pairs] }
}

/** What stands is decided anew from the decisions that were not undone, in their order. */
function takeBack(
  { store, clock }: CorrectingParts,
  { task_id: taskId, feedback_id: feedbackId }: Extract<EntityDecision, { readonly action: 'undo' }>,
  { pairs }: Kept,
): Kept & Readonly<Record<string, unknown>> {
  const { feedback } = store.people
  const row = feedback.get(feedbackId)
  feedback.markUndone([feedbackId], isoTime(clock))
  store.entities.dropCorrections(taskId)
  const standing = feedback.ofTask(taskId).filter((one) => one.undone_at === null && isOfEntities(one.action))
  for (const one of standing) decide(store, taskId, keptSchema.parse(one.payload).pairs, one.cause_id)
  return { pairs, undone_action: row?.action, undone_target: row?.target_id }
}

function isOfEntities(action: string): boolean {
  return Object.values<string>(ACTIONS).includes(action)
}

/** The entities in which the spellings stand now. */
function touched({ store }: CorrectingParts, taskId: string, { pairs }: Kept): EntityCorrection['entities'] {
  const moved = new Set(pairs.flatMap(({ first, second }) => [first, second]))
  const own = new Set(
    store.entities.names(taskId).flatMap(({ id, entity_id }) => (moved.has(id) ? (entity_id ?? []) : [])),
  )
  return [...own].flatMap((id) => {
    const entity = store.entities.get(id)
    return entity === null ? [] : [entryOf(store, entity)]
  })
}
