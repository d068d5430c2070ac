import { z } from 'zod'
import { VERIFICATION_STATUSES } from '../domain/verification.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import {
  domain,
  fromItem,
  givenId,
  id,
  ids,
  LONGEST_TEXT,
  ok,
  queryText,
  shortText,
  taskId,
  trustLevel,
  verificationStatus,
  webShortText,
  webText,
  webUrl,
} from './fields.ts'

const count = z.number()

/** A passage and where it stands. */
const passage = z.object({
  page_id: id,
  fragment_id: id,
  domain,
  url: webUrl,
  title: webShortText.nullable(),
  year: z.number().nullable(),
  page_number: z.number().nullable(),
  trust: trustLevel,
  retracted: z.boolean(),
  sentence: webText,
  /** The claim of the finding it speaks of. */
  claim_id: id,
  /** The verdict; null on the sentence that the claim was taken from. */
  edge_id: id.nullable(),
  confidence: z.number().nullable(),
  /** Whether the confidence of its claim counts it. */
  counted: z.boolean(),
  human_corrected: z.boolean(),
})

const finding = z.object({
  id,
  /** The claim that stands for it, and all that say it. */
  claim_id: id,
  claim_ids: ids,
  text: webText,
  confidence: z.number(),
  status: verificationStatus,
  status_reason: shortText.nullable(),
  no_refutation_found: z.boolean(),
  supporting_sources: count,
  refuting_sources: count,
  relevance: z.number().nullable(),
  in_dispute_with: z.array(z.object({ id, text: webText })).max(500),
  for: z.array(passage),
  against: z.array(passage),
  /** How many there are in all. */
  for_total: count,
  against_total: count,
})

export const getFindings = defineUseCase({
  name: 'get_findings',
  title: 'Findings of a task with both sides',
  description: 'What was found, with the passages for and against each, what answers the question first',
  input: z.strictObject({
    task_id: taskId,
    finding_id: givenId.optional().describe('Only this one'),
    status: z.enum(VERIFICATION_STATUSES).optional().describe('Only those with this status'),
    disputed: z.boolean().default(false).describe('Only those that some source denies, or that deny one another'),
    words: z.string().trim().max(LONGEST_TEXT).default('').describe('Only those whose text contains this'),
    from: fromItem,
    limit: z.int().min(1).max(1000).default(50).describe('Most findings'),
    passages: z.int().min(0).max(500).default(3).describe('Most passages on each side'),
  }),
  output: z.object({
    ok,
    task_id: id,
    query: queryText,
    /** Of those asked for. */
    total: count,
    by_status: z.record(z.string(), count),
    findings: z.array(finding),
  }),
})

export type FindingsAnswer = AnswerOf<typeof getFindings>
export type FindingEntry = FindingsAnswer['findings'][number]
export type FindingPassage = FindingEntry['for'][number]
