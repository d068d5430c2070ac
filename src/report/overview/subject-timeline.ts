import { languageGapsUri, timelineUri } from '../../api/resource-uris.ts'
import type { LanguageGapsAnswer, SubjectTimeline } from '../../api/time-and-language.ts'
import { LyraError } from '../../domain/errors.ts'
import { claimTimeline } from '../../research/graph/claim-timeline.ts'
import type { GraphParts } from '../../research/graph/task-graph.ts'
import { requireTask } from '../../store/require-task.ts'
import type { TimelineRow } from '../../store/trail-types.ts'

/** Entries of one page of an answer. */
const PAGE = 60

type Entry = SubjectTimeline['entries'][number]

/** What has a timeline in the task; or, of one subject, what happened when. */
export function subjectTimeline(
  parts: GraphParts,
  taskId: string,
  { subject, from }: { readonly subject?: string | undefined; readonly from: number },
): SubjectTimeline {
  const { query } = requireTask(parts.store, taskId)
  const head = { ok: true as const, task_id: taskId, query }
  if (subject === undefined) {
    const all = parts.store.timeViews.subjects(taskId)
    const subjects = all.slice(from, from + PAGE).map(({ subject_type: type, subject_id: id, ...rest }) => ({
      ...{ type, id },
      ...rest,
    }))
    return { ...head, subjects, entries: [], total: all.length, next_uri: nextOf(all.length, from, taskId) }
  }
  const all = entriesOf(parts, taskId, subject)
  if (all.length === 0)
    throw new LyraError('NOT_FOUND', `The task has no dates of ${subject.slice(0, 80)}`, {
      hint: `${timelineUri(taskId)} lists what has some`,
    })
  const next_uri = nextOf(all.length, from, taskId, subject)
  return { ...head, subjects: [], entries: all.slice(from, from + PAGE), total: all.length, next_uri }
}

function nextOf(total: number, from: number, taskId: string, subject?: string): string | null {
  return from + PAGE < total ? timelineUri(taskId, subject, from + PAGE) : null
}

/** A claim is told with what caused each change; everything else as its sources date it. */
function entriesOf(parts: GraphParts, taskId: string, subject: string): readonly Entry[] {
  const { store } = parts
  const claim = subject.startsWith('claim_') ? store.claims.many([subject])[0] : undefined
  if (claim?.task_id === taskId) {
    const pages = new Map(store.pages.many(timelinePages(parts, subject)).map((page) => [page.id, page]))
    return (claimTimeline(parts, subject)?.entries ?? []).map(({ kind, at, what, page_id }) => {
      const page = pages.get(page_id ?? '')
      return {
        ...{ at, event: kind, what, page_id },
        warc_file: page?.warc_file ?? null,
        warc_record_id: page?.warc_record_id ?? null,
      }
    })
  }
  return store.timeViews.of(taskId, subject).map(entryOf)
}

function timelinePages(parts: GraphParts, claimId: string): readonly string[] {
  return (claimTimeline(parts, claimId)?.entries ?? []).flatMap(({ page_id }) => page_id ?? [])
}

function entryOf({ at, event, detail, page_id, warc_file, warc_record_id }: TimelineRow): Entry {
  return { at, event, what: detail ?? '', page_id, warc_file, warc_record_id }
}

/** What sources of one language say and those of the other do not, or say otherwise. */
export function languageGaps({ store }: GraphParts, taskId: string, from: number): LanguageGapsAnswer {
  const { query } = requireTask(store, taskId)
  const all = store.timeViews.languageGaps(taskId)
  const gaps = all.slice(from, from + PAGE).map(({ opposing_finding_id, opposing_text, ...gap }) => ({
    ...gap,
    ...(opposing_finding_id === null ? {} : { opposing_finding_id }),
    ...(opposing_text === null ? {} : { opposing_text }),
  }))
  const next_uri = from + PAGE < all.length ? languageGapsUri(taskId, from + PAGE) : null
  return { ok: true, task_id: taskId, query, gaps, total: all.length, next_uri }
}
