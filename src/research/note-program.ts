import { JUDGED_BY, type JudgingProgram } from '../domain/judging-program.ts'
import type { ResearchParts } from './parts.ts'
import type { SearchCall } from './search-call.ts'

/**
 * ADR 0033: which version judged a search, with which settings, kept with it: a report may be written years later by
 * another machine. Its citations may be followed by another program than the search; both are kept.
 */
export function noteProgram(
  { store }: Pick<ResearchParts, 'store'>,
  program: JudgingProgram | undefined,
  { taskId, searchId, causeId }: Pick<SearchCall, 'taskId' | 'searchId' | 'causeId'>,
): void {
  if (program === undefined) return
  const last = store.events.about([searchId]).findLast(({ kind }) => kind === JUDGED_BY)
  if (last !== undefined && JSON.stringify(last.data) === JSON.stringify(program)) return
  const data = { ...program }
  store.events.append({ kind: JUDGED_BY, taskId, subjectType: 'search', subjectId: searchId, data, causeId })
}
