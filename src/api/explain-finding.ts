import { z } from 'zod'
import { contributionSchema } from '../domain/confidence.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { domain, givenId, id, ok, shortText, taskId, time, webText } from './fields.ts'

const contribution = contributionSchema.extend({
  edge_id: id,
  reason: shortText.nullable(),
  source_group: id,
  page_id: id,
  fragment_id: id,
  domain,
  /** The sentence of another claim that says the same: it supports without a verdict. */
  says_the_same: z.boolean(),
})

export const explainFinding = defineUseCase({
  name: 'explain_finding',
  title: 'Why a finding has its confidence',
  description: 'The passages of all its claims with the weight of each, and what happened to it, oldest first',
  input: z.strictObject({ task_id: taskId, finding_id: givenId.describe('From get_findings') }),
  output: z.object({
    ok,
    finding_id: id,
    confidence: z.number(),
    log_odds: z.number(),
    contributions: z.array(contribution),
    timeline: z.array(z.object({ kind: id, at: time.nullable(), what: webText, page_id: id.nullable() })),
  }),
})

export type FindingExplanation = AnswerOf<typeof explainFinding>
