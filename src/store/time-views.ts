import { z } from 'zod'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'
import { word } from './columns.ts'
import type { Params, Statements } from './statements.ts'
import type { TimeViewStore } from './trail-types.ts'

const subjectType = word(['claim', 'record', 'entity'] as const)

const timelineRow = z.object({
  subject_type: subjectType,
  subject_id: z.string(),
  subject: z.string(),
  at: z.string(),
  event: z.string(),
  detail: z.string().nullable(),
  page_id: z.string(),
  warc_file: z.string().nullable(),
  warc_record_id: z.string().nullable(),
})

const subjectRow = z.object({
  subject_type: subjectType,
  subject_id: z.string(),
  subject: z.string(),
  events: z.number(),
  first: z.string(),
  last: z.string(),
})

const gapRow = z.object({
  gap: word(['one_language', 'contradicting'] as const),
  finding_id: z.string(),
  finding_text: z.string(),
  verification_status: word(VERIFICATION_STATUSES),
  language: z.string(),
  sources: z.number(),
  other_language: z.string(),
  queries_in_other: z.number(),
  pages_in_other: z.number(),
  opposing_finding_id: z.string().nullable(),
  opposing_text: z.string().nullable(),
})

const SUBJECTS = `SELECT subject_type, subject_id, min(subject) AS subject, count(*) AS events, min(at) AS first,
    max(at) AS last FROM v_timeline WHERE task_id = :taskId
  GROUP BY subject_type, subject_id HAVING subject_type <> 'claim' OR count(*) > 2
  ORDER BY CASE subject_type WHEN 'entity' THEN 0 WHEN 'record' THEN 1 ELSE 2 END, events DESC, subject_id`
const OF_SUBJECT = `SELECT subject_type, subject_id, subject, at, event, detail, page_id, warc_file, warc_record_id
  FROM v_timeline WHERE task_id = :taskId AND subject_id = :subject ORDER BY at, event, detail, page_id`
/** Records that have no id in the caller's hand are asked for by their title. */
const OF_TITLE = OF_SUBJECT.replace('subject_id = :subject', "subject_type = 'record' AND subject = :subject")
const GAPS = `SELECT DISTINCT gap, finding_id, finding_text, verification_status, language, sources, other_language,
    queries_in_other, pages_in_other, opposing_finding_id, opposing_text
  FROM v_language_gaps WHERE task_id = :taskId
  ORDER BY gap = 'one_language', sources DESC, finding_id, opposing_finding_id`

/**
 * What the views of time and language tell, for the report and for MCP: the same rows that SQL gives. A home whose own
 * view of that name is broken has none, which is told when it opens; its report is written all the same.
 */
export function timeViewStore(sql: Statements): TimeViewStore {
  const isThere = (name: string) =>
    sql.get("SELECT 1 AS n FROM sqlite_schema WHERE type = 'view' AND name = :name", { name }) !== null
  const rows = (view: string, select: string, params: Params) => (isThere(view) ? sql.all(select, params) : [])
  return {
    subjects: (taskId) => rows('v_timeline', SUBJECTS, { taskId }).map((row) => subjectRow.parse(row)),
    of: (taskId, subject) => {
      const named = rows('v_timeline', OF_SUBJECT, { taskId, subject })
      const found = named.length > 0 ? named : rows('v_timeline', OF_TITLE, { taskId, subject })
      return found.map((row) => timelineRow.parse(row))
    },
    languageGaps: (taskId) => rows('v_language_gaps', GAPS, { taskId }).map((row) => gapRow.parse(row)),
  }
}
