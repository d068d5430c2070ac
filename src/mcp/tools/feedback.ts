import { z } from 'zod'
import type { FeedbackAnswer } from '../../domain/answers.ts'
import { id, lines, ok } from '../answer-schemas.ts'
import { defineTool, taskId } from '../define-tool.ts'

const output: z.ZodType<FeedbackAnswer> = z.object({
  ok,
  feedback_id: id,
  action: z.string().max(50),
  target_id: id,
  applied: lines,
  pending_training_samples: z.number(),
  training_due: z.boolean(),
})

export const feedback = defineTool({
  name: 'feedback',
  title: 'Correct the evidence graph',
  description: [
    'Applies a correction of the user to the graph at once. Actions, their target and payload:',
    '- correct_nli (edge id): {correct_relation: SUPPORTS|REFUTES|NEUTRAL, original_relation?, confidence?, reason?}',
    '- flag_irrelevant (fragment id): {reason?}',
    '- flag_missing (page id): {missing_text, location_hint?}',
    '- correct_citation (fragment or page id that cites): {cited_fragment_id (fragment or page), correction_type: add|remove, relation?: CITES, reason?}',
    '- rate_usefulness (fragment or page id): {rating: 1-5, aspect?: relevance|clarity|credibility}',
    '- add_note (any node): {note}',
  ].join('\n'),
  input: z.strictObject({
    task_id: taskId,
    action: z
      .enum(['correct_nli', 'flag_irrelevant', 'flag_missing', 'correct_citation', 'rate_usefulness', 'add_note'])
      .describe('What is corrected, see the description'),
    target_id: z.string().min(1).max(200).describe('Id of the edge, fragment, page or claim'),
    payload: z.record(z.string().max(100), z.unknown()).describe('Depends on the action, see the description'),
  }),
  output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  taskOf: (input) => input.task_id,
  handle: (lyra, input) => lyra.feedback(input.task_id, input.action, input.target_id, input.payload),
})
