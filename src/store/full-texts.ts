import { z } from 'zod'
import { FULL_TEXT_OUTCOMES, type FullText } from '../domain/full-text.ts'
import type { Screened } from '../domain/screened.ts'
import { word } from './columns.ts'
import { excluded, insertInto, type Statements } from './statements.ts'

const fullTextRow = z.object({
  task_id: z.string(),
  work_id: z.string(),
  outcome: word(FULL_TEXT_OUTCOMES),
  reason: z.string().nullable(),
  url: z.string().nullable(),
  page_id: z.string().nullable(),
  found_by: z.string().nullable(),
  version: z.string().nullable(),
  licence: z.string().nullable(),
  created_at: z.string(),
  cause_id: z.string(),
})

const COLUMNS = Object.keys(fullTextRow.shape)
const SAVE = insertInto('full_texts', COLUMNS, `ON CONFLICT (task_id, work_id) DO UPDATE SET ${excluded(COLUMNS)}`)

/** What came of the open copies of a task's papers. */
export interface FullTextStore {
  save(row: Screened<FullText>): void
  of(taskId: string, workId: string): FullText | null
  ofTask(taskId: string): readonly FullText[]
}

export function fullTextStore(sql: Statements): FullTextStore {
  return {
    save: (row) => {
      sql.run(SAVE, { ...row })
    },
    of: (taskId, workId) => {
      const row = sql.get('SELECT * FROM full_texts WHERE task_id = :taskId AND work_id = :workId', { taskId, workId })
      return row === null ? null : fullTextRow.parse(row)
    },
    ofTask: (taskId) =>
      sql
        .all('SELECT * FROM full_texts WHERE task_id = :taskId ORDER BY rowid', { taskId })
        .map((row) => fullTextRow.parse(row)),
  }
}
