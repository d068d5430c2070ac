import type { FeedbackItem } from '../../api/feedback.ts'
import { isoTime } from '../../domain/clock.ts'
import { stableId } from '../../domain/ids.ts'
import type { FeedbackActor } from '../../store/people/feedback-rows.ts'
import type { HumanDeps } from '../human-deps.ts'
import type { Applied } from './target.ts'

/** Changes the graph; the event of the feedback is the cause of it. */
export type Apply = (causeId: string) => Applied

/** Whose correction it is. */
export interface Submission {
  readonly taskId: string
  readonly by: FeedbackActor
}

/** The event, what it changes, the row of the correction, and one for each copy it reached. */
export function record(
  deps: HumanDeps,
  { taskId, by }: Submission,
  item: FeedbackItem,
  apply: Apply,
): { readonly feedbackId: string; readonly applied: readonly string[]; readonly touched: readonly string[] } {
  const { store, ids } = deps
  const { action } = item
  const subject = subjectOf(deps, item)
  const causeId = ids.next('cause')
  const event = (subjectId: string, actor: FeedbackActor) =>
    store.events.append({ kind: `feedback.${action}`, taskId, subjectId, data: { by: actor }, causeId })
  const eventId = event(subject, by)
  const { applied, touched, payload, copies = [] } = apply(eventId)
  const feedbackId = ids.next('fb')
  const kept = { task_id: taskId, action, created_at: isoTime(deps.clock) }
  store.people.feedback.insert({
    ...kept,
    ...{
      id: feedbackId,
      target_id: action === 'correct_nli' ? subject : item.target_id,
      payload,
      cause_id: eventId,
      actor: by,
      copy_of: null,
    },
  })
  for (const copy of copies)
    store.people.feedback.insert({
      ...kept,
      ...{ id: ids.next('fb'), target_id: copy.targetId, payload: copy.payload },
      ...{ cause_id: event(copy.targetId, 'rule'), actor: 'rule', copy_of: feedbackId },
    })
  return { feedbackId, applied, touched }
}

/** What a timeline finds the event by: of an undo what was corrected, of a new pair its edge. */
function subjectOf({ store }: HumanDeps, item: FeedbackItem): string {
  if (item.action === 'undo') return store.people.feedback.get(item.target_id)?.target_id ?? item.target_id
  if (item.action !== 'correct_nli' || item.payload.claim_id === undefined) return item.target_id
  return stableId('edge', item.target_id, item.payload.claim_id, 'stance')
}
