import type { LanguageGap, TimelineRow, TimelineSubject } from '../../store/trail-types.ts'
import type { Store } from '../../store/types.ts'

/** What public records date, and what is told in one language only. */
export interface ReportedTimes {
  readonly records: readonly { readonly subject: TimelineSubject; readonly rows: readonly TimelineRow[] }[]
  readonly gaps: readonly LanguageGap[]
}

/** People and organisations with the most dates; a record is told under those it names, alone where it names nobody. */
const SUBJECTS = 20

export function collectTimes({ timeViews }: Pick<Store, 'timeViews'>, taskId: string): ReportedTimes {
  const all = timeViews.subjects(taskId).filter(({ subject_type }) => subject_type !== 'claim')
  const entities = all.filter(({ subject_type }) => subject_type === 'entity')
  const told = entities.map((subject) => ({ subject, rows: timeViews.of(taskId, subject.subject_id) }))
  const pages = new Set(told.flatMap(({ rows }) => rows.map(({ page_id }) => page_id)))
  const alone = all
    .filter(({ subject_type }) => subject_type === 'record')
    .map((subject) => ({ subject, rows: timeViews.of(taskId, subject.subject_id) }))
    .filter(({ rows }) => rows.some(({ page_id }) => !pages.has(page_id)))
  return { records: [...told, ...alone].slice(0, SUBJECTS), gaps: timeViews.languageGaps(taskId) }
}
