import { z } from 'zod'
import type { Lyra } from '../app/lyra.ts'
import type { CitationStep, TranslatedQuery } from '../app/open-options.ts'
import {
  CALIBRATIONS_READ,
  NO_CALIBRATIONS,
  type SearchCalibrations,
  searchCalibrationsSchema,
} from '../domain/calibration.ts'
import { PAGE_REVISITED, revisitKey } from '../domain/page-change.ts'
import { budgetSchema, type TaskBudget } from '../domain/task.ts'
import { readAll, sqlId } from './graph-reading.ts'

/** When the citations of which paper were followed between the searches, from the event log of the task. */
export async function readCitationSteps(
  lyra: Lyra,
  taskId: string,
  searchIds: readonly string[],
): Promise<readonly CitationStep[]> {
  const events = await readAll(
    lyra,
    `SELECT subject_id AS search, data ->> 'paper' AS paper, data ->> 'searches_done' AS after FROM events
      WHERE task_id = ${sqlId(taskId)} AND kind IN ('citations_followed', 'citations_chased') ORDER BY seq`,
  )
  const steps = new Map<string, CitationStep>()
  for (const { search, paper, after } of events) {
    const key = `${search} ${paper ?? ''}`
    // A process that died right after the event followed the paper a second time, without effect.
    if (!steps.has(key))
      steps.set(key, {
        search: searchIds.indexOf(String(search)),
        paper: paper === null || paper === undefined ? null : String(paper),
        after: Number(after),
      })
  }
  return [...steps.values()].filter((step) => step.search >= 0)
}

/** What the local model made of the task's queries; the replay does not ask it again. */
export async function readTranslations(lyra: Lyra, taskId: string): Promise<ReadonlyMap<string, TranslatedQuery>> {
  const events = await readAll(
    lyra,
    `SELECT q.query AS query, e.data ->> 'query' AS mirror, e.data ->> 'reason' AS reason FROM events e
      JOIN queries q ON q.id = e.subject_id
      WHERE e.task_id = ${sqlId(taskId)} AND e.kind = 'query_mirrored' ORDER BY e.seq`,
  )
  return new Map(
    events.map(({ query, mirror, reason }): [string, TranslatedQuery] => [
      String(query),
      typeof mirror === 'string' ? { ok: true, query: mirror } : { ok: false, reason: String(reason) },
    ]),
  )
}

/** The calibrations that the task's searches applied, in order: later learning must not change a replay. */
export async function readCalibrations(
  lyra: Lyra,
  taskId: string,
  searchIds: readonly string[],
): Promise<readonly SearchCalibrations[]> {
  const events = await readAll(
    lyra,
    `SELECT subject_id AS search, data FROM events
      WHERE task_id = ${sqlId(taskId)} AND kind = '${CALIBRATIONS_READ}' ORDER BY seq`,
  )
  const recorded = new Map(events.map(({ search, data }) => [String(search), JSON.parse(String(data)) as unknown]))
  return searchIds.map((id) => searchCalibrationsSchema.safeParse(recorded.get(id)).data ?? NO_CALIBRATIONS)
}

/** Pages that the task's searches asked for again because they had grown old. */
export async function readRevisits(
  lyra: Lyra,
  taskId: string,
  searchIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const events = await readAll(
    lyra,
    `SELECT data ->> 'search_id' AS search, data ->> 'url' AS url FROM events
      WHERE task_id = ${sqlId(taskId)} AND kind = '${PAGE_REVISITED}' ORDER BY seq`,
  )
  return new Set(events.map(({ search, url }) => revisitKey(searchIds.indexOf(String(search)), String(url))))
}

/** The budget that the task began with, and how it was raised between its searches. */
export interface RecordedBudget {
  readonly first: TaskBudget
  readonly raises: readonly { readonly after: number; readonly to: TaskBudget }[]
}

const raise = z.object({ from: budgetSchema, to: budgetSchema })

/** With the last budget from the beginning, a search that had run out of pages would read on in a replay. */
export async function readBudgets(lyra: Lyra, taskId: string, last: TaskBudget): Promise<RecordedBudget> {
  const task = sqlId(taskId)
  const events = await readAll(
    lyra,
    `SELECT e.data AS data, (SELECT count(*) FROM events s
        WHERE s.task_id = ${task} AND s.kind = 'search_asked' AND s.seq < e.seq) AS after
      FROM events e WHERE e.task_id = ${task} AND e.kind = 'budget_raised' ORDER BY e.seq`,
  )
  const raises = events.flatMap(({ data, after }) => {
    const read = raise.safeParse(JSON.parse(String(data))).data
    return read === undefined ? [] : [{ after: Number(after), ...read }]
  })
  return { first: raises[0]?.from ?? last, raises: raises.map(({ after, to }) => ({ after, to })) }
}
