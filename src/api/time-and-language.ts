import { z } from 'zod'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import {
  fromItem,
  id,
  nextUri,
  ok,
  queryText,
  taskId,
  time,
  verificationStatus,
  webShortText,
  webText,
} from './fields.ts'

const MOST = 2000

export const getSubjectTimeline = defineUseCase({
  name: 'get_subject_timeline',
  title: 'Timelines of a task',
  description: 'When what happened to a claim, a public record, or a person or organisation named in one',
  input: z.strictObject({
    task_id: taskId,
    subject: z.string().trim().min(1).max(1000).optional().describe('A claim id, a record id or a name; else a list'),
    from: fromItem,
  }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    /** Those that have one; empty where one is told. */
    subjects: z
      .array(z.object({ type: id, id: webShortText, subject: webText, events: z.number(), first: time, last: time }))
      .max(MOST),
    /** Oldest first; a time is as the source gives it, null where it gives none. */
    entries: z
      .array(
        z.object({
          at: time.nullable(),
          event: id,
          what: webText,
          page_id: id.nullable(),
          /** The archived answer or page that says so. */
          warc_file: id.nullable(),
          warc_record_id: id.nullable(),
        }),
      )
      .max(MOST),
    total: z.number(),
    next_uri: nextUri,
  }),
})

export const getLanguageGaps = defineUseCase({
  name: 'get_language_gaps',
  title: 'Findings by language',
  description: 'What is told in one of Japanese and English only, or told otherwise in the other',
  input: z.strictObject({ task_id: taskId, from: fromItem }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    gaps: z
      .array(
        z.object({
          gap: id,
          finding_id: id,
          finding_text: webText,
          verification_status: verificationStatus,
          language: id,
          sources: z.number(),
          other_language: id,
          queries_in_other: z.number(),
          pages_in_other: z.number(),
          opposing_finding_id: id.exactOptional(),
          opposing_text: webText.exactOptional(),
        }),
      )
      .max(MOST),
    total: z.number(),
    next_uri: nextUri,
  }),
})

export type SubjectTimeline = AnswerOf<typeof getSubjectTimeline>
export type LanguageGapsAnswer = AnswerOf<typeof getLanguageGaps>
