import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { EXTRACTION_METHODS, FETCH_ROUTES } from '../domain/page.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import {
  domain,
  givenId,
  id,
  ok,
  onlyTask,
  passageText,
  queryText,
  shortPassage,
  shortText,
  time,
  webShortText,
  webText,
  webUrl,
} from './fields.ts'

/** How an archived answer can be shown. */
export const ARCHIVED_KINDS = ['html', 'pdf', 'text', 'picture', 'other', 'none'] as const

const page = z.object({
  page_id: id,
  url: webUrl,
  title: shortPassage.nullable(),
  domain,
  content_type: webShortText.nullable(),
  route: z.enum(FETCH_ROUTES),
  outcome: id,
  is_retracted: z.boolean(),
})

/** Where the bytes lie, and whether they are the ones that were written. */
const record = z.object({
  warc_file: shortText,
  warc_record_id: id,
  type: id,
  offset: z.number(),
  length: z.number(),
  captured_at: time,
  bytes: z.number(),
  digest_written: id.nullable(),
  digest_computed: id.nullable(),
  /** null where the record names no digest, or one that cannot be computed. */
  digest_holds: z.boolean().nullable(),
})

const passage = z.object({
  fragment_id: id,
  text: passageText,
  heading: shortPassage.nullable(),
  page_number: z.number().nullable(),
  extraction_method: z.enum(EXTRACTION_METHODS),
  /** The page itself has struck it out. */
  struck_out: z.boolean(),
  /** When the page was first seen without it. */
  superseded_at: time.nullable(),
  /** What the page says right before and after. */
  before: passageText,
  after: passageText,
})

/** One judgement of this passage against a claim. */
const verdict = z.object({
  edge_id: id,
  claim_id: id,
  task_id: id,
  claim: webText,
  relation: z.enum(STANCE_RELATIONS),
  confidence: z.number().nullable(),
  /** The sentence of the passage that decided. */
  sentence: passageText.nullable(),
  /** Rules that changed the model's answer, by name. */
  notes: z.array(id),
  human_corrected: z.boolean(),
  /** The claim's own fate. */
  claim_confidence: z.number(),
  claim_status: id,
})

/** A claim that was taken from this passage. */
const taken = z.object({ claim_id: id, task_id: id, claim: webText, sentence: passageText })

const listed = z.object({
  fragment_id: id,
  text: shortPassage,
  page_number: z.number().nullable(),
  judged: z.boolean(),
})

export const getArchivedPassage = defineUseCase({
  name: 'get_archived_passage',
  title: 'A passage in its archived page',
  description: 'An archived page, its record and digest, one of its passages, and how that passage was judged',
  input: z.strictObject({
    page_id: givenId.optional().describe('The page; its first judged passage is taken'),
    fragment_id: givenId.optional().describe('The passage; its page is taken'),
    edge_id: givenId.optional().describe('The judgement whose sentence is marked'),
    claim_id: givenId.optional().describe('The claim whose words are marked, where it was taken from the passage'),
    task_id: onlyTask,
  }),
  output: z.object({
    ok,
    page,
    /** The question of the task that was asked for. */
    query: queryText.nullable(),
    kind: z.enum(ARCHIVED_KINDS),
    record: record.nullable(),
    /** Why there is no record: never archived, or the archive has it no more. */
    record_problem: z.enum(['not_archived', 'not_in_archive']).nullable(),
    has_screenshot: z.boolean(),
    passage: passage.nullable(),
    /** The words to mark: the sentence that decided, else that of the claim, else the whole passage. */
    marked: passageText.nullable(),
    edge_id: id.nullable(),
    verdicts: z.array(verdict),
    taken: z.array(taken),
    /** Passages of the page in its order, judged ones at least. */
    passages: z.array(listed),
    passages_total: z.number(),
  }),
})

export type ArchivedPassage = AnswerOf<typeof getArchivedPassage>
