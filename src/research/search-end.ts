import { isoTime } from '../domain/clock.ts'
import type { ErrorCode } from '../domain/errors.ts'
import type { SearchRow } from '../domain/task.ts'
import type { ConductorParts } from './conductor-parts.ts'
import { stopPointOf } from './jobs/stop-point.ts'

/** A search that ends early says why and how far it came; what it saved stays. */
export function endSearch(
  { store, clock }: Pick<ConductorParts, 'store' | 'clock'>,
  row: SearchRow,
  code: ErrorCode,
  stages: readonly string[],
): void {
  store.write(() => {
    store.searches.update({
      ...(store.searches.get(row.id) ?? row),
      status: 'exhausted',
      error: code,
      finished_at: isoTime(clock),
    })
    store.events.append({
      kind: 'search_failed',
      taskId: row.task_id,
      subjectType: 'search',
      subjectId: row.id,
      data: { code, reached: stopPointOf({ store }, row, stages) },
      causeId: row.cause_id,
    })
  })
}
