import type { UpdateAnswer } from '../api/update-task.ts'
import { primaryLanguage } from '../domain/language-tag.ts'
import type { ReportLanguage } from '../domain/report-language.ts'
import { atomFeed, type FeedUpdate } from '../report/feed/atom.ts'
import { deltaLines, deltaSummary } from '../report/feed/delta-lines.ts'
import { runUpdate, type UpdateOrder } from '../research/update/run-update.ts'
import { requireTask } from '../store/require-task.ts'
import type { Application } from './application.ts'
import type { CallHooks } from './lyra.ts'
import { VERSION } from './version.ts'

export async function updateOfTask(
  { research, conductor }: Pick<Application, 'research' | 'conductor'>,
  order: UpdateOrder & { readonly language?: ReportLanguage | undefined },
  { signal, onProgress }: CallHooks,
): Promise<UpdateAnswer> {
  const language = languageOf(research, order.taskId, order.language)
  const hooks = { ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onProgress }) }
  const { update, finishedAt, searches, delta, changes } = await runUpdate(research, conductor, order, hooks)
  return {
    ok: true,
    task_id: order.taskId,
    update_id: update.id,
    started_at: update.started_at,
    finished_at: finishedAt,
    changed: changes > 0,
    changes,
    searches: searches.map(({ id, query, status }) => ({ search_id: id, query, status })),
    delta,
    summary: deltaSummary(delta, language),
    lines: deltaLines(delta, language).map(({ text, url, details }) => ({ text, url, details: [...details] })),
  }
}

/** Entries of a feed: readers keep the older ones themselves. */
const FEED_ENTRIES = 100

export function feedOfTask({ research }: Pick<Application, 'research'>, taskId: string, asked?: ReportLanguage) {
  const { query: question, created_at: createdAt } = requireTask(research.store, taskId)
  const updates = research.store.updates
    .finished(taskId, FEED_ENTRIES)
    .flatMap(({ id, finished_at, delta, changes }): readonly FeedUpdate[] =>
      finished_at === null || delta === null || changes === 0 ? [] : [{ id, finished_at, delta }],
    )
  const language = languageOf(research, taskId, asked)
  return {
    entries: updates.length,
    atom: atomFeed({ taskId, question, createdAt, language, version: VERSION, updates }),
  }
}

/** The deltas of a task as they were found, newest first. */
export function updatesOfTask({ research }: Pick<Application, 'research'>, taskId: string) {
  requireTask(research.store, taskId)
  return research.store.updates
    .finished(taskId, FEED_ENTRIES)
    .flatMap(({ id, started_at, finished_at, changes, delta }) =>
      finished_at === null || delta === null ? [] : [{ update_id: id, started_at, finished_at, changes, delta }],
    )
}

function languageOf(
  { store }: Application['research'],
  taskId: string,
  asked: ReportLanguage | undefined,
): ReportLanguage {
  return asked ?? (primaryLanguage(requireTask(store, taskId).language) === 'ja' ? 'ja' : 'en')
}
