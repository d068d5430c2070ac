import type { Correction } from '../../api/get-corrections.ts'
import type { TimelineAnswer } from '../../api/get-timeline.ts'
import type { FeedbackRow } from '../../store/people/feedback-rows.ts'
import { requireTask } from '../../store/require-task.ts'
import type { LoggedEvent, Store } from '../../store/types.ts'

/** Steps of the machine that tell a person nothing of the task. */
const UNTOLD = new Set(['net.fetch', 'calibrations_read', 'engine.weight', 'replay_opened', 'net.escalation'])

export function timelineOf(store: Store, taskId: string, limit: number): TimelineAnswer {
  const task = requireTask(store, taskId)
  const events = store.events
    .ofTask(taskId, limit * 5)
    .filter(({ kind }) => !UNTOLD.has(kind))
    .slice(-limit)
    .reverse()
  return {
    ok: true,
    task_id: taskId,
    query: task.query,
    years: store.overview.years(taskId),
    events: events.map((event) => ({
      id: event.id,
      at: event.at,
      kind: event.kind,
      subject_id: event.subject_id,
      what: wordsOf(event),
    })),
  }
}

const LONGEST_VALUE = 300

/** The fields of the event, as words: what it holds differs from kind to kind. */
function wordsOf({ data }: LoggedEvent): string {
  return Object.entries(data)
    .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value) && value !== '')
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value).slice(0, LONGEST_VALUE)}`)
    .join(' · ')
}

/** Newest first, with the sentence or claim each is about. */
export function correctionsOf(store: Store, taskId: string): readonly Correction[] {
  requireTask(store, taskId)
  return store.people.feedback
    .ofTask(taskId)
    .filter(({ action }) => action !== 'undo')
    .reverse()
    .map((row) => ({
      feedback_id: row.id,
      action: row.action,
      target_id: row.target_id,
      what: saidIn(row),
      about: subjectOf(store, row.target_id),
      actor: row.actor,
      at: row.created_at,
      undone_at: row.undone_at,
      can_undo: row.undone_at === null && row.copy_of === null,
    }))
}

function saidIn({ payload }: FeedbackRow): string {
  return ['correct_relation', 'note', 'missing_text', 'rating', 'correction_type', 'same_as', 'reason']
    .flatMap((name) => payload[name] ?? [])
    .map(String)
    .join(' · ')
}

function subjectOf(store: Store, id: string): string {
  const edge = store.edges.get(id)
  if (edge !== null) return edge.rationale ?? store.fragments.get(edge.source_id)?.text_content ?? ''
  return store.claims.get(id)?.claim_text ?? store.fragments.get(id)?.text_content ?? store.pages.get(id)?.title ?? ''
}
