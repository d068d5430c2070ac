import { z } from 'zod'
import { ALARM_GROUNDS } from '../domain/alarm-ground.ts'
import { type AnswerOf, defineUseCase, type InputOf } from './define-use-case.ts'
import { id, ok, onlyTask, ownText, shortPassage, shortText, webShortText, webUrl } from './fields.ts'

/** Characters of a draft: some four hundred pages. */
export const LONGEST_DRAFT = 2_000_000

export const CHECK_VERDICTS = [
  'supported',
  'partly',
  'contradicted',
  'not in the evidence',
  'number differs',
  'quote differs',
  'source unknown',
  'source retracted',
] as const
export type CheckVerdict = (typeof CHECK_VERDICTS)[number]

const verdict = z.enum(CHECK_VERDICTS)

const place = z.object({
  page_id: id,
  url: webUrl,
  fragment_id: id,
  /** The sentence that decides, as it stands on the page. */
  passage: shortPassage,
  heading: shortPassage.nullable(),
  /** Where the bytes lie; null where the page was not archived. */
  archive: z.object({ file: shortText, record_id: shortText }).nullable(),
})

export const checkText = defineUseCase({
  name: 'check_text',
  title: 'Check a draft against the evidence',
  description:
    'Splits a text into statements, finds for each the passages it cites or the nearest ones of the task, and says ' +
    'what differs',
  input: z.strictObject({
    text: z.string().min(1).max(LONGEST_DRAFT).describe('The draft, Markdown or plain text'),
    task_id: onlyTask.describe('The task whose evidence counts; the newest one when left out'),
    strict: z.boolean().default(false).describe('Refuse a draft that cites what was never gathered'),
  }),
  output: z.object({
    ok,
    task_id: id,
    statements: z.array(
      z.object({
        line: z.number(),
        text: ownText(4000),
        verdict,
        cited: z.array(ownText(2100)),
        /** What each alarm rests on, what of the statement is meant, and the words for it. */
        reasons: z.array(z.object({ ground: z.enum(ALARM_GROUNDS), said: ownText(600), problem: webShortText })),
        place: place.nullable(),
        /** Findings that rest on the deciding passage, with their standing. */
        findings: z.array(z.object({ id, status: shortText })),
        /** Another gathered page that says it, where the cited one does not. */
        elsewhere: webUrl.nullable(),
      }),
    ),
    counts: z.record(verdict, z.number()),
    /** Questions and scraps, which state nothing, and what is beyond the most statements of one check. */
    not_checked: z.object({
      no_statement: z.number(),
      too_many: z.number(),
      /** The first of those that were too many. */
      beyond: z.array(z.object({ line: z.number(), text: ownText(4000) })),
    }),
    /** Marks that lead to no gathered page, as written. */
    unknown_sources: z.array(ownText(2100)),
  }),
})

export type CheckTextInput = InputOf<typeof checkText>
export type CheckedText = AnswerOf<typeof checkText>
export type CheckedStatement = CheckedText['statements'][number]
