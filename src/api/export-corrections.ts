import { z } from 'zod'
import { STANCE_RELATIONS } from '../domain/claim.ts'
import { type AnswerOf, defineUseCase } from './define-use-case.ts'
import { id, ok, shortText, taskId, webShortText, webText, webUrl } from './fields.ts'

const relation = z.enum(STANCE_RELATIONS)

const sample = z.object({
  feedback_id: id,
  task_id: id,
  premise: webText,
  premise_title: webShortText.nullable(),
  premise_heading: webShortText.nullable(),
  hypothesis: webText,
  hypothesis_title: webShortText.nullable(),
  hypothesis_heading: webShortText.nullable(),
  language: shortText,
  label: relation,
  weight: z.number(),
  by: shortText,
  at: shortText,
  source_url: webUrl.nullable(),
  warc_file: shortText.nullable(),
  warc_record_id: shortText.nullable(),
  model: shortText.nullable(),
  model_relation: relation.nullable(),
})

export const exportCorrections = defineUseCase({
  name: 'export_corrections',
  title: 'Corrected pairs as a training set',
  description:
    'Every standing correction of a verdict: passage, claim, right answer, by whom, and where the words stand',
  input: z.strictObject({ task_id: taskId.optional().describe('Only those of this task') }),
  output: z.object({ ok, samples: z.array(sample).max(100_000) }),
})

export type CorrectionsAnswer = AnswerOf<typeof exportCorrections>
